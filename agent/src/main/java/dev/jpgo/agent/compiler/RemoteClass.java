package dev.jpgo.agent.compiler;

import dev.jpgo.agent.world.UnknownBytesException;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.VariableHandle;
import java.lang.ref.SoftReference;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A class of the program, in the server. What is so for good is remembered for good (see {@code
 * RecordingWorld} for what that is), what may come to be so for one job.
 */
final class RemoteClass implements LoadedClass {
  private final RemoteWorld world;
  private final int number;
  private final String name;
  private final Object loader;
  private final @Nullable RemoteClass superclass;
  private final List<LoadedClass> interfaces;

  private @Nullable SoftReference<byte[]> code;
  private @Nullable SoftReference<ClassInfo> info;
  private long codeFingerprint;
  private long shapeFingerprint;
  private boolean initialized;
  private boolean exported;
  private final Set<RemoteClass> sameModule = new HashSet<>();
  private final Set<RemoteClass> read = new HashSet<>();
  private final Map<String, RemoteClass> named = new HashMap<>();
  private final Map<String, VariableHandle> handles = new HashMap<>();

  /** The job that the rest was told in. */
  private int job;

  private boolean notInitialized;
  private boolean unknown;
  private @Nullable List<LoadedClass> subtypes;
  private final Map<String, Boolean> declares = new HashMap<>();
  private final Set<String> notNamed = new HashSet<>();

  RemoteClass(
      RemoteWorld world,
      int number,
      String name,
      Object loader,
      @Nullable RemoteClass superclass,
      List<LoadedClass> interfaces) {
    this.world = world;
    this.number = number;
    this.name = name;
    this.loader = loader;
    this.superclass = superclass;
    this.interfaces = interfaces;
  }

  int number() {
    return number;
  }

  /** Its bytes have changed. */
  void outdated() {
    code = null;
    info = null;
    codeFingerprint = 0;
    shapeFingerprint = 0;
  }

  private void thisJob() {
    if (job != world.job()) {
      job = world.job();
      notInitialized = false;
      unknown = false;
      subtypes = null;
      declares.clear();
      notNamed.clear();
    }
  }

  /** The class that a name in its code means. */
  Optional<LoadedClass> find(String wanted) {
    thisJob();
    RemoteClass known = named.get(wanted);
    if (known == null && !notNamed.contains(wanted)) {
      known = world.optional(world.ask(new Question(Query.FIND, this).text(wanted)));
      if (known == null) {
        notNamed.add(wanted);
      } else {
        named.put(wanted, known);
      }
    }
    return Optional.ofNullable(known);
  }

  /** The bytes that its code is read from; null when they are not to be had. */
  byte @Nullable [] code() {
    byte[] known = code == null ? null : code.get();
    if (known == null) {
      known = RemoteWorld.bytes(world.ask(new Question(Query.CODE, this)));
      if (known != null) {
        code = new SoftReference<>(known);
      }
    }
    return known;
  }

  @Override
  public ClassInfo info() {
    ClassInfo known = knownInfo();
    if (known == null) {
      throw new UnknownBytesException(name);
    }
    return known;
  }

  private @Nullable ClassInfo knownInfo() {
    thisJob();
    ClassInfo known = info == null ? null : info.get();
    if (known == null && !unknown) {
      byte[] bytes = RemoteWorld.bytes(world.ask(new Question(Query.SHAPE, this)));
      unknown = bytes == null;
      if (bytes != null) {
        known = ClassInfo.read(bytes);
        info = new SoftReference<>(known);
      }
    }
    return known;
  }

  @Override
  public long fingerprint(boolean ofCode) {
    long known = ofCode ? codeFingerprint : shapeFingerprint;
    if (known == 0) {
      Query what = ofCode ? Query.CODE_FINGERPRINT : Query.SHAPE_FINGERPRINT;
      known = world.ask(new Question(what, this)).word();
      codeFingerprint = ofCode ? known : codeFingerprint;
      shapeFingerprint = ofCode ? shapeFingerprint : known;
    }
    return known;
  }

  @Override
  public Object loader() {
    return loader;
  }

  @Override
  public boolean initialized() {
    thisJob();
    if (!initialized && !notInitialized) {
      initialized = world.flag(new Question(Query.INITIALIZED, this));
      notInitialized = !initialized;
    }
    return initialized;
  }

  @Override
  public Optional<VariableHandle> handle(String field) {
    VariableHandle known = handles.get(field);
    if (known == null) {
      known = Wire.handle(world.ask(new Question(Query.HANDLE, this).text(field))).orElse(null);
      if (known != null) {
        handles.put(field, known);
      }
    }
    return Optional.ofNullable(known);
  }

  @Override
  public boolean exported() {
    exported = exported || world.flag(new Question(Query.EXPORTED, this));
    return exported;
  }

  @Override
  public Optional<LoadedClass> superclass() {
    return Optional.ofNullable(superclass);
  }

  @Override
  public List<LoadedClass> interfaces() {
    return interfaces;
  }

  @Override
  public Collection<LoadedClass> subtypes() {
    thisJob();
    List<LoadedClass> known = subtypes;
    if (known == null) {
      known = world.all(world.ask(new Question(Query.SUBTYPES, this)));
      subtypes = known;
    }
    return known;
  }

  @Override
  public boolean mayDeclare(String methodName, String descriptor) {
    thisJob();
    ClassInfo known = info == null ? null : info.get();
    if (known != null) {
      return known.method(methodName, descriptor).isPresent();
    }
    String key = methodName + descriptor;
    Boolean told = declares.get(key);
    if (told == null) {
      told = world.flag(new Question(Query.MAY_DECLARE, this).text(methodName).text(descriptor));
      declares.put(key, told);
    }
    return told;
  }

  @Override
  public boolean known() {
    return knownInfo() != null;
  }

  @Override
  public boolean sameModule(LoadedClass other) {
    return link(Query.SAME_MODULE, sameModule, (RemoteClass) other);
  }

  @Override
  public boolean reads(LoadedClass other) {
    return link(Query.READS, read, (RemoteClass) other);
  }

  private boolean link(Query what, Set<RemoteClass> known, RemoteClass other) {
    boolean is = known.contains(other) || world.flag(new Question(what, this).type(other));
    if (is) {
      known.add(other);
    }
    return is;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String toString() {
    return name.replace('/', '.');
  }
}
