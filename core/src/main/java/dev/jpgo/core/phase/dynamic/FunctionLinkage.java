package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.World;
import org.objectweb.asm.Type;

/**
 * What linking a call site of {@code LambdaMetafactory} asks of the classes that it names, beside
 * what it asks of the method. Stateless.
 */
public final class FunctionLinkage {
  /** Internal name of the class with the bootstrap methods of functions. */
  public static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

  private FunctionLinkage() {}

  /**
   * Whether an interface may be implemented by a class that is made for a function, and nobody can
   * tell that it was: making the class initializes the interfaces above it that have methods with
   * code (JVMS 5.5), those that no other use has initialized among them.
   */
  public static boolean isImplementedUnseen(LoadedClass type) {
    if (!type.known() || !type.info().isInterface() || type.info().isSealed()) {
      return false;
    }
    return initializesNothing(type);
  }

  private static boolean initializesNothing(LoadedClass type) {
    if (!type.known() || !type.initialized() && runsCode(type)) {
      return false;
    }
    for (LoadedClass above : type.interfaces()) {
      if (!initializesNothing(above)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a class below runs an initializer of an interface before its own. */
  private static boolean runsCode(LoadedClass type) {
    boolean hasInitializer = false;
    boolean hasCode = false;
    for (MethodInfo method : type.info().methods()) {
      hasInitializer |= method.name().equals("<clinit>");
      hasCode |= !method.isStatic() && !method.isAbstract();
    }
    return hasInitializer && hasCode;
  }

  /**
   * Whether a class may name all classes in a type (JVMS 5.4.4), which are loaded: linking resolves
   * them.
   *
   * @param type of a method, an object or array, or a primitive one
   */
  public static boolean mayName(World world, LoadedClass owner, Type type) {
    if (type.getSort() == Type.METHOD) {
      for (Type each : type.getArgumentTypes()) {
        if (!mayName(world, owner, each)) {
          return false;
        }
      }
      return mayName(world, owner, type.getReturnType());
    }
    Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
    if (element.getSort() != Type.OBJECT) {
      return true;
    }
    LoadedClass named = world.find(owner, element.getInternalName()).orElse(null);
    return named != null && named.known() && MethodResolver.mayAccess(owner, named);
  }
}
