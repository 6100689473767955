package dev.jpgo.core.cache;

import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.VariableHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A class of a {@link RecordingWorld}. Until it has a number it has only been looked at while the
 * classes below another were gone through.
 */
final class RecordedClass implements LoadedClass {
  private final RecordingWorld world;
  private final LoadedClass plain;
  private @Nullable Origin origin;
  private int number = -1;
  private boolean bytes;
  private boolean code;
  private boolean initialized;
  private boolean exported;
  private boolean superclassAsked;
  private boolean interfacesAsked;

  /** How it was first come by, from a class that may have no number itself. */
  record Origin(Facts.Way way, RecordedClass from, int index) {}

  RecordedClass(RecordingWorld world, LoadedClass plain) {
    this.world = world;
    this.plain = plain;
  }

  LoadedClass plain() {
    return plain;
  }

  int number() {
    return number;
  }

  void number(int given) {
    number = given;
  }

  /** How it was come by, if it has no number. */
  @Nullable Origin origin() {
    return origin;
  }

  private void cameBy(Facts.Way way, RecordedClass from, int index) {
    if (number < 0 && origin == null) {
      origin = new Origin(way, from, index);
    }
  }

  /** Its code has been asked for. */
  void readCode() {
    bytes = true;
    code = true;
  }

  /** Once it has a number: what was asked about its supertypes before. */
  void noteSupertypes() {
    if (superclassAsked) {
      superclass();
    }
    if (interfacesAsked) {
      interfaces();
    }
  }

  /**
   * It, for the record; null when its bytes are not to be had.
   *
   * @param loader number of its loader
   */
  Facts.@Nullable Entity entity(int loader) {
    long fingerprint = bytes ? plain.fingerprint(code) : 0;
    return bytes && fingerprint == 0
        ? null
        : new Facts.Entity(plain.name(), fingerprint, code, loader, initialized, exported);
  }

  @Override
  public ClassInfo info() {
    bytes = true;
    return plain.info();
  }

  @Override
  public String name() {
    return plain.name();
  }

  @Override
  public Object loader() {
    return plain.loader();
  }

  @Override
  public boolean initialized() {
    boolean is = plain.initialized();
    if (is) {
      world.note(this);
      initialized = true;
    }
    return is;
  }

  @Override
  public Optional<VariableHandle> handle(String field) {
    Optional<VariableHandle> known = plain.handle(field);
    if (known.isPresent()) {
      initialized = true;
      world.hold(this, field, known.get());
    }
    return known;
  }

  @Override
  public boolean exported() {
    boolean is = plain.exported();
    if (is) {
      world.note(this);
      exported = true;
    }
    return is;
  }

  @Override
  public boolean known() {
    bytes = true;
    boolean is = plain.known();
    if (!is && number >= 0) {
      world.incomplete();
    }
    return is;
  }

  @Override
  public boolean mayDeclare(String methodName, String descriptor) {
    bytes = true;
    return plain.mayDeclare(methodName, descriptor);
  }

  @Override
  public boolean sameModule(LoadedClass other) {
    RecordedClass its = (RecordedClass) other;
    boolean is = plain.sameModule(its.plain);
    if (is) {
      world.link(false, this, its);
    }
    return is;
  }

  @Override
  public boolean reads(LoadedClass other) {
    RecordedClass its = (RecordedClass) other;
    boolean is = plain.reads(its.plain);
    if (is) {
      world.link(true, this, its);
    }
    return is;
  }

  @Override
  public Optional<LoadedClass> superclass() {
    superclassAsked = true;
    Optional<LoadedClass> found = plain.superclass();
    RecordedClass its = found.isEmpty() ? null : world.wrap(found.get());
    if (number >= 0) {
      world.note(Facts.Way.SUPERCLASS, this, "", 0, its);
    } else if (its != null) {
      its.cameBy(Facts.Way.SUPERCLASS, this, 0);
    }
    return Optional.ofNullable(its);
  }

  @Override
  public List<LoadedClass> interfaces() {
    interfacesAsked = true;
    List<LoadedClass> all = new ArrayList<>();
    for (LoadedClass each : plain.interfaces()) {
      RecordedClass its = world.wrap(each);
      if (number >= 0) {
        world.note(Facts.Way.INTERFACE, this, "", all.size(), its);
      } else {
        its.cameBy(Facts.Way.INTERFACE, this, all.size());
      }
      all.add(its);
    }
    if (number >= 0) {
      world.note(Facts.Way.INTERFACES, this, "", all.size(), null);
    }
    return all;
  }

  @Override
  public Collection<LoadedClass> subtypes() {
    List<LoadedClass> all = new ArrayList<>();
    for (LoadedClass each : plain.subtypes()) {
      RecordedClass below = world.wrap(each);
      below.cameBy(Facts.Way.BELOW, this, 0);
      all.add(below);
    }
    return all;
  }

  @Override
  public String toString() {
    return plain.toString();
  }
}
