package dev.jpgo.core.phase.sort;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.UnsupportedMethodException;
import dev.jpgo.core.phase.inline.WorldTypeMerger;
import dev.jpgo.core.world.FieldResolver;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MemberAccess;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Whether what a function does to an element can be run and forgotten: it reads plain fields,
 * computes, boxes numbers and calls methods that do no more; it ends, since it neither loops nor
 * calls itself; it changes nothing, locks nothing, loads and initializes no class; and whatever it
 * throws is a {@code RuntimeException}.
 *
 * <p>Elements are of one very class, so that what is called on them is known; of other objects only
 * methods that cannot be overridden are called.
 */
final class KeyCode {
  private static final int DEEPEST = 4;
  private static final int LONGEST = 60;

  /** Methods that are looked through for one sort; more would take too long. */
  private static final int MOST = 50;

  private static final Set<String> BOXES =
      Set.of(
          "java/lang/Boolean",
          "java/lang/Byte",
          "java/lang/Character",
          "java/lang/Short",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double");

  private final World world;
  private final LoadedClass owner;
  private final LoadedClass element;
  private final boolean ofArray;
  private final Set<MethodId> read = new LinkedHashSet<>();
  private int looked;

  /**
   * @param owner the class that the functions are made in
   * @param element the class of the elements
   * @param ofArray whether they are in an array that the functions may know: while it is sorted
   *     they see other elements in it by the time they are called
   */
  KeyCode(World world, LoadedClass owner, LoadedClass element, boolean ofArray) {
    this.world = world;
    this.owner = owner;
    this.element = element;
    this.ofArray = ofArray;
  }

  /** The methods whose code the answers rest on. */
  Set<MethodId> read() {
    return read;
  }

  boolean isForgettable(Key key) {
    LoadedClass named = world.find(owner, key.implementation().getOwner()).orElse(null);
    ResolvedMethod method =
        named == null
            ? null
            : MethodResolver.resolve(
                    named,
                    key.implementation().getName(),
                    key.implementation().getDesc(),
                    key.implementation().isInterface())
                .orElse(null);
    if (method == null || named == null || !mayCall(owner, named, method)) {
      return false;
    }
    boolean onElement = !method.method().isStatic() && key.captured() == 0;
    ResolvedMethod target = onElement ? onElement(method) : fixed(method);
    return target != null && isForgettable(target, key.captured(), 0);
  }

  private @Nullable ResolvedMethod onElement(ResolvedMethod method) {
    return HierarchyAnalysis.isSubtype(element, method.owner())
        ? MethodResolver.select(element, method).orElse(null)
        : null;
  }

  private static @Nullable ResolvedMethod fixed(ResolvedMethod method) {
    boolean initialized = !method.method().isStatic() || method.owner().initialized();
    return method.cannotBeOverridden() && initialized ? method : null;
  }

  /**
   * Looks through a method.
   *
   * @param parameter which of its parameters, the receiver included, is an element; -1 if none
   */
  private boolean isForgettable(ResolvedMethod method, int parameter, int depth) {
    if (depth == DEEPEST
        || ++looked > MOST
        || method.method().isSynchronized()
        || !method.owner().known()) {
      return false;
    }
    MethodNode code = world.code(method.owner(), method.method()).orElse(null);
    if (code == null || code.instructions.size() == 0 || !code.tryCatchBlocks.isEmpty()) {
      return false;
    }
    read.add(
        new MethodId(method.owner().name(), method.method().name(), method.method().descriptor()));
    try {
      return isForgettable(graph(method.owner(), code), method.owner(), parameter, depth);
    } catch (UnsupportedMethodException e) {
      return false;
    }
  }

  private Graph graph(LoadedClass holder, MethodNode code) throws UnsupportedMethodException {
    return GraphBuilder.build(
        MethodSource.of(holder.name(), holder.info().version(), code)
            .withMerger(new WorldTypeMerger(world, holder))
            .withMaxInstructions(LONGEST));
  }

  private boolean isForgettable(Graph graph, LoadedClass holder, int parameter, int depth) {
    Instr elementIn = parameter < 0 ? null : graph.params().get(parameter);
    boolean[] passed = new boolean[graph.blockIdBound()];
    for (Block block : graph.blocks()) {
      passed[block.id()] = true;
      for (Block successor : block.successors()) {
        if (passed[successor.id()]) {
          return false;
        }
      }
      for (Instr instr : block.body()) {
        if (!isForgettable(instr, holder, elementIn, depth)) {
          return false;
        }
      }
      if (block.terminator().op() == Opcodes.ATHROW) {
        return false;
      }
    }
    return true;
  }

  private boolean isForgettable(
      Instr instr, LoadedClass holder, @Nullable Instr elementIn, int depth) {
    if (instr.isPure()) {
      return true;
    }
    return switch (instr.op()) {
      case Opcodes.ARRAYLENGTH,
          Opcodes.IALOAD,
          Opcodes.LALOAD,
          Opcodes.FALOAD,
          Opcodes.DALOAD,
          Opcodes.BALOAD,
          Opcodes.CALOAD,
          Opcodes.SALOAD,
          Opcodes.IDIV,
          Opcodes.LDIV,
          Opcodes.IREM,
          Opcodes.LREM ->
          true;
      case Opcodes.AALOAD -> !ofArray;
      case Opcodes.GETFIELD -> isPlain((Operand.Field) instr.operand(), holder);
      case Opcodes.INVOKESTATIC,
          Opcodes.INVOKEVIRTUAL,
          Opcodes.INVOKEINTERFACE,
          Opcodes.INVOKESPECIAL ->
          isBoxing((Operand.Method) instr.operand())
              || isForgettableCall(instr, holder, elementIn, depth);
      default -> false;
    };
  }

  private boolean isPlain(Operand.Field name, LoadedClass holder) {
    LoadedClass named = world.find(holder, name.owner()).orElse(null);
    FieldResolver.ResolvedField field =
        named == null
            ? null
            : FieldResolver.resolve(named, name.name(), name.descriptor()).orElse(null);
    int unwanted = Opcodes.ACC_VOLATILE | Opcodes.ACC_STATIC;
    return named != null
        && field != null
        && (field.field().access() & unwanted) == 0
        && MemberAccess.mayAccess(holder, named, field);
  }

  /** A number is put into a box, or taken out of one: the classes are final and the JDK's. */
  private static boolean isBoxing(Operand.Method called) {
    return BOXES.contains(called.owner())
        && (called.name().equals("valueOf")
            ? called.descriptor().charAt(1) != 'L'
            : called.name().endsWith("Value") && called.descriptor().startsWith("()"));
  }

  private boolean isForgettableCall(
      Instr call, LoadedClass holder, @Nullable Instr elementIn, int depth) {
    Operand.Method called = (Operand.Method) call.operand();
    LoadedClass named = world.find(holder, called.owner()).orElse(null);
    ResolvedMethod method =
        named == null
            ? null
            : MethodResolver.resolve(
                    named, called.name(), called.descriptor(), called.isInterface())
                .orElse(null);
    boolean isStatic = call.op() == Opcodes.INVOKESTATIC;
    if (method == null
        || named == null
        || isStatic != method.method().isStatic()
        || (call.op() == Opcodes.INVOKESPECIAL && !method.method().isPrivate())
        || !mayCall(holder, named, method)) {
      return false;
    }
    int parameter = elementIn == null ? -1 : call.inputs().indexOf(elementIn);
    boolean onElement = !isStatic && parameter == 0;
    ResolvedMethod target = onElement ? onElement(method) : fixed(method);
    return target != null && isForgettable(target, parameter, depth + 1);
  }

  /** Whether a class may call a method (JVMS 5.4.4); a false "no" is possible. */
  private static boolean mayCall(LoadedClass from, LoadedClass named, ResolvedMethod method) {
    int access = method.method().access();
    boolean isPrivate = (access & Opcodes.ACC_PRIVATE) != 0;
    return MethodResolver.mayAccess(from, named)
        && !method.method().callerSensitive()
        && ((access & Opcodes.ACC_PUBLIC) != 0
            || from == method.owner()
            || (isPrivate
                ? MemberAccess.nestmates(from, method.owner())
                : MethodResolver.samePackage(from, method.owner())));
  }
}
