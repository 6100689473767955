package dev.jpgo.agent.world;

import dev.jpgo.core.world.Assumption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The assumptions that installed versions rest on, and what breaks them.
 *
 * <p>The controller {@linkplain #register registers} before it {@linkplain #validate validates}
 * against the classes there are; a thread that defines a class adds it to the {@link
 * PendingClasses} before it asks {@link #define}. Whichever comes second sees the other, so no
 * class slips between the two. A class that may break an assumption clears its flag and brings
 * every thread to a safepoint before its definition goes on: no instance of it exists before every
 * thread has left whatever instruction read receiver and flag out of order.
 *
 * <p>Decided from names and selectors, so sometimes "broken" where it is not; never the reverse. A
 * flag that was cleared stays so, and its version goes on, slower, with the original calls. A class
 * of the boot loader is below no class of another loader, whatever its supertypes turn out to be:
 * they are resolved by its defining loader (JVMS 5.3.5), which asks no other.
 */
public final class AssumptionTable {
  private static final Registered[] NONE = new Registered[0];

  private final ClassRegistry registry;
  private final PendingClasses pending;
  private final AtomicLong broken = new AtomicLong();
  private volatile Registered[] registered = NONE;

  private record Registered(
      ClassRecord root,
      int selector,
      ClassRecord target,
      @Nullable ClassRecord except,
      FlagAllocator.Flag flag) {}

  public AssumptionTable(ClassRegistry registry, PendingClasses pending) {
    this.registry = registry;
    this.pending = pending;
  }

  /** How many flags have been cleared by new classes. */
  public long broken() {
    return broken.get();
  }

  /** From now on classes that break one of these clear the flag. Controller thread only. */
  public void register(List<Assumption> assumptions, FlagAllocator.Flag flag) {
    if (assumptions.isEmpty()) {
      return;
    }
    List<Registered> next = new ArrayList<>(registered.length + assumptions.size());
    for (Registered each : registered) {
      if (each.flag.holds()) {
        next.add(each);
      }
    }
    for (Assumption each : assumptions) {
      int selector = Selector.of(each.name(), each.descriptor());
      ClassRecord root = (ClassRecord) each.root();
      ClassRecord target = (ClassRecord) each.target();
      next.add(new Registered(root, selector, target, (ClassRecord) each.except(), flag));
    }
    registered = next.toArray(NONE);
  }

  /**
   * Looks again at every class there is, reported ones included; must follow {@link #register}, and
   * the version may be installed only if this is true.
   */
  public boolean validate(FlagAllocator.Flag flag, List<Assumption> assumptions) {
    List<ClassRecord> fresh = registry.refreshKeeping();
    for (Assumption each : assumptions) {
      ClassRecord root = (ClassRecord) each.root();
      ClassRecord except = (ClassRecord) each.except();
      for (ClassRecord record : fresh) {
        if (Ancestry.isBelow(record, root)
            && (except == null || !Ancestry.isBelow(record, except))) {
          flag.clear();
          return false;
        }
      }
    }
    for (PendingClass at = pending.first(); at != null; at = at.next) {
      check(at.shape, at.isBoot(), flag);
    }
    return flag.holds();
  }

  /** Has loaded what {@link #define} uses. */
  public void rehearse(ClassShape shape) {
    if (Ancestry.of(shape, registry, pending.first()).names(shape.name())) {
      throw new IllegalArgumentException(shape.name() + " is above itself");
    }
  }

  /**
   * A class is about to be defined: called inside its definition, after it was made pending.
   *
   * @param loader the one that defines it; null for the boot loader
   */
  public void define(ClassShape shape, @Nullable ClassLoader loader) {
    if (registered.length == 0) {
      return;
    }
    boolean cleared = check(shape, loader == null, null);
    if (isAwaited(shape.name())) {
      cleared |= checkBelow(shape);
    }
    if (cleared) {
      registry.internals().forceSafepoint();
    }
  }

  /** Whether a class that was reported before names this one as a supertype. */
  private boolean isAwaited(String name) {
    for (PendingClass at = pending.first(); at != null; at = at.next) {
      if (at.shape.names(name)) {
        return true;
      }
    }
    return false;
  }

  /** Of classes reported before, looks again at those that turn out to be below this one. */
  private boolean checkBelow(ClassShape above) {
    boolean cleared = false;
    PendingClass head = pending.first();
    for (PendingClass at = head; at != null; at = at.next) {
      if (at.shape != above && Ancestry.of(at.shape, registry, head).names(above.name())) {
        cleared |= check(at.shape, at.isBoot(), null);
      }
    }
    return cleared;
  }

  /** A class of unknown shape exists, and no instance of it yet. */
  public void define(Class<?> type) {
    boolean cleared = false;
    for (Registered each : registered) {
      Class<?> root = each.root.type();
      Class<?> except = each.except == null ? null : each.except.type();
      boolean excepted = except != null && except.isAssignableFrom(type);
      if (root != null && root.isAssignableFrom(type) && !excepted) {
        cleared |= clear(each);
      }
    }
    if (cleared) {
      registry.internals().forceSafepoint();
    }
  }

  /**
   * Looks at classes that are there and were never reported, for which it is late: the VM calls
   * nobody where it has no room for a call, nor for a class that is loaded by what looks at
   * another. Controller thread only.
   *
   * @param own whose classes nobody asks about
   */
  public void defineUnreported(@Nullable ClassLoader own) {
    List<ClassRecord> unreported = registry.takeUnreported();
    for (int i = 0; i < unreported.size() && registered.length > 0; i++) {
      Class<?> type = unreported.get(i).type();
      if (type != null && (own == null || type.getClassLoader() != own)) {
        define(type);
      }
    }
  }

  /** Nothing may be assumed of classes any more. */
  public void breakAll() {
    boolean cleared = false;
    for (Registered each : registered) {
      cleared |= clear(each);
    }
    if (cleared) {
      registry.internals().forceSafepoint();
    }
  }

  /** Clears what the class may break: of one flag, or of all. */
  private boolean check(ClassShape shape, boolean boot, FlagAllocator.@Nullable Flag only) {
    Ancestry ancestry = null;
    boolean cleared = false;
    for (Registered each : registered) {
      boolean apart = boot && !each.root.loaderRecord().isBoot();
      if (!apart && (only == null || each.flag == only) && each.flag.holds()) {
        if (ancestry == null) {
          ancestry = Ancestry.of(shape, registry, pending.first());
        }
        if (breaks(shape, ancestry, each)) {
          cleared |= clear(each);
        }
      }
    }
    return cleared;
  }

  private boolean clear(Registered each) {
    if (!each.flag.holds()) {
      return false;
    }
    each.flag.clear();
    broken.incrementAndGet();
    return true;
  }

  /**
   * Whether instances of the class, or of classes below it, may select another method. Abstract
   * classes and interfaces are treated like others, so that a class below them that is defined
   * first, and is looked at first, needs no second look. Nothing is said of what is surely below
   * the class that is left out, whatever else may be above it.
   */
  private static boolean breaks(ClassShape shape, Ancestry ancestry, Registered assumed) {
    int selector = assumed.selector;
    if (assumed.except != null && ancestry.isSurelyBelow(shape, assumed.except)) {
      return false;
    }
    if (!ancestry.complete()) {
      return ancestry.contains(assumed.root)
          || shape.mayDeclare(selector)
          || ancestry.mayDeclare(selector);
    }
    if (!ancestry.contains(assumed.root)) {
      return false;
    }
    if (shape.mayDeclare(selector) || ancestry.reportedMayDeclare(selector)) {
      return true;
    }
    for (ClassRecord declaring : ancestry.declaring(selector)) {
      boolean overridden = Ancestry.isBelow(assumed.target, declaring);
      if (!overridden) {
        return true;
      }
    }
    return !isAbstractOrInterface(shape) && ancestry.mayAvoid(shape, assumed.root, assumed.target);
  }

  private static boolean isAbstractOrInterface(ClassShape shape) {
    return (shape.access() & 0x0600) != 0;
  }
}
