package dev.jpgo.core.phase.memory;

import dev.jpgo.core.classfile.FieldInfo;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.simplify.RuntimeConstants;
import dev.jpgo.core.world.FieldResolver;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MemberAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which memory each instruction of a graph reads or writes, at one moment. Memory is divided into
 * <em>locations</em>: one for each field declaration that the graph names, one for the elements of
 * arrays of each kind. Two accesses of different locations never touch the same variable: a field
 * is the one that the reference resolves to (JVMS 5.4.3.2), a field is no array element, and an
 * array of one kind of elements is not one of another (boolean and byte count as one).
 *
 * <p>What may do more than access one location is {@link #OPAQUE}. It is everything after which a
 * plain read may have to see what other code or another thread wrote (JLS 17.4.5), and everything
 * not understood:
 *
 * <ul>
 *   <li>calls, but of a few methods ({@link KnownFunctions}); monitors; accesses of volatile
 *       fields;
 *   <li>accesses of fields that are not found in the running program, which thus count as volatile,
 *       that the code may not touch, or that are static where the instruction says otherwise;
 *   <li>what may initialize a class (JVMS 5.5): accesses of static fields and allocations whose
 *       class is not known to be initialized;
 *   <li>what may load a class, and so run code of a class loader: instructions that name a class
 *       which is not known to be loaded; method handles, method types and dynamic constants.
 * </ul>
 *
 * <p>The optimizer's own flags, counters and constants are nothing to the program: reading one is
 * neither an access nor opaque, though flags are volatile. No action of the program orders memory
 * there, so none of the program's reads has to see more after it than before it. (That a flag is
 * read after the values it vouches for holds all the more if they are read earlier still.)
 */
final class MemoryAccesses {
  /** Touches no memory of the program. */
  static final int NONE = -1;

  /** May do anything to memory. */
  static final int OPAQUE = -2;

  private static final int ARRAY_KINDS = 8;

  private final MemoryContext context;
  private final int[] locations;

  /** By instruction id: the number of the function that it calls, or 0. */
  private final int[] functions;

  /** Fields by declaring class; their location is their index plus {@link #ARRAY_KINDS}. */
  private final List<FieldResolver.ResolvedField> fields = new ArrayList<>();

  /** References looked up, and what was found: hash code, then location or OPAQUE. */
  private final List<Operand.Field> references = new ArrayList<>();

  private int[] meanings = new int[32];

  MemoryAccesses(MemoryContext context, Graph graph) {
    this.context = context;
    this.locations = new int[graph.instrIdBound()];
    this.functions = new int[graph.instrIdBound()];
    List<Block> blocks = graph.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      List<Instr> body = block.body();
      for (int k = 0; k < body.size(); k++) {
        Instr instr = body.get(k);
        locations[instr.id()] = classify(instr);
      }
      locations[block.terminator().id()] = NONE;
    }
  }

  /**
   * The location that an instruction accesses, or {@link #NONE}, or {@link #OPAQUE}. Loads that
   * were added since count as none.
   */
  int of(Instr instr) {
    return instr.id() < locations.length ? locations[instr.id()] : NONE;
  }

  /**
   * The number of the function that an instruction calls whose answer depends on its arguments
   * alone; {@link KnownFunctions#NONE} of all others.
   */
  int function(Instr instr) {
    int number = instr.id() < functions.length ? functions[instr.id()] : 0;
    return number == 0 ? KnownFunctions.NONE : number;
  }

  private boolean isFunction(Instr instr) {
    int number = KnownFunctions.of(context.world(), context.owner(), instr);
    functions[instr.id()] = Math.max(0, number);
    return number != KnownFunctions.NONE;
  }

  /** Number of locations; they count from 0. */
  int count() {
    return ARRAY_KINDS + fields.size();
  }

  /** Whether an operation writes the location that it accesses. */
  static boolean isStore(int op) {
    return op == Opcodes.PUTFIELD
        || op == Opcodes.PUTSTATIC
        || (op >= Opcodes.IASTORE && op <= Opcodes.SASTORE);
  }

  /** Whether an operation reads the location that it accesses. */
  static boolean isLoad(int op) {
    return op == Opcodes.GETFIELD
        || op == Opcodes.GETSTATIC
        || (op >= Opcodes.IALOAD && op <= Opcodes.SALOAD);
  }

  private int classify(Instr instr) {
    int op = instr.op();
    if (Op.isPure(op) || op == Op.CATCH) {
      return NONE;
    }
    if (op >= Opcodes.IALOAD && op <= Opcodes.SALOAD) {
      return op - Opcodes.IALOAD;
    }
    if (op >= Opcodes.IASTORE && op <= Opcodes.SASTORE) {
      return op - Opcodes.IASTORE;
    }
    return switch (op) {
      case Opcodes.GETFIELD, Opcodes.PUTFIELD, Opcodes.GETSTATIC, Opcodes.PUTSTATIC ->
          ofField((Operand.Field) instr.operand(), op);
      case Opcodes.IDIV,
          Opcodes.LDIV,
          Opcodes.IREM,
          Opcodes.LREM,
          Opcodes.ARRAYLENGTH,
          Opcodes.NEWARRAY ->
          NONE;
      case Opcodes.CHECKCAST, Opcodes.INSTANCEOF, Opcodes.ANEWARRAY ->
          isLoaded(((Operand.Class) instr.operand()).name()) ? NONE : OPAQUE;
      case Opcodes.NEW -> isInitialized(((Operand.Class) instr.operand()).name()) ? NONE : OPAQUE;
      case Opcodes.LDC ->
          ((Operand.Constant) instr.operand()).value() instanceof Type type
                  && type.getSort() != Type.METHOD
                  && isLoaded(type.getInternalName())
              ? NONE
              : OPAQUE;
      case Opcodes.INVOKESTATIC, Opcodes.INVOKEVIRTUAL ->
          RuntimeCalls.onlyReads((Operand.Method) instr.operand()) || isFunction(instr)
              ? NONE
              : OPAQUE;
      default -> OPAQUE;
    };
  }

  /**
   * Whether what is at a location never changes again: a static final field of a class whose
   * initialization has completed. Only its initializer may write it (JVMS 6.5 putstatic, from
   * class-file version 53 on), and compilers of the VM fold it too. Standard input and output are
   * written to nevertheless (JLS 17.5.4).
   */
  boolean isConstant(int location) {
    if (location < ARRAY_KINDS) {
      return false;
    }
    FieldResolver.ResolvedField field = fields.get(location - ARRAY_KINDS);
    int constant = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    return (field.field().access() & constant) == constant
        && field.owner().initialized()
        && field.owner().info().version() >= Opcodes.V9
        && !field.owner().name().equals("java/lang/System");
  }

  private boolean isLoaded(String name) {
    String element = name;
    if (name.charAt(0) == '[') {
      int first = name.lastIndexOf('[') + 1;
      if (name.charAt(first) != 'L') {
        return true;
      }
      element = name.substring(first + 1, name.length() - 1);
    }
    return context.world().find(context.owner(), element).isPresent();
  }

  private boolean isInitialized(String name) {
    Optional<LoadedClass> named = context.world().find(context.owner(), name);
    return named.isPresent() && named.get().initialized();
  }

  // --- fields

  private int ofField(Operand.Field reference, int op) {
    if (reference.owner().equals(context.runtime()) || RuntimeConstants.include(reference)) {
      return NONE;
    }
    boolean isStatic = op == Opcodes.GETSTATIC || op == Opcodes.PUTSTATIC;
    int location = known(reference);
    if (location == NONE) {
      location = lookUp(reference);
      int at = 2 * references.size();
      if (at == meanings.length) {
        meanings = Arrays.copyOf(meanings, 2 * at);
      }
      meanings[at] = hash(reference);
      meanings[at + 1] = location;
      references.add(reference);
    }
    if (location == OPAQUE) {
      return OPAQUE;
    }
    FieldResolver.ResolvedField field = fields.get(location - ARRAY_KINDS);
    boolean declaredStatic = (field.field().access() & Opcodes.ACC_STATIC) != 0;
    if (declaredStatic != isStatic || (isStatic && !field.owner().initialized())) {
      return OPAQUE;
    }
    return location;
  }

  private int known(Operand.Field reference) {
    int hash = hash(reference);
    for (int i = 0; i < references.size(); i++) {
      if (meanings[2 * i] == hash) {
        Operand.Field each = references.get(i);
        if (each.name().equals(reference.name())
            && each.owner().equals(reference.owner())
            && each.descriptor().equals(reference.descriptor())) {
          return meanings[2 * i + 1];
        }
      }
    }
    return NONE;
  }

  private static int hash(Operand.Field reference) {
    return reference.name().hashCode() + 31 * reference.owner().hashCode();
  }

  private int lookUp(Operand.Field reference) {
    Optional<LoadedClass> named = context.world().find(context.owner(), reference.owner());
    if (named.isEmpty()) {
      return OPAQUE;
    }
    Optional<FieldResolver.ResolvedField> found =
        FieldResolver.resolve(named.get(), reference.name(), reference.descriptor());
    if (found.isEmpty()
        || (found.get().field().access() & Opcodes.ACC_VOLATILE) != 0
        || !MemberAccess.mayAccessVerified(context.owner(), named.get(), found.get())) {
      return OPAQUE;
    }
    FieldResolver.ResolvedField field = found.get();
    for (int i = 0; i < fields.size(); i++) {
      if (isSame(fields.get(i), field)) {
        return ARRAY_KINDS + i;
      }
    }
    fields.add(field);
    return ARRAY_KINDS + fields.size() - 1;
  }

  private static boolean isSame(
      FieldResolver.ResolvedField first, FieldResolver.ResolvedField second) {
    FieldInfo a = first.field();
    FieldInfo b = second.field();
    return first.owner() == second.owner()
        && a.name().equals(b.name())
        && a.descriptor().equals(b.descriptor());
  }

  // --- values in memory

  /**
   * Whether a load of what was stored gives the very value, bits and type: sub-int variables cut
   * off what does not fit them (JVMS 6.5 putfield, bastore, castore, sastore).
   */
  static boolean isKept(Instr store, Instr value) {
    int op = store.op();
    return switch (op) {
      case Opcodes.PUTFIELD, Opcodes.PUTSTATIC ->
          fits(value, ((Operand.Field) store.operand()).descriptor().charAt(0));
      case Opcodes.BASTORE -> fits(value, 'Z') && fits(value, 'B');
      case Opcodes.CASTORE -> fits(value, 'C');
      case Opcodes.SASTORE -> fits(value, 'S');
      default -> true;
    };
  }

  /** Whether a value is what was loaded from a location, more or less a constant. */
  boolean counts(int location, Instr value) {
    return (value.op() == Opcodes.IADD || value.op() == Opcodes.ISUB)
        && value.input(1).isConst()
        && of(value.input(0)) == location
        && isLoad(value.input(0).op());
  }

  private static boolean fits(Instr value, char descriptor) {
    int low;
    int high;
    int conversion;
    switch (descriptor) {
      case 'Z' -> {
        low = 0;
        high = 1;
        conversion = Opcodes.INSTANCEOF;
      }
      case 'B' -> {
        low = Byte.MIN_VALUE;
        high = Byte.MAX_VALUE;
        conversion = Opcodes.I2B;
      }
      case 'C' -> {
        low = 0;
        high = Character.MAX_VALUE;
        conversion = Opcodes.I2C;
      }
      case 'S' -> {
        low = Short.MIN_VALUE;
        high = Short.MAX_VALUE;
        conversion = Opcodes.I2S;
      }
      default -> {
        return true;
      }
    }
    Integer constant = constant(value);
    if (constant != null) {
      return constant >= low && constant <= high;
    }
    int op = value.op();
    return op == conversion
        || ((op == Opcodes.GETFIELD || op == Opcodes.GETSTATIC)
            && ((Operand.Field) value.operand()).descriptor().charAt(0) == descriptor)
        || (op == Opcodes.CALOAD && descriptor == 'C')
        || (op == Opcodes.SALOAD && descriptor == 'S');
  }

  private static @Nullable Integer constant(Instr value) {
    return value.isConst()
            && value.operand() instanceof Operand.Constant constant
            && constant.value() instanceof Integer number
        ? number
        : null;
  }
}
