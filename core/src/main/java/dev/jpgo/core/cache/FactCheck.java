package dev.jpgo.core.cache;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.VariableHandle;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Whether a compilation would be told in this JVM what it was told in another: see {@link
 * RecordingWorld} for why code that was made there is right here then.
 *
 * <p>Different classes of then must be different classes now, the same the same, and likewise their
 * loaders, since the compiler compares both.
 */
public final class FactCheck {
  private final World world;
  private final Facts facts;
  private final LoadedClass[] bound;
  private final Object[] loaders;
  private final List<Assumption> assumptions = new ArrayList<>();
  private Verdict verdict = Verdict.HOLDS;
  private String reason = "";
  private String missing = "";
  private final List<LoadedClass> bytesWanted = new ArrayList<>();

  /** What came of it. */
  public enum Verdict {
    /** All of it is so. */
    HOLDS,
    /** Some of it is not so yet: a class is not loaded or initialized, or its bytes not here. */
    NOT_YET,
    /** Some of it is otherwise, and will be. */
    DIFFERS
  }

  private FactCheck(World world, Facts facts) {
    this.world = world;
    this.facts = facts;
    this.bound = new LoadedClass[facts.entities().size()];
    this.loaders = new Object[facts.entities().size() + 1];
  }

  /**
   * Checks facts.
   *
   * @param world the running program
   * @param owner the class of the method
   */
  public static FactCheck of(World world, Facts facts, LoadedClass owner) {
    FactCheck check = new FactCheck(world, facts);
    check.run(owner);
    return check;
  }

  public Verdict verdict() {
    return verdict;
  }

  /** Why it does not hold. */
  public String reason() {
    return reason;
  }

  /** Name of a class that is not there yet; empty if that is not what is amiss. */
  public String missing() {
    return missing;
  }

  /** The classes whose bytes must be had first. */
  public List<LoadedClass> bytesWanted() {
    return bytesWanted;
  }

  /** What the code rests on, if it holds: still to be watched over. */
  public List<Assumption> assumptions() {
    return assumptions;
  }

  private boolean no(Verdict what, String why) {
    verdict = what;
    reason = why;
    return false;
  }

  private boolean run(LoadedClass owner) {
    if (bound.length == 0) {
      return no(Verdict.DIFFERS, "no class at all");
    }
    if (!bind(0, owner)) {
      return false;
    }
    for (Facts.Step step : facts.steps()) {
      if (!follow(step)) {
        return false;
      }
    }
    for (LoadedClass each : bound) {
      if (each == null) {
        return no(Verdict.DIFFERS, "a class that nothing leads to");
      }
    }
    if (!bytesWanted.isEmpty()) {
      String all = bytesWanted.stream().map(LoadedClass::name).collect(Collectors.joining(", "));
      return no(Verdict.NOT_YET, "the bytes of " + all + " are not here");
    }
    return links() && assumed();
  }

  private boolean follow(Facts.Step step) {
    LoadedClass from = bound[step.from()];
    if (from == null) {
      return no(Verdict.DIFFERS, "a way from a class that nothing leads to");
    }
    if (step.way() == Facts.Way.INTERFACES) {
      return from.interfaces().size() == step.index()
          || no(Verdict.DIFFERS, from.name() + " has other interfaces");
    }
    LoadedClass to = destination(step, from);
    if (to == null) {
      if (step.to() < 0) {
        return true; // no superclass, then as now
      }
      boolean loads = step.way() == Facts.Way.NAMED || step.way() == Facts.Way.BELOW;
      missing = step.name();
      return no(
          loads ? Verdict.NOT_YET : Verdict.DIFFERS, step.name() + " is not there for " + from);
    }
    if (step.to() < 0) {
      return no(Verdict.DIFFERS, from.name() + " has a superclass");
    }
    LoadedClass known = bound[step.to()];
    return known == null
        ? bind(step.to(), to)
        : known == to || no(Verdict.DIFFERS, to.name() + " is another class");
  }

  private @Nullable LoadedClass destination(Facts.Step step, LoadedClass from) {
    return switch (step.way()) {
      case NAMED -> world.find(from, step.name()).orElse(null);
      case SUPERCLASS -> from.superclass().orElse(null);
      case INTERFACE ->
          step.index() < from.interfaces().size() ? from.interfaces().get(step.index()) : null;
      case BELOW -> below(from, step.name());
      case INTERFACES -> null;
    };
  }

  /** The one class of that name directly below another; none if there are two. */
  private static @Nullable LoadedClass below(LoadedClass above, String name) {
    LoadedClass found = null;
    for (LoadedClass each : above.subtypes()) {
      if (each.name().equals(name)) {
        if (found != null) {
          return null;
        }
        found = each;
      }
    }
    return found;
  }

  private boolean bind(int number, LoadedClass type) {
    Facts.Entity entity = facts.entities().get(number);
    for (LoadedClass other : bound) {
      if (other == type) {
        return no(Verdict.DIFFERS, type.name() + " was two classes");
      }
    }
    if (!entity.name().equals(type.name())) {
      return no(Verdict.DIFFERS, type.name() + " was " + entity.name());
    }
    if (entity.initialized() && !type.initialized()) {
      return no(Verdict.NOT_YET, type.name() + " is not initialized");
    }
    if (entity.fingerprint() != 0) {
      long now = type.fingerprint(entity.code());
      if (now == 0 || now != entity.fingerprint() && type.fingerprint(true) == 0) {
        bytesWanted.add(type); // and others, perhaps: they come together
      } else if (now != entity.fingerprint()) {
        return no(Verdict.DIFFERS, type.name() + " has changed");
      }
    }
    if (entity.exported() && !type.exported()) {
      return no(Verdict.DIFFERS, "the package of " + type.name() + " is not exported");
    }
    bound[number] = type;
    return sameLoader(entity.loader(), type);
  }

  private boolean sameLoader(int number, LoadedClass type) {
    Object loader = type.loader();
    if ((number == 0) != (loader == World.BOOT_LOADER)) {
      return no(Verdict.DIFFERS, type.name() + " has another loader");
    }
    for (int i = 0; i < loaders.length; i++) {
      if (loaders[i] != null && (i == number) != (loaders[i] == loader)) {
        return no(Verdict.DIFFERS, type.name() + " has another loader");
      }
    }
    if (number < 0 || number >= loaders.length) {
      return no(Verdict.DIFFERS, "more loaders than classes");
    }
    loaders[number] = loader;
    return true;
  }

  private boolean links() {
    for (Facts.Link link : facts.links()) {
      LoadedClass from = bound[link.from()];
      LoadedClass to = bound[link.to()];
      if (!(link.reads() ? from.reads(to) : from.sameModule(to))) {
        return no(Verdict.DIFFERS, from.name() + " does not see " + to.name());
      }
    }
    for (Facts.Held held : facts.held()) {
      LoadedClass owner = bound[held.owner()];
      VariableHandle handle = owner.handle(held.field()).orElse(null);
      if (!held.handle().equals(handle)) {
        return no(
            handle == null ? Verdict.NOT_YET : Verdict.DIFFERS,
            owner.name() + "." + held.field() + " holds another handle");
      }
    }
    return true;
  }

  /**
   * What rested on there being no other classes is asked anew of the classes there are now. Asked
   * with the method that the root itself resolves, which need not be the one that the call named:
   * for public and protected ones selection is the same, since a method overrides both or neither
   * (JVMS 5.4.5, 5.4.6). Of others it must be the very method: the root's own, which nothing above
   * it declares. Else they are refused.
   */
  private boolean assumed() {
    HierarchyAnalysis hierarchy = new HierarchyAnalysis();
    for (Facts.Assumed each : facts.assumed()) {
      LoadedClass root = bound[each.root()];
      LoadedClass target = bound[each.target()];
      LoadedClass except = each.except() < 0 ? null : bound[each.except()];
      ResolvedMethod resolved =
          MethodResolver.resolve(
                  root, each.name(), each.descriptor(), root.known() && root.info().isInterface())
              .orElse(null);
      if (resolved == null
          || !isWidelyVisible(resolved.method())
              && !isFirst(root, each.name(), each.descriptor())) {
        return no(Verdict.DIFFERS, root.name() + "." + each.name() + " resolves otherwise");
      }
      HierarchyAnalysis.Target unique = hierarchy.uniqueTarget(root, resolved, except).orElse(null);
      if (unique == null) {
        return no(Verdict.NOT_YET, "no one target of " + root.name() + "." + each.name());
      }
      if (unique.method().owner() != target) {
        return no(Verdict.DIFFERS, root.name() + "." + each.name() + " has another target");
      }
      assumptions.add(new Assumption(root, each.name(), each.descriptor(), target, except));
    }
    return true;
  }

  /** Whether a class declares a method that none of its supertypes declares, as far as is known. */
  private static boolean isFirst(LoadedClass type, String name, String descriptor) {
    if (!type.mayDeclare(name, descriptor)) {
      return false;
    }
    List<LoadedClass> above = new ArrayList<>(type.interfaces());
    type.superclass().ifPresent(above::add);
    for (int i = 0; i < above.size(); i++) {
      LoadedClass each = above.get(i);
      if (each.mayDeclare(name, descriptor)) {
        return false;
      }
      above.addAll(each.interfaces());
      each.superclass().ifPresent(above::add);
    }
    return true;
  }

  private static boolean isWidelyVisible(MethodInfo method) {
    return (method.access() & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0;
  }
}
