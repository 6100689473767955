package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.FieldInfo;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.world.JdkMethod;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;

/**
 * {@code toString} of records, in an interpreter. The text is the class's simple name and in
 * brackets each component's name, {@code =} and value.
 *
 * <p>Sound because the JDK's code was read ({@link RecordMethods}). JDK 17 turns the components
 * into text in their order, references by {@code Objects.toString}, and has {@code String.format}
 * put those strings in the place of {@code %s}, where null is "null" and a string is itself; names
 * with a percent sign are left alone. JDK 25 has {@code StringConcatFactory} do it: two and more
 * components are turned into text in order, in {@code StringConcatHelper.stringOf}, whose frame the
 * call of {@code toString} is shown in here; of records of one component there is a second frame,
 * so those are taken only where no code of the program makes the text. The result is a new string,
 * but for a record without components of JDK 25, which has the same one each time and is left
 * alone.
 */
final class RecordText {
  private static final String HELPER = "java/lang/StringConcatHelper";
  private static final String OBJECT = "java/lang/Object";
  private static final String STRING_OF = "(Ljava/lang/Object;)Ljava/lang/String;";

  /** {@link JdkMethod#hash} of {@code stringOf} in JDK 25. */
  private static final long STRING_OF_HASH = 0xd85dddbf91f3bdf3L;

  /** Slots of components; the JDK splits what has more than 200. */
  private static final int MOST_SLOTS = 150;

  private final World world;
  private final KnownBootstraps.Records form;

  RecordText(World world, KnownBootstraps.Records form) {
    this.world = world;
    this.form = form;
  }

  @Nullable Instr expand(Site site, List<FieldInfo> components) {
    LoadedClass owner = site.owner();
    String type = owner.info().simpleName();
    String[] names = names((String) site.dynamic().arguments().get(1), components.size());
    if (type == null
        || !isPlain(type)
        || names == null
        || world.find(owner, owner.name()).orElse(null) != owner) {
      return null;
    }
    int slots = 0;
    boolean calls = false;
    for (FieldInfo component : components) {
      slots += Type.getType(component.descriptor()).getSize();
      calls |= runsCode(component.descriptor());
    }
    boolean sameEachTime = slots == 0 && form == KnownBootstraps.Records.JDK_25;
    if (slots > MOST_SLOTS || sameEachTime) {
      return null;
    }
    Position frame = null;
    if (calls && form == KnownBootstraps.Records.JDK_25) {
      frame = components.size() < 2 ? null : frame(owner);
      if (frame == null) {
        return null;
      }
    }
    return write(site, type, names, components, frame);
  }

  /** Names of the components; null when the text of them is no such list. */
  private String @Nullable [] names(String all, int count) {
    String[] names = new String[count];
    int start = 0;
    for (int i = 0; i < count; i++) {
      int end = i == count - 1 ? all.length() : all.indexOf(';', start);
      if (end <= start) {
        return null;
      }
      names[i] = all.substring(start, end);
      start = end + 1;
    }
    boolean whole = count == 0 ? all.isEmpty() : names[count - 1].indexOf(';') < 0;
    return isPlain(all) && whole ? names : null;
  }

  /** Whether text means itself in a format, and in what a concatenation is made from. */
  private static boolean isPlain(String text) {
    return text.indexOf('%') < 0 && text.indexOf('\1') < 0 && text.indexOf('\2') < 0;
  }

  private static boolean runsCode(String type) {
    return type.charAt(0) == 'L' && !Concatenation.isKnown(type.substring(1, type.length() - 1))
        || type.charAt(0) == '[';
  }

  /** The frame of {@code stringOf} that {@code toString} is called from. */
  private @Nullable Position frame(LoadedClass owner) {
    MethodId id = new MethodId(HELPER, "stringOf", STRING_OF);
    JdkMethod helper = JdkMethod.find(world, owner, id).orElse(null);
    if (helper == null || helper.hash() != STRING_OF_HASH) {
      return null;
    }
    int line = -1;
    for (AbstractInsnNode node : helper.code().instructions) {
      if (node instanceof LineNumberNode number) {
        line = number.line;
      } else if (node.getOpcode() == Opcodes.INVOKEVIRTUAL) {
        break;
      }
    }
    return new Position(id, helper.owner().info().sourceFile(), line, null);
  }

  private static Instr write(
      Site site,
      String type,
      String[] names,
      List<FieldInfo> components,
      @Nullable Position frame) {
    List<Instr> texts = new ArrayList<>();
    StringBuilder constant = new StringBuilder(type).append('[');
    for (int i = 0; i < names.length; i++) {
      FieldInfo component = components.get(i);
      texts.add(site.constant(constant.append(names[i]).append('=').toString()));
      constant.setLength(0);
      Instr value = site.field(site.argument(0), component.name(), component.descriptor());
      texts.add(text(site, component.descriptor(), value, frame));
      if (i < names.length - 1) {
        constant.append(", ");
      }
    }
    texts.add(site.constant(constant.append(']').toString()));
    if (texts.size() == 1) {
      String copy = "(Ljava/lang/String;)Ljava/lang/String;";
      return site.replaceBy(site.callStatic(RuntimeCalls.STRINGS, "copy", copy, texts.get(0)));
    }
    return site.replaceBy(Concatenation.join(site, texts));
  }

  private static Instr text(Site site, String type, Instr value, @Nullable Position frame) {
    if (!runsCode(type)) {
      return Concatenation.text(site, Type.getType(type), value);
    }
    if (frame == null) {
      return site.callStatic("java/util/Objects", "toString", STRING_OF, value);
    }
    site.within(frame);
    Instr none = site.add(Op.CONST, Operand.Null.NULL, ValueType.NULL);
    Block join = site.newBlock();
    Block forked = site.fork(Opcodes.IFNULL, join, value);
    Instr text =
        site.add(
            Opcodes.INVOKEVIRTUAL,
            new Operand.Method(OBJECT, "toString", "()Ljava/lang/String;", false),
            ValueType.ref("java/lang/String"),
            value);
    Instr either = site.join(join, forked, none, text);
    site.within(null);
    return either;
  }
}
