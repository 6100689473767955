package dev.jpgo.agent.world;

import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.VariableHandle;
import dev.jpgo.core.world.World;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A loaded class. Does not keep it alive. Without strings or objects for each method: four bytes
 * for the selector of each virtual one is all that stays when nothing is known but its shape.
 *
 * <p>Supertypes and name are immutable and may be read by any thread; the shape is published
 * through a volatile field; everything else belongs to the controller thread.
 */
public final class ClassRecord implements LoadedClass {
  private static final ClassRecord[] NONE = new ClassRecord[0];

  private final ClassRegistry registry;

  private final WeakKey<Class<?>> type;
  private final LoaderRecord loader;
  private final String name;
  private final boolean hidden;
  private final @Nullable ClassRecord superclass;
  private final ClassRecord[] interfaces;
  private volatile int @Nullable [] virtuals;
  private volatile int @Nullable [] imageVirtuals;

  /** Another class of the same name, in another loader; read by any thread. */
  volatile @Nullable ClassRecord sameName;

  private ClassRecord[] subtypes = NONE;
  private int subtypeCount;
  private char methods;
  private boolean initialized;
  private boolean read;
  private byte exported;
  private volatile boolean changesUnseen;
  private volatile boolean changing;
  private @Nullable SoftReference<ClassInfo> info;
  private long fingerprint;
  private long imageFingerprint;
  private volatile @Nullable Object attachment;

  ClassRecord(
      ClassRegistry registry,
      WeakKey<Class<?>> type,
      LoaderRecord loader,
      String name,
      boolean hidden,
      @Nullable ClassRecord superclass,
      ClassRecord[] interfaces) {
    this.registry = registry;
    this.type = type;
    this.loader = loader;
    this.name = name;
    this.hidden = hidden;
    this.superclass = superclass;
    this.interfaces = interfaces;
  }

  /** The class, or null when it has been unloaded. */
  public @Nullable Class<?> type() {
    return type.get();
  }

  WeakKey<Class<?>> key() {
    return type;
  }

  /** Whether it is of the boot or the platform loader. */
  public boolean isOfJdk() {
    String kind = loader.kind();
    return kind.equals("boot") || kind.equals("platform");
  }

  public LoaderRecord loaderRecord() {
    return loader;
  }

  /** Whether it has no name that other classes could refer to it by. */
  public boolean hidden() {
    return hidden;
  }

  /** What the redefiner keeps about this class; null at first. Any thread may look. */
  public @Nullable Object attachment() {
    return attachment;
  }

  public void attach(@Nullable Object state) {
    attachment = state;
  }

  @Nullable ClassRecord superRecord() {
    return superclass;
  }

  ClassRecord[] interfaceRecords() {
    return interfaces;
  }

  /** Whether its shape has been read from its bytes. */
  public boolean shapeKnown() {
    return virtuals != null;
  }

  /**
   * Its shape is known.
   *
   * @param declared sorted selectors of the virtual methods it declares, or may be thought to
   * @param all number of methods it declares, of all kinds
   */
  void shape(int[] declared, int all) {
    methods = (char) all;
    virtuals = declared;
  }

  /** How many methods it declares; 0 when its bytes were never seen. */
  public int methods() {
    return methods;
  }

  /** The shape that the run-time image says it has, as long as its bytes have not been seen. */
  void imageShape(int[] declared) {
    imageVirtuals = declared;
  }

  boolean mayDeclare(int selector) {
    int[] known = virtuals;
    if (known == null) {
      known = imageVirtuals;
    }
    return known == null || Arrays.binarySearch(known, selector) >= 0;
  }

  /** Forgets what was read from bytes that are not current any more. */
  void forgetInfo() {
    info = null;
  }

  void addSubtype(ClassRecord subtype) {
    if (subtypeCount == subtypes.length) {
      subtypes = Arrays.copyOf(subtypes, subtypeCount == 0 ? 2 : subtypeCount * 2);
    }
    subtypes[subtypeCount++] = subtype;
  }

  /** Called when the subtype has been unloaded. */
  void removeSubtype(ClassRecord subtype) {
    for (int i = 0; i < subtypeCount; i++) {
      if (subtypes[i] == subtype) {
        subtypes[i] = subtypes[--subtypeCount];
        subtypes = Arrays.copyOf(subtypes, subtypeCount);
        return;
      }
    }
  }

  @Override
  public ClassInfo info() {
    ClassInfo known = knownInfo();
    if (known == null) {
      registry.want(this);
      throw new UnknownBytesException(name);
    }
    return known;
  }

  /** Its bytes may be other ones now. */
  void forgetFingerprint() {
    fingerprint = 0;
  }

  /**
   * Someone else has the VM make it anew: what is made of its code meanwhile may be outdated. Any
   * thread.
   */
  public void changing() {
    changing = true;
  }

  /** Nothing is made of the code any more that it had before. */
  public void changesSeen() {
    changing = false;
  }

  /** Whether what is just being made of its code may be outdated. */
  public boolean isChanging() {
    return changing;
  }

  /**
   * Someone else has the VM make it anew and shows us no change: from now on it may have code that
   * nobody shows us, since what comes after our transformer, as the VM's own recorder does, changes
   * a class unseen. Any thread.
   */
  public void changesUnseen() {
    changesUnseen = true;
  }

  /** Whether it may have other code than its bytes say, so that none of it is to be inlined. */
  public boolean mayBeChangedUnseen() {
    return changesUnseen;
  }

  /** Code is made of its bytes. */
  void read() {
    read = true;
  }

  /** There is no code any more that was made of its bytes. */
  void notRead() {
    read = false;
  }

  /** Whether there may be code that was made of its bytes, or was chosen for what they are. */
  boolean mayHaveBeenRead() {
    return read || fingerprint != 0;
  }

  @Override
  public long fingerprint(boolean code) {
    if (fingerprint == 0) {
      byte[] bytes = registry.bytes(this);
      fingerprint = bytes == null ? 0 : Fingerprint.of(bytes);
    }
    if (fingerprint != 0 || code || virtuals != null) {
      return fingerprint;
    }
    if (imageFingerprint == 0) {
      byte[] bytes = registry.image(this);
      imageFingerprint = bytes == null ? 0 : Fingerprint.of(bytes);
    }
    return imageFingerprint;
  }

  /** The bytes that {@link #info} is read from; null when there are none. */
  byte @Nullable [] shapeBytes() {
    byte[] bytes = registry.bytes(this);
    return bytes == null && virtuals == null ? registry.image(this) : bytes;
  }

  private @Nullable ClassInfo knownInfo() {
    SoftReference<ClassInfo> reference = info;
    ClassInfo known = reference == null ? null : reference.get();
    if (known == null) {
      byte[] bytes = shapeBytes();
      if (bytes != null) {
        known = ClassInfo.read(bytes);
        info = new SoftReference<>(known);
      }
    }
    return known;
  }

  @Override
  public boolean known() {
    if (knownInfo() != null) {
      return true;
    }
    registry.want(this);
    return false;
  }

  @Override
  public boolean mayDeclare(String methodName, String descriptor) {
    if (virtuals == null) {
      ClassInfo known = knownInfo();
      if (known != null) {
        return known.method(methodName, descriptor).isPresent();
      }
      registry.want(this);
    }
    return mayDeclare(Selector.of(methodName, descriptor));
  }

  @Override
  public Object loader() {
    return loader.isBoot() ? World.BOOT_LOADER : loader;
  }

  @Override
  public boolean initialized() {
    if (!initialized) {
      Class<?> loaded = type();
      initialized = loaded != null && registry.internals().initialized(loaded);
    }
    return initialized;
  }

  /**
   * Whether it is linked for sure, so that to have it retransformed does not link it early: it is
   * initialized, or an interface of a class that is. Most interfaces never are; but the VM links
   * those of a class before the class.
   */
  public boolean linked() {
    if (initialized()) {
      return true;
    }
    Class<?> loaded = type();
    if (loaded != null && loaded.isInterface()) {
      for (int i = 0; i < subtypeCount; i++) {
        if (subtypes[i].linked()) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public Optional<VariableHandle> handle(String field) {
    Class<?> loaded = type();
    HandleReader handles = loaded != null && initialized() ? registry.handles() : null;
    return loaded == null || handles == null
        ? Optional.empty()
        : handles.read(registry, this, loaded, field);
  }

  @Override
  public Optional<Object> number(String field, String descriptor) {
    Class<?> loaded = type();
    HandleReader handles = loaded != null && initialized() ? registry.handles() : null;
    return loaded == null || handles == null
        ? Optional.empty()
        : handles.number(this, loaded, field, descriptor);
  }

  @Override
  public boolean exported() {
    if (exported == 0) {
      Class<?> loaded = type();
      exported =
          (byte)
              (loaded != null && loaded.getModule().isExported(loaded.getPackageName()) ? 1 : -1);
    }
    return exported > 0;
  }

  @Override
  public boolean sameModule(LoadedClass other) {
    Class<?> mine = type();
    Class<?> its = ((ClassRecord) other).type();
    return mine != null && its != null && mine.getModule() == its.getModule();
  }

  @Override
  public boolean reads(LoadedClass other) {
    Class<?> mine = type();
    Class<?> its = ((ClassRecord) other).type();
    return mine != null && its != null && mine.getModule().canRead(its.getModule());
  }

  @Override
  public Optional<LoadedClass> superclass() {
    return Optional.ofNullable(superclass);
  }

  @Override
  public List<LoadedClass> interfaces() {
    return List.of(interfaces);
  }

  @Override
  public Collection<LoadedClass> subtypes() {
    List<LoadedClass> snapshot = new ArrayList<>(subtypeCount);
    for (int i = 0; i < subtypeCount; i++) {
      snapshot.add(subtypes[i]);
    }
    return snapshot;
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
