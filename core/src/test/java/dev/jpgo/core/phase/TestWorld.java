package dev.jpgo.core.phase;

import dev.jpgo.core.classfile.AccessOpener;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.KnownObject;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.VariableHandle;
import dev.jpgo.core.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A program of classes whose bytes the tests' own class path has. A class counts as loaded from the
 * moment it is first named, with everything above it.
 */
public final class TestWorld implements World {
  static final Object APP = new Object();

  private final Map<String, Loaded> classes = new HashMap<>();
  private final Map<String, MethodProfile> profiles = new HashMap<>();
  private final Set<String> uninitialized = new HashSet<>();
  private final Set<String> unloaded = new HashSet<>();
  private final Set<String> unread = new HashSet<>();
  private final Set<String> unknown = new HashSet<>();
  private final Set<String> changed = new HashSet<>();
  private final Set<String> withoutBytes = new HashSet<>();
  private final Map<String, VariableHandle> handles = new HashMap<>();
  private final Map<String, Object> numbers = new HashMap<>();
  private final Map<String, KnownObject> receivers = new HashMap<>();
  private boolean opened = true;
  private boolean provisional;

  public TestWorld load(Class<?>... types) {
    for (Class<?> type : types) {
      loaded(type.getName().replace('.', '/'));
    }
    return this;
  }

  /** Says what number a static final field holds. */
  public TestWorld number(Class<?> holder, String field, Object number) {
    numbers.put(holder.getName().replace('.', '/') + '.' + field, number);
    return this;
  }

  /** Says what handle a static final field holds. */
  public TestWorld handle(Class<?> holder, String field, VariableHandle handle) {
    return handle(holder.getName().replace('.', '/'), field, handle);
  }

  TestWorld handle(String holder, String field, VariableHandle handle) {
    handles.put(holder + '.' + field, handle);
    return this;
  }

  /** Says what object all receivers of calls in methods of a name were. */
  TestWorld receiver(String method, KnownObject object) {
    receivers.put(method, object);
    return this;
  }

  /** Has what is compiled be thrown away. */
  TestWorld provisional() {
    provisional = true;
    return this;
  }

  /** Has the classes that are loaded from now on have the access that they declare. */
  TestWorld strict() {
    opened = false;
    return this;
  }

  public TestWorld uninitialized(Class<?> type) {
    return uninitialized(type.getName().replace('.', '/'));
  }

  TestWorld uninitialized(String name) {
    uninitialized.add(name);
    return this;
  }

  public TestWorld unloaded(Class<?> type) {
    unloaded.add(type.getName().replace('.', '/'));
    return this;
  }

  /** Has a class be of another release. */
  TestWorld changed(Class<?> type) {
    changed.add(type.getName().replace('.', '/'));
    return this;
  }

  /** The bytes of a class are not here. */
  TestWorld withoutBytes(Class<?> type) {
    withoutBytes.add(type.getName().replace('.', '/'));
    return this;
  }

  /** Lets nobody see the bytes of a loaded class. */
  public TestWorld unknown(Class<?> type) {
    unknown.add(type.getName().replace('.', '/'));
    return this;
  }

  /** Puts a class into a module that no other one reads. */
  public TestWorld unread(Class<?> type) {
    unread.add(type.getName().replace('.', '/'));
    return this;
  }

  TestWorld profile(MethodProfile profile) {
    profiles.put(profile.method().toString(), profile);
    return this;
  }

  /** Has a class be what these bytes say, before it is named. */
  public TestWorld define(byte[] bytes) {
    loaded(new ClassReader(bytes).getClassName(), bytes);
    return this;
  }

  public Loaded loaded(String name) {
    Loaded known = classes.get(name);
    return known != null ? known : loaded(name, bytes(name));
  }

  private Loaded loaded(String name, byte[] bytes) {
    Loaded loaded = new Loaded(name, bytes);
    classes.put(name, loaded);
    if (loaded.info.superName() != null) {
      loaded.superclass = loaded(loaded.info.superName());
      loaded.superclass.subtypes.add(loaded);
    }
    for (String each : loaded.info.interfaces()) {
      Loaded above = loaded(each);
      loaded.interfaces.add(above);
      above.subtypes.add(loaded);
    }
    return loaded;
  }

  public static byte[] bytes(String name) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
      if (in == null) {
        throw new IllegalArgumentException("no class " + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<LoadedClass> find(LoadedClass from, String internalName) {
    if (unloaded.contains(internalName)) {
      return Optional.empty();
    }
    Loaded known = classes.get(internalName);
    if (known != null) {
      return Optional.of(known);
    }
    if (internalName.startsWith("[")
        || ClassLoader.getSystemResource(internalName + ".class") == null) {
      unloaded.add(internalName);
      return Optional.empty();
    }
    return Optional.of(loaded(internalName));
  }

  @Override
  public Optional<MethodNode> code(LoadedClass owner, MethodInfo method) {
    return Optional.of(((Loaded) owner).node().methods.get(method.ordinal()));
  }

  @Override
  public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
    return Optional.ofNullable(
        profiles.get(owner.name().replace('/', '.') + '.' + method.name() + method.descriptor()));
  }

  @Override
  public boolean isProvisional() {
    return provisional;
  }

  @Override
  public Optional<KnownObject> receiver(LoadedClass owner, MethodInfo method, int site) {
    return Optional.ofNullable(receivers.get(method.name()));
  }

  /** A class of this world. */
  public final class Loaded implements LoadedClass {
    private final String name;
    private final byte[] bytes;
    private final ClassInfo info;
    private @Nullable ClassNode node;
    private @Nullable Loaded superclass;
    private final List<LoadedClass> interfaces = new ArrayList<>();
    private final List<LoadedClass> subtypes = new ArrayList<>();

    private Loaded(String name, byte[] bytes) {
      this.name = name;
      AccessOpener.Opened open = opened && !boot() ? AccessOpener.openAll(bytes) : null;
      this.bytes = open == null ? bytes : open.classFile();
      this.info = ClassInfo.read(this.bytes);
    }

    /** The parsed class, which nobody changes. */
    private ClassNode node() {
      if (node == null) {
        node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.EXPAND_FRAMES);
      }
      return node;
    }

    private boolean boot() {
      return name.startsWith("java/") || name.startsWith("jdk/");
    }

    @Override
    public ClassInfo info() {
      return info;
    }

    @Override
    public long fingerprint(boolean code) {
      return withoutBytes.contains(name)
          ? 0
          : Arrays.hashCode(bytes) + (changed.contains(name) ? 1L : 0) + (1L << 40);
    }

    @Override
    public Object loader() {
      return boot() ? BOOT_LOADER : APP;
    }

    @Override
    public boolean known() {
      return !unknown.contains(name);
    }

    @Override
    public boolean initialized() {
      return !uninitialized.contains(name);
    }

    @Override
    public Optional<VariableHandle> handle(String field) {
      return Optional.ofNullable(handles.get(name + '.' + field)).filter(known -> initialized());
    }

    @Override
    public Optional<Object> number(String field, String descriptor) {
      return Optional.ofNullable(numbers.get(name + '.' + field)).filter(known -> initialized());
    }

    @Override
    public boolean sameModule(LoadedClass other) {
      return boot() == ((Loaded) other).boot() && reads(other);
    }

    @Override
    public boolean reads(LoadedClass other) {
      return !unread.contains(other.name());
    }

    @Override
    public boolean exported() {
      return !name.startsWith("jdk/internal/");
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
      return List.copyOf(subtypes);
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
