package dev.jpgo.test.corpus;

import dev.jpgo.core.classfile.AccessOpener;
import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A class of a corpus, as if it were loaded. Members of classes of a jar are opened. */
final class CorpusClass implements LoadedClass {
  private final CorpusWorld world;
  private final ClassInfo info;
  private final ModuleShape module;
  private final byte[] bytes;
  private final List<LoadedClass> subtypes = new ArrayList<>();

  CorpusClass(CorpusWorld world, ModuleShape module, byte[] classFile) {
    this.world = world;
    this.module = module;
    AccessOpener.Opened opened = module.unnamed() ? AccessOpener.openAll(classFile) : null;
    bytes = opened == null ? classFile : opened.classFile();
    info = ClassInfo.read(bytes);
  }

  /** The class file as the VM is given it. */
  byte[] bytes() {
    return bytes;
  }

  ModuleShape module() {
    return module;
  }

  /** Whether its superclass and its interfaces are there. */
  boolean hasAllAbove() {
    return (info.superName() == null || superclass().isPresent())
        && interfaces().size() == info.interfaces().size();
  }

  void addSubtype(CorpusClass below) {
    subtypes.add(below);
  }

  @Override
  public ClassInfo info() {
    return info;
  }

  @Override
  public Object loader() {
    return world.loader(module);
  }

  /**
   * Where nobody can tell: nothing runs when it is initialized. Of classes of jars, which are never
   * run, half of the others too.
   */
  @Override
  public boolean initialized() {
    return (module.unnamed() && (info.name().hashCode() & 1) == 0) || initializesNothing(this);
  }

  private static boolean initializesNothing(LoadedClass type) {
    if (type.info().method("<clinit>", "()V").isPresent()) {
      return false;
    }
    List<LoadedClass> above = new ArrayList<>(type.interfaces());
    type.superclass().ifPresent(above::add);
    return above.stream().allMatch(CorpusClass::initializesNothing);
  }

  @Override
  public boolean exported() {
    return module.exports(info.packageName());
  }

  @Override
  public boolean sameModule(LoadedClass other) {
    return module == ((CorpusClass) other).module;
  }

  @Override
  public boolean reads(LoadedClass other) {
    return module.reads(((CorpusClass) other).module);
  }

  @Override
  public Optional<LoadedClass> superclass() {
    String name = info.superName();
    return name == null ? Optional.empty() : world.find(this, name);
  }

  @Override
  public List<LoadedClass> interfaces() {
    List<LoadedClass> found = new ArrayList<>();
    for (String name : info.interfaces()) {
      world.find(this, name).ifPresent(found::add);
    }
    return found;
  }

  @Override
  public Collection<LoadedClass> subtypes() {
    return subtypes;
  }

  @Override
  public String toString() {
    return info.name();
  }
}
