package dev.jpgo.test.differential;

import dev.jpgo.core.classfile.AccessOpener;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.VariableHandle;
import dev.jpgo.core.world.World;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The classes of one generated program as a world: all of them loaded and opened, all initialized
 * but those called Lazy and those of the hierarchy below its root, which are as the program first
 * makes one of them; the JDK's classes have a shape but no code, functional interfaces excepted.
 */
final class ProgramClasses implements World {
  private static final Object LOADER = new Object();
  private static final Pattern IN_HIERARCHY = Pattern.compile("C\\d+");

  /**
   * The JDK's classes whose code is known beside their shapes: functions, and what streams and
   * loops over lists and look-ups in maps rest on.
   */
  private static final Pattern WITH_CODE =
      Pattern.compile(
          "java/lang/(Integer|String|StringLatin1)|java/util/(function/.*|stream/.*|Spliterator\\$OfInt|Collection|ArrayList(\\$.*)?"
              + "|HashMap(\\$Node)?|Comparator|Collections(\\$.*)?|Arrays)");

  /** What receivers of calls that take the elements of a list are said to be. */
  private static final List<String> LISTS =
      List.of(
          "java/util/ArrayList",
          "java/util/ArrayList",
          "java/util/ArrayList",
          "java/util/LinkedList");

  /** What receivers of calls that ask a map are said to be. */
  private static final List<String> MAPS = List.of("java/util/HashMap");

  /** The JDK's classes, which are the same in all programs. */
  private static final Map<String, JdkClass> JDK = new ConcurrentHashMap<>();

  private record JdkClass(ClassInfo info, byte[] bytes) {}

  private final Map<String, ProgramClass> classes = new LinkedHashMap<>();
  private final Map<String, ProgramClass> jdk = new HashMap<>();
  private final Map<Long, World> profiled = new HashMap<>();

  private @Nullable ProgramClasses early;

  /**
   * @param compiled class files by name
   */
  ProgramClasses(Map<String, byte[]> compiled) {
    for (byte[] declared : compiled.values()) {
      AccessOpener.Opened opened = AccessOpener.openAll(declared);
      byte[] bytes = opened == null ? declared : opened.classFile();
      ClassInfo info = ClassInfo.read(bytes);
      classes.put(info.name(), new ProgramClass(info, bytes, LOADER));
    }
  }

  Collection<ProgramClass> all() {
    return classes.values();
  }

  Optional<ProgramClass> named(String internalName) {
    ProgramClass own = classes.get(internalName);
    boolean elsewhere = internalName.startsWith("java/") || internalName.equals(RuntimeCalls.VIEWS);
    if (own != null || !elsewhere) {
      return Optional.ofNullable(own);
    }
    ProgramClass known = jdk.get(internalName);
    if (known == null) {
      JdkClass read = JDK.computeIfAbsent(internalName, ProgramClasses::readJdk);
      known = new ProgramClass(read.info, read.bytes, BOOT_LOADER);
      jdk.put(internalName, known);
    }
    return Optional.of(known);
  }

  private static JdkClass readJdk(String internalName) {
    if (internalName.equals(RuntimeCalls.LISTS)) {
      byte[] bytes = ListRuntime.bytes();
      return new JdkClass(ClassInfo.read(bytes), bytes);
    }
    if (internalName.equals(RuntimeCalls.MAPS)) {
      byte[] bytes = MapRuntime.bytes();
      return new JdkClass(ClassInfo.read(bytes), bytes);
    }
    if (internalName.equals(RuntimeCalls.LATIN1)) {
      byte[] bytes = StringRuntime.bytes();
      return new JdkClass(ClassInfo.read(bytes), bytes);
    }
    try (InputStream in = ClassLoader.getSystemResourceAsStream(internalName + ".class")) {
      if (in == null) {
        throw new IllegalStateException("no class " + internalName);
      }
      byte[] bytes = in.readAllBytes();
      boolean code = WITH_CODE.matcher(internalName).matches();
      return new JdkClass(ClassInfo.read(bytes), code ? bytes : new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<LoadedClass> find(LoadedClass from, String internalName) {
    return named(internalName).map(LoadedClass.class::cast);
  }

  @Override
  public Optional<MethodNode> code(LoadedClass owner, MethodInfo method) {
    boolean known = owner.loader() != BOOT_LOADER || WITH_CODE.matcher(owner.name()).matches();
    if (!known || !method.hasCode()) {
      return Optional.empty();
    }
    return Optional.of(((ProgramClass) owner).node().methods.get(method.ordinal()));
  }

  /** The program as it is before its late class is loaded. */
  ProgramClasses early() {
    if (early == null) {
      Map<String, byte[]> others = new TreeMap<>();
      for (ProgramClass each : classes.values()) {
        others.put(each.name(), each.bytes());
      }
      others.remove(late());
      early = new ProgramClasses(others);
    }
    return early;
  }

  /** Internal name of the last class of the hierarchy. */
  String late() {
    String last = "";
    for (String name : classes.keySet()) {
      String simple = name.substring(name.lastIndexOf('/') + 1);
      if (simple.matches("C[0-9]+") && name.compareTo(last) > 0) {
        last = name;
      }
    }
    return last;
  }

  /** The same with methods profiled as a seed says. */
  World profiled(long seed) {
    World world = profiled.get(seed);
    if (world == null) {
      List<String> names = List.copyOf(classes.keySet());
      world = new ProfiledWorld(this, new RandomProfiles(seed, call -> receivers(call, names)));
      profiled.put(seed, world);
    }
    return world;
  }

  private static List<String> receivers(MethodInsnNode call, List<String> names) {
    return switch (call.name) {
      case "iterator", "stream" -> LISTS;
      case "get", "getOrDefault", "containsKey" -> call.owner.startsWith("java/") ? MAPS : names;
      case "hasNext", "next" -> List.of("java/util/ArrayList$Itr");
      default -> names;
    };
  }

  @Override
  public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
    return Optional.empty();
  }

  final class ProgramClass implements LoadedClass {
    private final ClassInfo info;
    private final byte[] bytes;
    private final Object loader;
    private @Nullable ClassNode node;

    ProgramClass(ClassInfo info, byte[] bytes, Object loader) {
      this.info = info;
      this.bytes = bytes;
      this.loader = loader;
    }

    byte[] bytes() {
      return bytes;
    }

    /** Its methods as compiled, read once; nobody changes them. */
    private ClassNode node() {
      if (node == null) {
        node = new ClassNode();
        new ClassReader(bytes).accept(node, ClassReader.EXPAND_FRAMES);
      }
      return node;
    }

    @Override
    public ClassInfo info() {
      return info;
    }

    @Override
    public Object loader() {
      return loader;
    }

    @Override
    public boolean initialized() {
      String name = info.name().substring(info.name().lastIndexOf('/') + 1);
      return !name.startsWith("Lazy") && !IN_HIERARCHY.matcher(name).matches();
    }

    /** The names of the fields say it. */
    @Override
    public Optional<VariableHandle> handle(String field) {
      if (!info.name().endsWith("/" + HandleShapes.HOLDER) || field.indexOf('_') < 0) {
        return Optional.empty();
      }
      String type = field.substring(field.lastIndexOf('_') + 1);
      if (field.charAt(0) != 'F') {
        return Optional.of(VariableHandle.view(field.charAt(0) == 'B', type));
      }
      String descriptor =
          switch (type) {
            case "O" -> "Ljava/lang/Object;";
            case "H" -> "L" + info.name() + ";";
            default -> type;
          };
      String name = field.substring(2, field.lastIndexOf('_'));
      VariableHandle.Kind kind = VariableHandle.Kind.FIELD;
      return Optional.of(new VariableHandle(kind, info.name(), name, descriptor, 0));
    }

    @Override
    public boolean sameModule(LoadedClass other) {
      return loader == other.loader();
    }

    @Override
    public boolean reads(LoadedClass other) {
      return true;
    }

    @Override
    public boolean exported() {
      return true;
    }

    @Override
    public Optional<LoadedClass> superclass() {
      return Optional.ofNullable(info.superName())
          .flatMap(ProgramClasses.this::named)
          .map(LoadedClass.class::cast);
    }

    @Override
    public List<LoadedClass> interfaces() {
      List<LoadedClass> found = new ArrayList<>();
      for (String name : info.interfaces()) {
        named(name).ifPresent(found::add);
      }
      return found;
    }

    @Override
    public Collection<LoadedClass> subtypes() {
      List<LoadedClass> found = new ArrayList<>();
      for (ProgramClass each : classes.values()) {
        if (info.name().equals(each.info.superName())
            || each.info.interfaces().contains(info.name())) {
          found.add(each);
        }
      }
      return found;
    }
  }
}
