package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.FieldResolver;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Which constructors can run without an object, in the method that would have made it: those that
 * do nothing with {@code this} but to read and write its fields and to call another constructor of
 * the class, or one of its superclass, of which the same holds, up to that of {@code Object}.
 *
 * <p>What else they do stays, in its order: calls, and whatever throws. It must be allowed to stand
 * in the method as what is inlined must ({@link AccessPolicy}, {@link CalleePolicy}); accesses of
 * fields of {@code this} need not, for they are gone in the end, but the constructor itself must be
 * allowed to make them. There are no handlers in it, and no locks.
 *
 * <p>An instance serves one compilation.
 */
public final class Constructors {
  private static final String OBJECT = "java/lang/Object";
  private static final int MAX_DEPTH = 6;

  private final InlineContext context;
  private final AccessPolicy access;
  private final Callees callees;

  public Constructors(InlineContext context) {
    this.context = context;
    this.access = new AccessPolicy(context.world(), context.root());
    this.callees = new Callees(context);
  }

  /**
   * The class that {@code new} in the method makes an object of, if it does nothing else: the class
   * is initialized and may be named, and what is above it is known. Null otherwise, and if it has a
   * finalizer.
   */
  public @Nullable LoadedClass made(Instr creation) {
    LoadedClass type =
        context
            .world()
            .find(context.root(), ((Operand.Class) creation.operand()).name())
            .orElse(null);
    return type != null
            && type.known()
            && type.initialized()
            && !type.info().isAbstract()
            && !type.info().isInterface()
            && access.refuseLoader(type) == null
            && access.mayName(type)
            && isOrdinary(type)
        ? type
        : null;
  }

  /** Whether everything above a class is known, and there is no finalizer (JLS 12.6). */
  private static boolean isOrdinary(LoadedClass type) {
    LoadedClass at = type;
    while (!at.name().equals(OBJECT)) {
      LoadedClass above = at.superclass().orElse(null);
      if (above == null || !above.known() || at.info().method("finalize", "()V").isPresent()) {
        return false;
      }
      at = above;
    }
    return at.loader() == World.BOOT_LOADER;
  }

  /** The field of an object that an instruction of the method accesses; null if it may not. */
  public FieldResolver.@Nullable ResolvedField field(LoadedClass type, Instr instr) {
    FieldResolver.ResolvedField field = access.instanceField(context.root(), instr, false);
    return field != null && HierarchyAnalysis.isSubtype(type, field.owner()) ? field : null;
  }

  /** The field that an access means which may be a constructor's, and has been looked at. */
  public FieldResolver.ResolvedField variable(Instr instr) {
    Operand.Field name = (Operand.Field) instr.operand();
    LoadedClass named = access.find(context.root(), name.owner());
    return Optional.ofNullable(named)
        .flatMap(owner -> FieldResolver.resolve(owner, name.name(), name.descriptor()))
        .orElseThrow(() -> new IllegalStateException(instr + " is of no known field"));
  }

  /**
   * Whether an object is an instance of a class that the method names.
   *
   * @return null when asking may do more, or the answer is not known
   */
  public @Nullable Boolean isInstance(LoadedClass type, String name) {
    if (name.startsWith("[")) {
      return null;
    }
    LoadedClass named = context.world().find(context.root(), name).orElse(null);
    return named == null || !access.mayName(named)
        ? null
        : (Boolean) HierarchyAnalysis.isSubtype(type, named);
  }

  /** Whether a call is that of {@code Object}'s constructor. */
  public static boolean isLast(Instr call) {
    return call.op() == Opcodes.INVOKESPECIAL
        && ((Operand.Method) call.operand()).owner().equals(OBJECT);
  }

  /**
   * Plans a constructor.
   *
   * @param type the class of the object
   * @param call the call of the constructor in the method
   * @return null when the object is needed, or the constructor does what cannot be done elsewhere
   */
  public @Nullable Construction plan(LoadedClass type, Instr call) {
    Plan plan = plan(context.root(), type, call, 1);
    return plan == null ? null : new Construction(plan.call, plan.repeatable, plan.decision);
  }

  /**
   * What is to be told of a constructor that gives its object to nobody and locks nothing, where
   * the object is made and the constructor called as ever.
   *
   * @param type the class of the object
   * @param call the call of the constructor in the method
   * @param reason what rests on it
   * @return null when it may do more with its object
   */
  public @Nullable InlineDecision keepsToItself(LoadedClass type, Instr call, String reason) {
    Plan plan = plan(context.root(), type, call, 1);
    return plan == null ? null : because(plan.decision, reason);
  }

  private static InlineDecision because(InlineDecision decision, String reason) {
    return new InlineDecision(
        decision.site(),
        decision.line(),
        decision.target(),
        decision.inlined(),
        reason,
        decision.count(),
        decision.inner().stream().map(inner -> because(inner, reason)).toList());
  }

  /** Whether an object is one of {@code Object} itself, whose constructor does nothing. */
  public static boolean isPlainObject(LoadedClass type) {
    return type.name().equals(OBJECT)
        && type.info().method("<init>", "()V").map(m -> m.codeLength() == 1).orElse(false);
  }

  private record Plan(CallPlan call, boolean repeatable, InlineDecision decision) {}

  private @Nullable Plan plan(LoadedClass from, LoadedClass type, Instr call, int depth) {
    Operand.Method name = (Operand.Method) call.operand();
    ResolvedMethod method =
        type.info()
            .method("<init>", name.descriptor())
            .map(found -> new ResolvedMethod(type, found))
            .orElse(null);
    if (method == null
        || depth > MAX_DEPTH
        || !name.owner().equals(type.name())
        || type.loader() != from.loader() && !AccessPolicy.namesOnlyJava(name.descriptor())
        || access.refuseLoader(type) != null
        || !mayConstruct(from, type, method, depth)
        || CalleePolicy.refuseConstructor(method, context.mode()) != null
        || method.method().codeLength() > context.limits().maxCalleeBytes()) {
      return null;
    }
    Callee callee = callees.get(method).callee();
    return callee == null ? null : plan(type, call, callee, depth);
  }

  /** A class may call the protected constructors of its superclass for an object of its own. */
  private boolean mayConstruct(
      LoadedClass from, LoadedClass type, ResolvedMethod method, int depth) {
    boolean inherited =
        depth > 1
            && from.superclass().orElse(null) == type
            && (method.method().access() & Opcodes.ACC_PROTECTED) != 0;
    return inherited
        ? AccessPolicy.mayAccess(from, type)
        : access.mayCall(from, type, method, type.name());
  }

  private @Nullable Plan plan(LoadedClass type, Instr call, Callee callee, int depth) {
    Graph graph = callee.graph();
    Instr receiver = graph.params().get(0);
    Map<Instr, CallPlan> calls = new IdentityHashMap<>();
    List<InlineDecision> inner = new ArrayList<>();
    boolean repeatable = true;
    boolean called = false;
    int bytes = 0;
    for (Block block : graph.blocks()) {
      if (!block.handlers().isEmpty() || usesObject(block, receiver)) {
        return null;
      }
      for (Instr instr : block.body()) {
        if (instr.op() == Op.PARAM) {
          continue;
        }
        if (!instr.inputs().contains(receiver)) {
          if (!mayStand(type, instr)) {
            return null;
          }
          bytes += SizeEstimate.of(instr);
          repeatable &= instr.isPure();
        } else if (isField(instr, receiver)) {
          FieldResolver.ResolvedField field = access.instanceField(type, instr, true);
          if (field == null || !HierarchyAnalysis.isSubtype(type, field.owner())) {
            return null;
          }
        } else {
          Plan other = called ? null : planOther(type, instr, receiver, depth);
          if (other == null && (called || !isObjects(type, instr, receiver))) {
            return null;
          }
          called = true;
          if (other != null) {
            calls.put(instr, other.call);
            inner.add(other.decision);
            repeatable &= other.repeatable;
            bytes += other.call.bytes();
          }
        }
      }
      bytes += Op.isReturn(block.terminator().op()) ? 0 : SizeEstimate.of(block.terminator());
      repeatable &= block.terminator().op() != Opcodes.ATHROW;
    }
    String reason = "its object is not made";
    InlineDecision decision = decision(call, callee.method(), reason, inner);
    BodyPlan body =
        new BodyPlan(callee, calls, false, Set.of(), false, true, bytes, null, List.copyOf(inner));
    CallTarget target =
        new CallTarget(callee.method(), false, false, null, null, false, List.of(), reason);
    boolean ends = !callee.code().loopsWithin(Set.copyOf(graph.blocks()));
    return called && bytes <= context.limits().maxCalleeBytes()
        ? new Plan(new CallPlan(call, target, body), repeatable && ends, decision)
        : null;
  }

  private static boolean usesObject(Block block, Instr receiver) {
    boolean uses = block.terminator().inputs().contains(receiver);
    for (Instr phi : block.phis()) {
      uses |= phi.inputs().contains(receiver);
    }
    return uses;
  }

  /**
   * Whether an instruction may stand in the method that the constructor is called from. One that
   * writes a final field of another object of the class may not, for that method is no constructor
   * (JVMS 6.5, putfield).
   */
  private boolean mayStand(LoadedClass from, Instr instr) {
    return instr.op() != Opcodes.MONITORENTER
        && instr.op() != Opcodes.MONITOREXIT
        && !access.writesFinal(from, instr)
        && CalleePolicy.refuseInstr(context.world(), from, instr) == null
        && access.refuse(from, instr) == null;
  }

  private static boolean isField(Instr instr, Instr receiver) {
    return instr.op() == Opcodes.GETFIELD
        || instr.op() == Opcodes.PUTFIELD
            && instr.input(0) == receiver
            && instr.input(1) != receiver;
  }

  private static boolean initializes(Instr instr, Instr receiver) {
    return instr.op() == Opcodes.INVOKESPECIAL
        && instr.operand() instanceof Operand.Method name
        && name.name().equals("<init>")
        && instr.input(0) == receiver
        && !instr.inputs().subList(1, instr.inputs().size()).contains(receiver);
  }

  /** The plan for the other constructor that one calls. */
  private @Nullable Plan planOther(LoadedClass type, Instr instr, Instr receiver, int depth) {
    if (!initializes(instr, receiver) || isLast(instr)) {
      return null;
    }
    LoadedClass named = access.find(type, ((Operand.Method) instr.operand()).owner());
    boolean related = named == type || named != null && type.superclass().orElse(null) == named;
    return related && named != null ? plan(type, named, instr, depth + 1) : null;
  }

  /** Whether a call is that of the constructor of {@code Object}, which does nothing. */
  private static boolean isObjects(LoadedClass type, Instr instr, Instr receiver) {
    LoadedClass above = type.superclass().orElse(null);
    return initializes(instr, receiver)
        && isLast(instr)
        && above != null
        && above.name().equals(OBJECT)
        && above.info().method("<init>", "()V").map(m -> m.codeLength() == 1).orElse(false);
  }

  private static InlineDecision decision(
      Instr call, ResolvedMethod method, String reason, List<InlineDecision> inner) {
    Block block = call.block();
    return new InlineDecision(
        call.site(),
        Math.max(0, call.position().line()),
        method.id(),
        true,
        reason,
        block == null ? 0 : Math.max(0, Math.round(block.frequency())),
        inner);
  }
}
