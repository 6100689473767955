package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.FieldInfo;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * {@code equals} and {@code hashCode} of records, which {@code ObjectMethods.bootstrap} puts
 * together out of method handles, as code on the record's fields; {@code toString} is {@link
 * RecordText}.
 *
 * <p>Sound because the JDK's code was read, for 17 and 25, and no other is taken ({@link
 * KnownBootstraps}). In both, {@code hashCode} starts at 0 and for each component in order takes 31
 * times what it has plus the component's hash, by {@code Objects.hashCode} or the primitive type's
 * wrapper; {@code equals} is true for the object itself and false for one that is not of the class,
 * and else compares the components from the last to the first until two differ: float and double by
 * their wrapper's {@code compare}, other primitives by {@code ==}, references by {@code
 * Objects.equals}. The same methods are called here in the same order; what they are documented to
 * compute for byte, short, char, int and long is computed in place. So what a component's own
 * methods do, throw, and see of the stack is the same: frames of method handles are hidden.
 *
 * <p>The site is one that javac makes: the receiver is {@code this}, hence not null; the class is
 * its own and extends {@code Record}; each handle gets an instance field that the class declares.
 * Linking it cannot fail then (JVMS 5.4.3.5, 5.4.3.6), if the types of the fields can be resolved:
 * they must be loaded. A read of a class's own field is in reach wherever its code is.
 */
final class RecordMethods implements Expansion {
  static final String NAME = "record-methods";
  private static final String OBJECTS = "java/util/Objects";
  private static final String RECORD = "java/lang/Record";
  private static final int SHIFT = 32;

  private final World world;
  private final Mode mode;
  private final KnownBootstraps known;

  RecordMethods(World world, Mode mode, KnownBootstraps known) {
    this.world = world;
    this.mode = mode;
    this.known = known;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String bootstrap() {
    return KnownBootstraps.OBJECT_METHODS;
  }

  @Override
  public @Nullable Instr expand(Site site) {
    LoadedClass owner = site.owner();
    Operand.Dynamic dynamic = site.dynamic();
    if (!RECORD.equals(owner.info().superName()) || !site.isThis(0)) {
      return null;
    }
    String self = "(L" + owner.name() + ';';
    boolean hash = dynamic.name().equals("hashCode") && dynamic.descriptor().equals(self + ")I");
    boolean equals =
        dynamic.name().equals("equals")
            && dynamic.descriptor().equals(self + "Ljava/lang/Object;)Z");
    boolean text =
        mode == Mode.INTERPRETER
            && dynamic.name().equals("toString")
            && dynamic.descriptor().equals(self + ")Ljava/lang/String;");
    List<FieldInfo> components = hash || equals || text ? components(owner, dynamic) : null;
    KnownBootstraps.Records form = components == null ? null : known.records(world, owner);
    if (components == null || form == null) {
      return null;
    }
    if (text) {
      return new RecordText(world, form).expand(site, components);
    }
    return hash ? hashCode(site, components) : equals(site, components);
  }

  /** The fields that the site names, in order; null when it is not what javac makes. */
  private @Nullable List<FieldInfo> components(LoadedClass owner, Operand.Dynamic dynamic) {
    List<Object> arguments = dynamic.arguments();
    if (!dynamic.bootstrap().getName().equals("bootstrap")
        || arguments.size() < 2
        || !(arguments.get(0) instanceof Type type)
        || type.getSort() != Type.OBJECT
        || !type.getInternalName().equals(owner.name())
        || !(arguments.get(1) instanceof String)) {
      return null;
    }
    List<FieldInfo> components = new ArrayList<>(arguments.size());
    for (int i = 2; i < arguments.size(); i++) {
      if (!(arguments.get(i) instanceof Handle handle)
          || handle.getTag() != Opcodes.H_GETFIELD
          || !handle.getOwner().equals(owner.name())) {
        return null;
      }
      Optional<FieldInfo> field = owner.info().field(handle.getName(), handle.getDesc());
      if (field.isEmpty()
          || (field.get().access() & Opcodes.ACC_STATIC) != 0
          || !isLoaded(owner, handle.getDesc())) {
        return null;
      }
      components.add(field.get());
    }
    return components;
  }

  private boolean isLoaded(LoadedClass owner, String descriptor) {
    String element = descriptor.substring(descriptor.lastIndexOf('[') + 1);
    return element.charAt(0) != 'L'
        || world.find(owner, element.substring(1, element.length() - 1)).isPresent();
  }

  // --- hashCode

  private static Instr hashCode(Site site, List<FieldInfo> components) {
    Instr sum = null;
    for (FieldInfo component : components) {
      Instr value = site.field(site.argument(0), component.name(), component.descriptor());
      if (sum != null) {
        sum = site.arithmetic(Opcodes.IMUL, ValueType.INT, sum, site.constant(31));
      }
      Instr hash = hash(site, component.descriptor(), value);
      sum = sum == null ? hash : site.arithmetic(Opcodes.IADD, ValueType.INT, sum, hash);
    }
    return site.replaceBy(sum == null ? site.constant(0) : sum);
  }

  private static Instr hash(Site site, String type, Instr value) {
    return switch (type.charAt(0)) {
      case 'B', 'S', 'C', 'I' -> value;
      case 'J' -> {
        Instr high = site.arithmetic(Opcodes.LUSHR, ValueType.LONG, value, site.constant(SHIFT));
        Instr both = site.arithmetic(Opcodes.LXOR, ValueType.LONG, value, high);
        yield site.arithmetic(Opcodes.L2I, ValueType.INT, both);
      }
      case 'Z' -> site.callStatic("java/lang/Boolean", "hashCode", "(Z)I", value);
      case 'F' -> site.callStatic("java/lang/Float", "hashCode", "(F)I", value);
      case 'D' -> site.callStatic("java/lang/Double", "hashCode", "(D)I", value);
      default -> site.callStatic(OBJECTS, "hashCode", "(Ljava/lang/Object;)I", value);
    };
  }

  // --- equals

  private static Instr equals(Site site, List<FieldInfo> components) {
    Instr self = site.argument(0);
    Instr other = site.argument(1);
    Block same = site.newBlock();
    Block different = site.newBlock();
    site.fork(Opcodes.IF_ACMPEQ, same, self, other);
    Operand.Class type = new Operand.Class(site.owner().name());
    site.fork(Opcodes.IFEQ, different, site.add(Opcodes.INSTANCEOF, type, ValueType.INT, other));
    if (!components.isEmpty()) {
      Instr record = site.add(Opcodes.CHECKCAST, type, ValueType.ref(site.owner().name()), other);
      for (int i = components.size() - 1; i >= 0; i--) {
        FieldInfo component = components.get(i);
        Instr mine = site.field(self, component.name(), component.descriptor());
        Instr theirs = site.field(record, component.name(), component.descriptor());
        compare(site, component.descriptor(), mine, theirs, different);
      }
    }
    site.leave(site.constant(1));
    site.place(same);
    site.leave(site.constant(1));
    site.place(different);
    site.leave(site.constant(0));
    return site.replaceByResults();
  }

  /** Branches to {@code different} unless two components are equal. */
  private static void compare(Site site, String type, Instr mine, Instr theirs, Block different) {
    switch (type.charAt(0)) {
      case 'Z', 'B', 'S', 'C', 'I' -> site.fork(Opcodes.IF_ICMPNE, different, mine, theirs);
      case 'J' ->
          site.fork(
              Opcodes.IFNE, different, site.arithmetic(Opcodes.LCMP, ValueType.INT, mine, theirs));
      case 'F' ->
          site.fork(
              Opcodes.IFNE,
              different,
              site.callStatic("java/lang/Float", "compare", "(FF)I", mine, theirs));
      case 'D' ->
          site.fork(
              Opcodes.IFNE,
              different,
              site.callStatic("java/lang/Double", "compare", "(DD)I", mine, theirs));
      default ->
          site.fork(
              Opcodes.IFEQ,
              different,
              site.callStatic(
                  OBJECTS, "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z", mine, theirs));
    }
  }
}
