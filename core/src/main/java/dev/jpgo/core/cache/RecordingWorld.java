package dev.jpgo.core.cache;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.VariableHandle;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;

/**
 * The running program as one compilation sees it, which notes down what it was told.
 *
 * <p>Why what is noted is enough for another JVM: a compilation is a function of what it is told.
 * Most of that cannot change once it is so (bytes of a class, its supertypes, which class a name
 * means in another's code, a completed initialization, a module that reads another, a handle) and
 * is noted. Three kinds of answers are not:
 *
 * <ul>
 *   <li><em>Not (yet).</em> That a class is not loaded, not initialized, that a module is not
 *       exported or not read. A moment later it may be otherwise, and the code must be right then
 *       too: so no phase may take such an answer for a licence, and none does ({@link LoadedClass}
 *       says so of most).
 *   <li><em>Which classes there are below one.</em> Another may be defined the moment after. What
 *       follows from it is an {@link Assumption}, which is noted, and must be found to hold again.
 *       Of the classes looked at on the way nothing is noted unless one is the assumption's target,
 *       or code of it is used.
 *   <li><em>Counts.</em> They are hints: code is right for any.
 * </ul>
 *
 * <p>A compilation that met a class whose bytes were not to be had is not fit to be kept: see
 * {@link #facts}. Not thread-safe.
 */
public final class RecordingWorld implements World {
  private final World world;
  private final Map<LoadedClass, RecordedClass> classes = new IdentityHashMap<>();
  private final List<RecordedClass> entities = new ArrayList<>();
  private final Set<Facts.Step> steps = new HashSet<>();
  private final List<Facts.Step> inOrder = new ArrayList<>();
  private final Set<Facts.Link> links = new HashSet<>();
  private final Set<Facts.Held> held = new LinkedHashSet<>();
  private boolean incomplete;

  public RecordingWorld(World world) {
    this.world = world;
  }

  /** The class of the method; to be asked first. */
  public LoadedClass owner(LoadedClass owner) {
    RecordedClass recorded = wrap(owner);
    recorded.number(entities.size());
    recorded.readCode();
    entities.add(recorded);
    return recorded;
  }

  /** A class that was not asked about before. */
  RecordedClass wrap(LoadedClass plain) {
    RecordedClass known = classes.get(plain);
    if (known == null) {
      known = new RecordedClass(this, plain);
      classes.put(plain, known);
    }
    return known;
  }

  @Override
  public Optional<LoadedClass> find(LoadedClass from, String internalName) {
    RecordedClass start = (RecordedClass) from;
    Optional<LoadedClass> found = world.find(start.plain(), internalName);
    if (found.isEmpty()) {
      return found;
    }
    RecordedClass to = wrap(found.get());
    note(Facts.Way.NAMED, start, internalName, 0, to);
    return Optional.of(to);
  }

  @Override
  public Optional<MethodNode> code(LoadedClass owner, MethodInfo method) {
    RecordedClass of = (RecordedClass) owner;
    Optional<MethodNode> code = world.code(of.plain(), method);
    if (code.isEmpty()) {
      incomplete |= method.hasCode();
    } else {
      note(of);
      of.readCode();
    }
    return code;
  }

  @Override
  public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
    return world.profile(((RecordedClass) owner).plain(), method);
  }

  @Override
  public boolean isProvisional() {
    return world.isProvisional();
  }

  /** Some bytes were not to be had. */
  void incomplete() {
    incomplete = true;
  }

  /** Notes a way from one class to another; the first of a class is how it is come by. */
  void note(Facts.Way way, RecordedClass from, String name, int index, @Nullable RecordedClass to) {
    note(from);
    boolean first = to != null && to.number() < 0;
    if (to != null && first) {
      to.number(entities.size());
      entities.add(to);
    }
    step(new Facts.Step(way, from.number(), name, index, to == null ? -1 : to.number()));
    if (to != null && first) {
      to.noteSupertypes();
    }
  }

  private void step(Facts.Step step) {
    if (steps.add(step)) {
      inOrder.add(step);
    }
  }

  /** Something was asked that counts of a class that may have been met below another. */
  void note(RecordedClass type) {
    if (type.number() >= 0) {
      return;
    }
    RecordedClass.Origin origin = type.origin();
    if (origin == null) {
      throw new IllegalStateException(type.name() + " was not come by");
    }
    String name = origin.way() == Facts.Way.BELOW ? type.name() : "";
    note(origin.from());
    if (type.number() < 0) { // else it was met on the way
      note(origin.way(), origin.from(), name, origin.index(), type);
    }
  }

  void link(boolean reads, RecordedClass from, RecordedClass to) {
    note(from);
    note(to);
    links.add(new Facts.Link(reads, from.number(), to.number()));
  }

  void hold(RecordedClass owner, String field, VariableHandle handle) {
    note(owner);
    held.add(new Facts.Held(owner.number(), field, handle));
  }

  /** An assumption about the classes of the program themselves. */
  public List<Assumption> plain(List<Assumption> assumptions) {
    List<Assumption> plain = new ArrayList<>(assumptions.size());
    for (Assumption each : assumptions) {
      plain.add(
          new Assumption(
              ((RecordedClass) each.root()).plain(),
              each.name(),
              each.descriptor(),
              ((RecordedClass) each.target()).plain(),
              each.except() instanceof RecordedClass except ? except.plain() : null));
    }
    return plain;
  }

  /**
   * What has been noted; empty when the compilation did not get to see all it asked for.
   *
   * @param assumptions what its result rests on
   */
  public Optional<Facts> facts(List<Assumption> assumptions) {
    List<Facts.Assumed> assumed = new ArrayList<>();
    for (Assumption each : assumptions) {
      RecordedClass root = (RecordedClass) each.root();
      RecordedClass target = (RecordedClass) each.target();
      note(root);
      note(target);
      int except = -1;
      if (each.except() instanceof RecordedClass left) {
        note(left);
        except = left.number();
      }
      assumed.add(
          new Facts.Assumed(
              root.number(), each.name(), each.descriptor(), target.number(), except));
    }
    Map<Object, Integer> loaders = new IdentityHashMap<>();
    loaders.put(BOOT_LOADER, 0);
    List<Facts.Entity> all = new ArrayList<>();
    for (RecordedClass type : entities) {
      Object loader = type.plain().loader();
      Integer number = loaders.get(loader);
      if (number == null) {
        number = loaders.size();
        loaders.put(loader, number);
      }
      Facts.Entity entity = type.entity(number);
      if (entity == null) {
        return Optional.empty();
      }
      all.add(entity);
    }
    return incomplete
        ? Optional.empty()
        : Optional.of(new Facts(all, inOrder, List.copyOf(links), List.copyOf(held), assumed));
  }
}
