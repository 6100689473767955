package dev.jpgo.core.phase.sort;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.world.JdkMethod;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;

/**
 * A method of the JDK whose code was read, in JDK 17 and JDK 25, and is told by its hash: no other
 * is taken.
 */
record KnownMethod(MethodId id, long hash17, long hash25) {
  static final String COMPARATOR = "java/util/Comparator";
  private static final String ARGUMENTS = "Ljava/lang/Object;Ljava/lang/Object;)I";

  /** One that has the same code in both. */
  static KnownMethod of(String owner, String name, String descriptor, long hash) {
    return new KnownMethod(new MethodId(owner, name, descriptor), hash, hash);
  }

  /** One of {@code Comparator}'s that makes one of a function or another one. */
  static KnownMethod making(String name, String taken, long hash) {
    return of(COMPARATOR, name, "(" + taken + ")Ljava/util/Comparator;", hash);
  }

  /** What implements a comparator that {@code Comparator} makes. */
  static KnownMethod comparing(String name, String captured, long hash) {
    return of(COMPARATOR, "lambda$" + name, "(" + captured + ARGUMENTS, hash);
  }

  /** Whether the running JDK has the code that was read. */
  boolean isHere(World world, LoadedClass from) {
    JdkMethod method = JdkMethod.find(world, from, id).orElse(null);
    if (method == null) {
      return false;
    }
    long hash = method.hash();
    return hash == hash17 || hash == hash25;
  }
}
