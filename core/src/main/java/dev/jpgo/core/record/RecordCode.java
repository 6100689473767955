package dev.jpgo.core.record;

import dev.jpgo.core.classfile.RawClass;
import dev.jpgo.core.instrument.ByteSink;
import dev.jpgo.core.instrument.RuntimeNames;
import java.util.ArrayList;
import java.util.List;

/**
 * The new code of one method: what the call site comes to if it is marked as linked ({@code
 * JpgoRecords}), and else the site, which is marked when it has answered.
 *
 * <p>Sound because
 *
 * <ul>
 *   <li><i>linking</i> stays where it was: nothing but the site runs until it has answered once, so
 *       what it loads is loaded then, by the same loader, and what it throws is thrown. A site that
 *       is linked stays so (JVMS 6.5), and then its fields are resolved and its types loaded;
 *   <li><i>what it computes</i> is what {@code phase.dynamic.RecordMethods} and {@code RecordText}
 *       say of the JDK's code, with the same calls in the same order. No site is marked before that
 *       code has been found to be one of those that were read;
 *   <li><i>traces</i> are the same: the frames between this method and those that it calls are
 *       hidden ones, and all of its code is on the one line that it was on.
 * </ul>
 */
final class RecordCode {
  private static final String OBJECTS = "java/util/Objects";
  private static final String BUILDER = "java/lang/StringBuilder";
  private static final int SAME_FRAME_EXTENDED = 251;
  private static final int MOST_BYTES = 30000;
  private static final int MOST_TEXT = 60000;
  private static final int MOST_CAPACITY = 4096;

  /** Characters that room is made for where a component is written, by guess. */
  private static final int TEXT_OF_COMPONENT = 16;

  private static final int STACK = 6;

  private final AddedConstants constants;
  private final RecordSite site;
  private final int number;
  private final int self;
  private final ByteSink code = new ByteSink(128);
  private final List<Integer> frames = new ArrayList<>(3);

  /**
   * @param number of the site
   * @param self index of the constant that is the class
   */
  RecordCode(AddedConstants constants, RecordSite site, int number, int self) {
    this.constants = constants;
    this.site = site;
    this.number = number;
    this.self = self;
  }

  /** Makes the code; false when it is too large. */
  boolean write(String simpleName) {
    code.u1(Opcode.GETSTATIC).u2(constants.field(RuntimeNames.RECORDS, "LINKED", "[Z"));
    code.u1(Opcode.SIPUSH).u2(number).u1(Opcode.BALOAD);
    int unlinked = branch(Opcode.IFEQ);
    boolean written =
        switch (site.kind()) {
          case EQUALS -> equals();
          case HASH_CODE -> hashCode_();
          case TO_STRING -> toString_(simpleName);
        };
    land(List.of(unlinked));
    original();
    return written && code.size() <= MOST_BYTES;
  }

  private void original() {
    boolean other = site.kind() == RecordSite.Kind.EQUALS;
    code.u1(Opcode.ALOAD_0);
    if (other) {
      code.u1(Opcode.ALOAD_1);
    }
    code.u1(Opcode.INVOKEDYNAMIC).u2(site.dynamic()).u2(0);
    code.u1(Opcode.SIPUSH).u2(number);
    code.u1(Opcode.INVOKESTATIC).u2(constants.method(RuntimeNames.RECORDS, "linked", "(I)V"));
    code.u1(site.kind() == RecordSite.Kind.TO_STRING ? Opcode.ARETURN : Opcode.IRETURN);
  }

  /** A branch that {@link #land} gives a target; answers where it is. */
  private int branch(int opcode) {
    code.u1(opcode).u2(0);
    return code.size() - 3;
  }

  /** Branches lead here. */
  private void land(List<Integer> branches) {
    for (int branch : branches) {
      code.set2(branch + 1, code.size() - branch);
    }
    frames.add(code.size());
  }

  // --- equals

  private boolean equals() {
    List<Integer> same = new ArrayList<>(1);
    List<Integer> different = new ArrayList<>();
    code.u1(Opcode.ALOAD_0).u1(Opcode.ALOAD_1);
    same.add(branch(Opcode.IF_ACMPEQ));
    code.u1(Opcode.ALOAD_1).u1(Opcode.INSTANCEOF).u2(self);
    different.add(branch(Opcode.IFEQ));
    List<Component> components = site.components();
    if (!components.isEmpty()) {
      code.u1(Opcode.ALOAD_1).u1(Opcode.CHECKCAST).u2(self).u1(Opcode.ASTORE_2);
    }
    for (int i = components.size() - 1; i >= 0; i--) {
      Component component = components.get(i);
      code.u1(Opcode.ALOAD_0).u1(Opcode.GETFIELD).u2(component.field());
      code.u1(Opcode.ALOAD_2).u1(Opcode.GETFIELD).u2(component.field());
      different.add(compare(component.descriptor()));
    }
    land(same);
    code.u1(Opcode.ICONST_1).u1(Opcode.IRETURN);
    land(different);
    code.u1(Opcode.ICONST_0).u1(Opcode.IRETURN);
    return true;
  }

  /** Answers the branch that is taken where they differ. */
  private int compare(String type) {
    switch (type.charAt(0)) {
      case 'Z', 'B', 'S', 'C', 'I' -> {
        return branch(Opcode.IF_ICMPNE);
      }
      case 'J' -> code.u1(Opcode.LCMP);
      case 'F' -> call("java/lang/Float", "compare", "(FF)I");
      case 'D' -> call("java/lang/Double", "compare", "(DD)I");
      default -> {
        call(OBJECTS, "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");
        return branch(Opcode.IFEQ);
      }
    }
    return branch(Opcode.IFNE);
  }

  private void call(String owner, String name, String descriptor) {
    code.u1(Opcode.INVOKESTATIC).u2(constants.method(owner, name, descriptor));
  }

  // --- hashCode

  private boolean hashCode_() {
    boolean first = true;
    for (Component component : site.components()) {
      if (!first) {
        code.u1(Opcode.BIPUSH).u1(31).u1(Opcode.IMUL);
      }
      code.u1(Opcode.ALOAD_0).u1(Opcode.GETFIELD).u2(component.field());
      hash(component.descriptor());
      if (!first) {
        code.u1(Opcode.IADD);
      }
      first = false;
    }
    if (first) {
      code.u1(Opcode.ICONST_0);
    }
    code.u1(Opcode.IRETURN);
    return true;
  }

  private void hash(String type) {
    switch (type.charAt(0)) {
      case 'B', 'S', 'C', 'I' -> {}
      case 'J' -> {
        code.u1(Opcode.DUP2).u1(Opcode.BIPUSH).u1(32);
        code.u1(Opcode.LUSHR).u1(Opcode.LXOR).u1(Opcode.L2I);
      }
      case 'Z' -> call("java/lang/Boolean", "hashCode", "(Z)I");
      case 'F' -> call("java/lang/Float", "hashCode", "(F)I");
      case 'D' -> call("java/lang/Double", "hashCode", "(D)I");
      default -> call(OBJECTS, "hashCode", "(Ljava/lang/Object;)I");
    }
  }

  // --- toString

  private boolean toString_(String simpleName) {
    int room = simpleName.length() + 2;
    for (Component component : site.components()) {
      room += component.name().length() + 3 + TEXT_OF_COMPONENT;
    }
    if (room > MOST_TEXT) {
      return false;
    }
    code.u1(Opcode.SIPUSH).u2(Math.min(room, MOST_CAPACITY));
    call(RuntimeNames.RECORDS, "text", "(I)L" + BUILDER + ';');
    String before = simpleName + '[';
    for (Component component : site.components()) {
      append(before + component.name() + '=');
      code.u1(Opcode.ALOAD_0).u1(Opcode.GETFIELD).u2(component.field());
      appendValue(component.descriptor());
      before = ", ";
    }
    append(site.components().isEmpty() ? before + ']' : "]");
    code.u1(Opcode.INVOKEVIRTUAL);
    code.u2(constants.method(BUILDER, "toString", "()Ljava/lang/String;")).u1(Opcode.ARETURN);
    return true;
  }

  private void append(String text) {
    code.u1(Opcode.LDC_W).u2(constants.string(text));
    appendAs("Ljava/lang/String;");
  }

  private void appendValue(String type) {
    switch (type.charAt(0)) {
      case 'B', 'S' -> appendAs("I");
      case 'Z', 'C', 'I', 'J', 'F', 'D' -> appendAs(type);
      default -> {
        call(OBJECTS, "toString", "(Ljava/lang/Object;)Ljava/lang/String;");
        appendAs("Ljava/lang/String;");
      }
    }
  }

  private void appendAs(String type) {
    String descriptor = "(" + type + ")Ljava/lang/StringBuilder;";
    code.u1(Opcode.INVOKEVIRTUAL).u2(constants.method(BUILDER, "append", descriptor));
  }

  // --- attribute

  /** Writes the {@code Code} attribute in place of the one that the method has. */
  void writeAttribute(RawClass in, ByteSink out) {
    int before = site.code();
    int lengthBefore = in.u4(before + 10);
    int tables = before + 14 + lengthBefore + 2;
    byte[] bytes = code.toBytes();
    out.u2(in.u2(before));
    int length = out.skip4();
    out.u2(Math.max(STACK, in.u2(before + 6))).u2(Math.max(3, in.u2(before + 8)));
    out.u4(bytes.length).copy(bytes, 0, bytes.length);
    out.u2(0).u2(in.u2(tables) + 1);
    DebugTables.write(in, tables, bytes.length, out);
    writeFrames(out);
    out.setLength(length);
  }

  /** At each of them the locals are the parameters, and the stack is empty. */
  private void writeFrames(ByteSink out) {
    out.u2(constants.utf8("StackMapTable"));
    out.u4(2 + 3 * frames.size()).u2(frames.size());
    int last = -1;
    for (int frame : frames) {
      out.u1(SAME_FRAME_EXTENDED).u2(frame - last - 1);
      last = frame;
    }
  }
}
