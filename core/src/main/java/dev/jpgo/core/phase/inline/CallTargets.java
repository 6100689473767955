package dev.jpgo.core.phase.inline;

import dev.jpgo.core.collect.Ordering;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Finds the one method that a call runs: static, private, final or special; the only one that the
 * loaded hierarchy selects; or the one that the profile says dominates.
 *
 * <p>On interfaces the verifier gives no word: any object may sit in a variable of interface type
 * (JVMS 4.10.1.2), and the call then throws IncompatibleClassChangeError. So a receiver whose
 * static type is not a class below the one named is cast to the target's class, which must itself
 * be below it, and a failing cast leads back to the original call. An instance serves one
 * compilation.
 */
final class CallTargets {
  /** Why a call stays that counts might tell the target of. */
  static final String UNCOUNTED = "several targets, and no receivers were counted";

  /** Of the targets of a call where none dominates, so many are tested for. */
  private static final int MOST_TARGETS = 3;

  /** Share of the receivers that the profile must show for one target. */
  static final double DOMINANT = 0.9;

  private final World world;
  private final Mode mode;
  private final HierarchyAnalysis hierarchy;
  private final AccessPolicy access;
  private final FreeChoices choices;

  CallTargets(World world, Mode mode, AccessPolicy access, FreeChoices choices) {
    this.world = world;
    this.mode = mode;
    this.hierarchy = new HierarchyAnalysis();
    this.access = access;
    this.choices = choices;
  }

  /**
   * Either a target or the reason why there is none.
   *
   * @param several where no single target dominates: the most frequent ones, each behind a test,
   *     most frequent first; then there is no target
   */
  record Choice(@Nullable CallTarget target, String reason, List<CallTarget> several) {
    Choice(@Nullable CallTarget target, String reason) {
      this(target, reason, List.of());
    }

    /** Whether counts might tell a target. */
    boolean isUncounted() {
      return reason.equals(UNCOUNTED);
    }

    static Choice no(String reason) {
      return new Choice(null, reason);
    }
  }

  Choice choose(CodeView code, Instr call) {
    return code.choice(call, () -> search(code, call));
  }

  private Choice search(CodeView code, Instr call) {
    Operand.Method name = (Operand.Method) call.operand();
    if (name.owner().startsWith("[")) {
      return Choice.no("an array's method");
    }
    if (RuntimeCalls.isRuntime(name.owner())) {
      return Choice.no("a call of the runtime");
    }
    if (name.name().equals("<init>")) {
      return Choice.no("an initializer works on an uninitialized object");
    }
    LoadedClass named = world.find(code.owner(), name.owner()).orElse(null);
    if (named == null || !named.known()) {
      return Choice.no("its class is not loaded");
    }
    ResolvedMethod resolved =
        MethodResolver.resolve(named, name.name(), name.descriptor(), name.isInterface())
            .orElse(null);
    if (resolved == null) {
      return Choice.no("not resolved");
    }
    boolean isStatic = call.op() == Opcodes.INVOKESTATIC;
    if (resolved.method().isStatic() != isStatic) {
      return Choice.no("static and instance calls are mixed up");
    }
    if (isStatic) {
      return access.mayCall(code.owner(), named, resolved, null)
          ? exact(resolved, false, false, "static")
          : Choice.no("not accessible to the caller");
    }
    Instr receiver = call.input(0);
    String type = receiver.type().name();
    if (type == null || type.startsWith("[")) {
      return Choice.no(type == null ? "the receiver is null" : "the receiver is an array");
    }
    if (!access.mayCall(code.owner(), named, resolved, type)) {
      return Choice.no("not accessible to the caller");
    }
    boolean nullCheck = !code.isNonNull(receiver, call);
    return call.op() == Opcodes.INVOKESPECIAL
        ? special(code, call, named, resolved, nullCheck)
        : virtual(code, call, named, resolved, nullCheck);
  }

  private static Choice exact(
      ResolvedMethod method, boolean virtual, boolean nullCheck, String reason) {
    return new Choice(
        new CallTarget(method, virtual, nullCheck, null, null, false, List.of(), reason), reason);
  }

  /** JVMS 6.5, invokespecial: the lookup starts at the direct superclass of the current class. */
  private Choice special(
      CodeView code, Instr call, LoadedClass named, ResolvedMethod resolved, boolean nullCheck) {
    LoadedClass current = code.owner();
    if (current.info().isInterface()) {
      LoadedClass type = provenType(code, call.input(0));
      if (type == null || !HierarchyAnalysis.isSubtype(type, current)) {
        return Choice.no("the receiver may not be of this interface"); // an error in the VM
      }
    }
    if (resolved.method().isPrivate()) {
      return resolved.owner() == current
          ? exact(resolved, false, nullCheck, "private")
          : Choice.no("private to another class");
    }
    if (named.info().isInterface()) {
      return named == resolved.owner() && !resolved.method().isAbstract()
          ? exact(resolved, false, nullCheck, "a superinterface's")
          : Choice.no("inherited by a superinterface");
    }
    LoadedClass start = named;
    if (named != current && HierarchyAnalysis.isSubtype(current, named)) {
      start = current.superclass().orElse(named);
    }
    ResolvedMethod selected =
        MethodResolver.resolve(
                start, resolved.method().name(), resolved.method().descriptor(), false)
            .orElse(null);
    return selected != null && selected.method().isVirtual() && !selected.method().isAbstract()
        ? exact(selected, false, nullCheck, "the superclass's")
        : Choice.no("no superclass has it");
  }

  private Choice virtual(
      CodeView code, Instr call, LoadedClass named, ResolvedMethod resolved, boolean nullCheck) {
    Instr receiver = call.input(0);
    LoadedClass type = provenType(code, receiver);
    boolean proven = type != null && HierarchyAnalysis.isSubtype(type, named);
    LoadedClass root = proven && type != null ? type : named;
    if (resolved.method().isPrivate()) {
      return proven
          ? exact(resolved, true, nullCheck, "private")
          : Choice.no("private, but the receiver's class is not known");
    }
    if (receiver.op() == Opcodes.NEW && proven) {
      Optional<ResolvedMethod> selected = MethodResolver.select(root, resolved);
      return selected.isPresent()
          ? exact(selected.get(), true, false, "the receiver's class is known")
          : Choice.no("not selected");
    }
    LoadedClass guess = choices.receiver(root);
    if (guess != null && HierarchyAnalysis.isSubtype(guess, root)) {
      Tested tested = tested(guess, root, resolved);
      return tested.test == null
          ? Choice.no(tested.refusal)
          : behindTest(tested, proven, "a guess");
    }
    Optional<HierarchyAnalysis.Target> unique = hierarchy.uniqueTarget(root, resolved);
    if (unique.isPresent() && (mode != Mode.JIT || unique.get().assumption().isEmpty())) {
      return hierarchical(named, root, proven, unique.get(), nullCheck);
    }
    return dominant(code, call, root, resolved, proven);
  }

  /**
   * A class or interface that the receiver surely is an instance of, or null: its static type where
   * the verifier checks it, and for {@code this} of a default method the interface, since the
   * method was selected from a class that implements it.
   */
  private @Nullable LoadedClass provenType(CodeView code, Instr receiver) {
    if (receiver.op() == Op.PARAM
        && !code.graph().isStatic()
        && receiver == code.graph().params().get(0)) {
      return code.owner();
    }
    String name = receiver.type().name();
    LoadedClass type = name == null ? null : world.find(code.owner(), name).orElse(null);
    return type == null || !type.known() || type.info().isInterface() ? null : type;
  }

  private Choice hierarchical(
      LoadedClass named,
      LoadedClass root,
      boolean proven,
      HierarchyAnalysis.Target target,
      boolean nullCheck) {
    LoadedClass owner = target.method().owner();
    if (!proven && !HierarchyAnalysis.isSubtype(owner, named)) {
      return Choice.no("the one target's class does not itself implement the interface");
    }
    LoadedClass cast = proven && HierarchyAnalysis.isSubtype(root, owner) ? null : owner;
    if (cast != null && !access.mayName(owner)) {
      return Choice.no("the one target's class is not accessible");
    }
    String reason =
        target.assumption().isEmpty() ? "final" : "the only target in the loaded hierarchy";
    return new Choice(
        new CallTarget(
            target.method(),
            true,
            nullCheck,
            null,
            cast,
            !proven,
            target.assumption().map(List::of).orElse(List.of()),
            reason),
        reason);
  }

  private Choice dominant(
      CodeView code, Instr call, LoadedClass root, ResolvedMethod resolved, boolean proven) {
    MethodProfile profile = code.profile();
    TypeHistogram seen = profile == null ? null : profile.receivers().get(call.site());
    if (seen == null || seen.total() == 0 || seen.entries().isEmpty()) {
      return Choice.no(UNCOUNTED);
    }
    LoadedClass first = world.find(code.owner(), seen.entries().get(0).className()).orElse(null);
    if (first == null || !first.known() || !HierarchyAnalysis.isSubtype(first, root)) {
      return Choice.no("the most frequent receiver's class is not known");
    }
    Tested tested = tested(first, root, resolved);
    LoadedClass test = tested.test;
    if (test == null) {
      return Choice.no(tested.refusal);
    }
    long covered = 0;
    for (TypeHistogram.Entry entry : seen.entries()) {
      LoadedClass type = world.find(code.owner(), entry.className()).orElse(null);
      if (type != null && type.known() && HierarchyAnalysis.isSubtype(type, test)) {
        covered += entry.count();
      }
    }
    double share = (double) covered / seen.total();
    return share < DOMINANT
        ? new Choice(
            null,
            "no target dominates: " + percent(share) + " of " + seen.total(),
            several(code, seen, root, resolved, proven))
        : behindTest(
            tested, proven, "the profile's target: " + percent(share) + " of " + seen.total());
  }

  /**
   * The targets of the most frequent receivers. Not where the VM's compiler tests for several
   * receivers itself, and would have to be given exact tests.
   */
  private List<CallTarget> several(
      CodeView code,
      TypeHistogram seen,
      LoadedClass root,
      ResolvedMethod resolved,
      boolean proven) {
    List<CallTarget> targets = new ArrayList<>();
    if (mode == Mode.JIT) {
      return targets;
    }
    Map<LoadedClass, Counted> counts = new LinkedHashMap<>();
    for (TypeHistogram.Entry entry : seen.entries()) {
      LoadedClass type = world.find(code.owner(), entry.className()).orElse(null);
      if (type != null && type.known() && HierarchyAnalysis.isSubtype(type, root)) {
        Tested tested = tested(type, root, resolved);
        if (tested.test != null) {
          counts.computeIfAbsent(tested.test, any -> new Counted(tested)).count += entry.count();
        }
      }
    }
    List<Counted> order = new ArrayList<>(counts.values());
    Ordering.sort(order, (a, b) -> Long.compare(b.count, a.count));
    double rest = 1;
    for (Counted each : order) {
      CallTarget target = behindTest(each.tested, proven, "").target();
      if (target != null && targets.size() < MOST_TARGETS) {
        double share = (double) each.count / seen.total();
        rest -= share;
        String why = "one of several targets: " + percent(share) + " of " + seen.total();
        targets.add(target.oneOf(share, Math.max(0, rest), why));
      }
    }
    return targets;
  }

  /** How many receivers passed a test. */
  private static final class Counted {
    private final Tested tested;
    private long count;

    Counted(Tested tested) {
      this.tested = tested;
    }
  }

  /** The class to test a receiver for so that it selects what one class selects, or why not. */
  private record Tested(
      @Nullable LoadedClass test, HierarchyAnalysis.@Nullable Target target, String refusal) {}

  private Tested tested(LoadedClass first, LoadedClass root, ResolvedMethod resolved) {
    ResolvedMethod target = MethodResolver.select(first, resolved).orElse(null);
    if (target == null) {
      return new Tested(null, null, "the most frequent receiver selects nothing");
    }
    LoadedClass test = target.owner();
    Optional<HierarchyAnalysis.Target> below =
        test.info().isInterface() || !HierarchyAnalysis.isSubtype(test, root)
            ? Optional.empty()
            : hierarchy.uniqueTarget(test, resolved);
    if (below.isEmpty()) {
      test = first;
      below = hierarchy.uniqueTarget(test, resolved);
    }
    return below.isEmpty() || !below.get().method().equals(target)
        ? new Tested(null, null, "the most frequent receiver's class has overriding subclasses")
        : new Tested(test, below.get(), "");
  }

  private Choice behindTest(Tested tested, boolean proven, String reason) {
    LoadedClass test = tested.test;
    HierarchyAnalysis.Target target = tested.target;
    if (test == null || target == null || !access.mayName(test)) {
      return Choice.no("the dominant target's class is not accessible");
    }
    List<Assumption> assumptions = target.assumption().map(List::of).orElse(List.of());
    if (mode == Mode.JIT && !assumptions.isEmpty()) {
      return Choice.no("an exact class test pays in a compiler alone");
    }
    return new Choice(
        new CallTarget(target.method(), true, false, test, test, !proven, assumptions, reason),
        reason);
  }

  private static String percent(double share) {
    return Math.round(share * 100) + "%";
  }
}
