package dev.jpgo.agent.world;

import dev.jpgo.core.world.LoadedClass;
import java.lang.instrument.Instrumentation;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Every loaded class, hidden ones included. Written by the controller thread alone, which brings it
 * up to date from snapshots of the VM; looked up in by threads inside class definition.
 */
public final class ClassRegistry {
  private final Instrumentation instrumentation;
  private final BytesCache bytes;
  private final BytesCache versions;
  private final PendingClasses pending;

  /** By their {@link WeakKey}; a {@link WeakKey.Probe} finds one too. */
  private final Map<Object, ClassRecord> byType = new ConcurrentHashMap<>(4096);

  private final Map<String, ClassRecord> byName = new ConcurrentHashMap<>(4096);
  private final Map<WeakKey<ClassLoader>, LoaderRecord> loaders = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> unloaded = new ReferenceQueue<>();
  private volatile @Nullable VmInternals internals;
  private final LoaderRecord boot = LoaderRecord.boot();
  private final Set<ClassRecord> wanted = new LinkedHashSet<>();
  private final Set<ClassRecord> missed = new LinkedHashSet<>();
  private final List<ClassRecord> fresh = new ArrayList<>();
  private final Queue<ClassRecord> unseen = new ArrayDeque<>();
  private final List<ClassRecord> unreportedFresh = new ArrayList<>();
  private long seenDefinitions = -1;
  private final Lookout lookout = new Lookout();
  private boolean unreported;
  private @Nullable List<ClassRecord> changed;
  private @Nullable HandleReader handles;
  private boolean withoutHandles;
  private int added;

  /**
   * Starts empty.
   *
   * @param bytesLimit bound on class files kept, in bytes: originals and versions take half each
   */
  public ClassRegistry(Instrumentation instrumentation, PendingClasses pending, long bytesLimit) {
    this.instrumentation = instrumentation;
    this.pending = pending;
    this.bytes = new BytesCache(bytesLimit / 2);
    this.versions = new BytesCache(bytesLimit / 2);
  }

  /** Whether a class of this name is loaded, by any loader; a false "yes" is possible. */
  public boolean isLoaded(String internalName) {
    return byName.containsKey(internalName);
  }

  /** Whether a class of this name is initialized, as far as its first loader goes; any thread. */
  public boolean isInitialized(String internalName) {
    ClassRecord record = byName.get(internalName);
    return record != null && record.initialized();
  }

  /** Gets what it needs before it may be refreshed; looking up works before. */
  public void start(VmInternals vm) {
    internals = vm;
  }

  VmInternals internals() {
    VmInternals known = internals;
    if (known == null) {
      throw new IllegalStateException("not started");
    }
    return known;
  }

  /** Reads handles; null where the JDK does not let it. */
  @Nullable HandleReader handles() {
    if (handles == null && !withoutHandles) {
      try {
        handles = new HandleReader();
      } catch (ReflectiveOperationException | RuntimeException e) {
        withoutHandles = true; // another JDK: calls by handles stay
      }
    }
    return handles;
  }

  /** Brings itself up to date; returns the classes that are new since the last time. */
  public List<ClassRecord> refresh() {
    List<ClassRecord> result = refreshKeeping();
    fresh.clear();
    return result;
  }

  /** The same, but the next refresh returns them again. */
  List<ClassRecord> refreshKeeping() {
    purge();
    long definitions = pending.definitions();
    boolean reported = definitions != seenDefinitions;
    if (reported || (mayTurnUp() && lookout.isDue())) {
      seenDefinitions = definitions;
      snapshot();
    }
    if (reported) {
      lookout.begin();
    }
    return List.copyOf(fresh);
  }

  /** The classes that have turned up since the last time without having been reported. */
  public List<ClassRecord> takeUnreported() {
    List<ClassRecord> result = List.copyOf(unreportedFresh);
    unreportedFresh.clear();
    return result;
  }

  /** Whether a class may turn up that no report to come would say so of. */
  private boolean mayTurnUp() {
    unreported = unreported && !lookout.isOver();
    return unreported || pending.first() != null;
  }

  /**
   * Threads of the program have been loading classes before anyone was told: one that was being
   * defined then turns up without having been reported.
   */
  public void expectUnreported() {
    unreported = true;
  }

  /** Looks at every loaded class, whether or not anything is known to have changed. */
  public void snapshot() {
    Class<?> @Nullable [] loaded = instrumentation.getAllLoadedClasses();
    if (loaded == null) {
      return; // the VM is ending: its tool interface answers nothing any more
    }
    WeakKey.Probe probe = new WeakKey.Probe(); // keeps the last class: not for longer than this
    for (Class<?> type : loaded) {
      if (byType.get(probe.of(type)) == null && !type.isArray() && !type.isPrimitive()) {
        add(type);
      }
    }
    pending.forgetClaimed();
  }

  /** The record of a class; made if need be. Controller thread only. */
  public ClassRecord record(Class<?> type) {
    ClassRecord known = byType.get(new WeakKey<Class<?>>(type));
    return known != null ? known : add(type);
  }

  /** The record of a class if there is one; any thread. */
  public @Nullable ClassRecord existing(Class<?> type) {
    return byType.get(new WeakKey<Class<?>>(type));
  }

  /** Whether a class of this name may have other code than there is; any thread. */
  public boolean mayBeOutdated(String internalName) {
    for (ClassRecord at = byName.get(internalName); at != null; at = at.sameName) {
      if (at.isChanging() || at.mayBeChangedUnseen()) {
        return true;
      }
    }
    return false;
  }

  /** First of the classes with this internal name, see {@link ClassRecord#sameName}; any thread. */
  @Nullable ClassRecord named(String internalName) {
    return byName.get(internalName);
  }

  private ClassRecord add(Class<?> type) {
    added++;
    Class<?> above = type.getSuperclass();
    if (above == null && type.isInterface()) {
      above = Object.class;
    }
    ClassRecord superclass = above == null ? null : record(above);
    Class<?>[] direct = internals().interfaces(type);
    ClassRecord[] interfaces = new ClassRecord[direct.length];
    for (int i = 0; i < direct.length; i++) {
      interfaces[i] = record(direct[i]);
    }
    String name = type.getName().replace('.', '/');
    WeakKey<Class<?>> key = new WeakKey<>(type, unloaded);
    ClassRecord record =
        new ClassRecord(this, key, loader(type), name, type.isHidden(), superclass, interfaces);
    PendingClass seen = pending.claim(type, name, type.isHidden());
    if (seen != null) {
      record.shape(seen.virtuals(), seen.shape.methods());
      record.attach(seen.attachment);
      bytes.put(record, seen.bytes);
    }
    if (seen == null) {
      unreportedFresh.add(record);
      if (!Modifier.isFinal(type.getModifiers())) {
        unseen.add(record);
      }
    }
    if (superclass != null) {
      superclass.addSubtype(record);
    }
    for (ClassRecord each : interfaces) {
      each.addSubtype(record);
    }
    record.sameName = byName.get(name);
    byName.put(name, record);
    byType.put(key, record);
    fresh.add(record);
    return record;
  }

  /**
   * Reads from the run-time image what classes of the JDK declare that were loaded unreported. Of
   * what is not known any class below that is defined may break any assumption.
   *
   * @param most how many are read
   */
  public void readShapes(int most) {
    for (int left = most; left > 0 && !unseen.isEmpty(); ) {
      ClassRecord record = unseen.remove();
      byte[] known = record.shapeKnown() ? null : image(record);
      if (known != null) {
        record.imageShape(ClassShape.read(known).virtuals());
        left--;
      }
    }
  }

  private LoaderRecord loader(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == null) {
      return boot;
    }
    LoaderRecord known = loaders.get(new WeakKey<>(loader));
    if (known == null) {
      WeakKey<ClassLoader> key = new WeakKey<>(loader, unloaded);
      known = LoaderRecord.of(key, loader);
      loaders.put(key, known);
    }
    return known;
  }

  /** The record of a loader if classes of it have been seen; any thread. */
  public @Nullable LoaderRecord existing(@Nullable ClassLoader loader) {
    return loader == null ? boot : loaders.get(new WeakKey<>(loader));
  }

  private void purge() {
    for (Reference<?> gone = unloaded.poll(); gone != null; gone = unloaded.poll()) {
      ClassRecord record = byType.remove(gone);
      if (record == null) {
        loaders.remove(gone);
      } else {
        remove(record);
      }
    }
  }

  private void remove(ClassRecord record) {
    bytes.remove(record);
    versions.remove(record);
    wanted.remove(record);
    missed.remove(record);
    if (handles != null) {
      handles.forget(record);
    }
    ClassRecord superclass = record.superRecord();
    if (superclass != null) {
      superclass.removeSubtype(record);
    }
    for (ClassRecord each : record.interfaceRecords()) {
      each.removeSubtype(record);
    }
    ClassRecord first = byName.get(record.name());
    if (first == record) {
      ClassRecord next = record.sameName;
      if (next == null) {
        byName.remove(record.name());
      } else {
        byName.put(record.name(), next);
      }
      return;
    }
    for (ClassRecord at = first; at != null; at = at.sameName) {
      if (at.sameName == record) {
        at.sameName = record.sameName;
      }
    }
  }

  /** How many classes have been met, those that are gone among them; controller thread only. */
  public int count() {
    return added;
  }

  /** All records there are; controller thread only. */
  public Iterable<ClassRecord> all() {
    return byType.values();
  }

  /** The bytes the transformer was handed, if they are still here. */
  public byte @Nullable [] bytes(ClassRecord record) {
    byte[] known = bytes.get(record);
    if (known == null && ImageClasses.has(record.name())) {
      known = image(record);
      if (known != null) {
        captured(record, known);
      }
    }
    return known;
  }

  /**
   * The bytes of a class of the program as it was loaded, if they are still here. To be asked
   * before the VM has handed it out again.
   */
  public byte @Nullable [] seenAtLoad(ClassRecord record) {
    return record.isOfJdk() ? null : bytes.get(record);
  }

  /** The same for whoever makes code of them. */
  public byte @Nullable [] code(ClassRecord record) {
    byte[] known = bytes(record);
    if (known != null) {
      record.read();
    }
    return known;
  }

  /**
   * Whether there may be code that was made of other bytes of a class than these. The VM may have
   * written the same ones anew.
   */
  public boolean contradicts(ClassRecord record, byte[] handed) {
    return record.mayHaveBeenRead()
        && !Arrays.equals(bytes.get(record), handed)
        && record.fingerprint(true) != Fingerprint.of(handed);
  }

  /**
   * What it was loaded from says, see {@link Fingerprint}; 0 where that is not here.
   *
   * @param handed whether the VM has handed it out since
   */
  public long loadedFingerprint(ClassRecord record, boolean handed) {
    byte[] image = image(record);
    byte[] loaded = image != null || handed ? image : bytes.get(record);
    return loaded == null ? 0 : Fingerprint.of(loaded);
  }

  /**
   * The bytes of a class of the JDK as they are in the run-time image: good for its shape, not for
   * its code, which other agents and our own hooks may have changed.
   */
  public byte @Nullable [] image(ClassRecord record) {
    return record.loaderRecord() == boot && !record.hidden()
        ? ImageClasses.read(record.name())
        : null;
  }

  /** The transformer was handed these bytes for a class. */
  public void captured(ClassRecord record, byte[] original) {
    ClassShape shape = ClassShape.read(original);
    record.shape(shape.virtuals(), shape.methods());
    record.forgetInfo();
    record.forgetFingerprint();
    changed(record);
    bytes.put(record, original);
    wanted.remove(record);
  }

  /** What is known of its code is so no more: another agent has changed it. */
  public void outdated(ClassRecord record) {
    bytes.remove(record);
    versions.remove(record);
    record.forgetInfo();
    record.forgetFingerprint();
    record.notRead();
    changed(record);
  }

  /** Whoever has its bytes is to ask for them again. */
  public void changed(ClassRecord record) {
    if (changed != null) {
      changed.add(record);
    }
  }

  /** The classes whose bytes have changed since the last time; none the first time. */
  public List<ClassRecord> takeChanged() {
    List<ClassRecord> result = changed == null ? List.of() : changed;
    changed = new ArrayList<>();
    return result;
  }

  /** Nobody will ask for them any more. */
  public void forgetChanged() {
    changed = null;
  }

  /** The bytes that a class's shape is read from; null when there are none, and they are wanted. */
  public byte @Nullable [] shapeBytes(ClassRecord record) {
    byte[] known = record.shapeBytes();
    if (known == null) {
      want(record);
    }
    return known;
  }

  /** The version that was installed last, if it is still here: what the next one is made from. */
  public byte @Nullable [] version(ClassRecord record) {
    return versions.get(record);
  }

  /** A version has been installed; null: nothing is to be made from the last one any more. */
  public void version(ClassRecord record, byte @Nullable [] installed) {
    if (installed == null) {
      versions.remove(record);
    } else {
      versions.put(record, installed);
    }
  }

  /** Keeps its original bytes for as long as it lives. */
  public void pin(ClassRecord record) {
    bytes.pin(record);
  }

  /** Someone asked about a class whose bytes are not here. */
  public void want(ClassRecord record) {
    if (!record.hidden()) {
      wanted.add(record);
      missed.add(record);
    }
  }

  /** From now on is noted anew what {@link #missed} answers. */
  public void noneMissed() {
    missed.clear();
  }

  /** The classes that were wanted since {@link #noneMissed}, by one compilation for example. */
  public Iterable<ClassRecord> missed() {
    return missed;
  }

  /** The classes that {@link #takeWanted} would answer. */
  public Iterable<ClassRecord> wanted() {
    return wanted;
  }

  /** The classes that were asked about since the last time and whose bytes are not here. */
  public List<ClassRecord> takeWanted() {
    List<ClassRecord> result = List.copyOf(wanted);
    wanted.clear();
    return result;
  }

  /**
   * The class that a name in code of {@code from} means: the one its own loader defined; or the one
   * of that name in {@code java.*}, of which there is one for everybody; or the one its loader is
   * on record for having found (JVMS 5.3, initiating loader). Never a hidden class: its name has a
   * form that no class file can name.
   */
  public Optional<LoadedClass> find(ClassRecord from, String internalName) {
    ClassRecord first = byName.get(internalName);
    if (first == null || first.hidden()) {
      return Optional.empty();
    }
    boolean platform = internalName.startsWith("java/");
    for (ClassRecord at = first; at != null; at = at.sameName) {
      if (at.loaderRecord() == from.loaderRecord() || platform && at.loaderRecord() == boot) {
        return at.type() == null ? Optional.empty() : Optional.of(at);
      }
    }
    ClassLoader loader = from.loaderRecord().get();
    if (loader == null) {
      return Optional.empty();
    }
    Class<?> found = internals().findLoaded(loader, internalName.replace('/', '.'));
    return found == null ? Optional.empty() : Optional.of(record(found));
  }
}
