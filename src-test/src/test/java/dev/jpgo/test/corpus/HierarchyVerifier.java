package dev.jpgo.test.corpus;

import dev.jpgo.core.world.LoadedClass;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.SimpleVerifier;

/**
 * ASM's verifier of a method's data flow, with the hierarchy of a corpus. As the JVM's own it takes
 * any object for an instance of an interface; what is not in the corpus is taken to fit.
 */
final class HierarchyVerifier extends SimpleVerifier {
  private static final String OBJECT = "java/lang/Object";
  private static final Type NULL = Type.getObjectType("null");

  private final CorpusWorld world;
  private final CorpusClass from;

  HierarchyVerifier(CorpusWorld world, CorpusClass from) {
    super(Opcodes.ASM9, null, null, null, false);
    this.world = world;
    this.from = from;
  }

  @Override
  protected boolean isInterface(Type type) {
    return find(type).map(found -> found.info().isInterface()).orElse(false);
  }

  @Override
  protected Type getSuperClass(Type type) {
    String name = find(type).map(found -> found.info().superName()).orElse(OBJECT);
    return Type.getObjectType(name);
  }

  @Override
  protected boolean isAssignableFrom(Type to, Type given) {
    if (to.equals(given) || given.equals(NULL) || isObject(to)) {
      return true;
    }
    if (isPrimitive(to) || isPrimitive(given)) {
      return false;
    }
    if (isArray(to)) {
      return isArray(given) && isAssignableFrom(component(to), component(given));
    }
    if (isArray(given)) {
      return isInterface(to) || find(to).isEmpty();
    }
    Optional<LoadedClass> wanted = find(to);
    if (wanted.isEmpty() || wanted.get().info().isInterface()) {
      return true;
    }
    Optional<LoadedClass> at = find(given);
    while (at.isPresent() && at.get() != wanted.get() && !at.get().name().equals(OBJECT)) {
      at = at.get().superclass();
    }
    return at.isEmpty() || at.get() == wanted.get();
  }

  private Optional<LoadedClass> find(Type type) {
    return type.getSort() == Type.OBJECT
        ? world.find(from, type.getInternalName())
        : Optional.empty();
  }

  private static boolean isObject(Type type) {
    return type.getSort() == Type.OBJECT && type.getInternalName().equals(OBJECT);
  }

  private static boolean isArray(Type type) {
    return type.getSort() == Type.ARRAY;
  }

  private static boolean isPrimitive(Type type) {
    return type.getSort() < Type.ARRAY;
  }

  private static Type component(Type array) {
    return Type.getType(array.getDescriptor().substring(1));
  }
}
