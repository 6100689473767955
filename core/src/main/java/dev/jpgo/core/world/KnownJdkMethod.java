package dev.jpgo.core.world;

import dev.jpgo.core.classfile.CodeHash;
import dev.jpgo.core.classfile.MethodId;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A method of the JDK whose code was read, in JDK 17 and JDK 25, for what rests on it. Told by its
 * hash: no other code is taken.
 *
 * @param id it
 * @param hash17 {@link CodeHash} of its code in JDK 17
 * @param hash25 the same in JDK 25
 */
public record KnownJdkMethod(MethodId id, long hash17, long hash25) {
  /** One that has the same code in both. */
  public static KnownJdkMethod of(String owner, String name, String descriptor, long hash) {
    return new KnownJdkMethod(new MethodId(owner, name, descriptor), hash, hash);
  }

  // What a record has of its own takes a tenth of a second to be linked, interpreted.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KnownJdkMethod that
        && id.equals(that.id)
        && hash17 == that.hash17
        && hash25 == that.hash25;
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  /**
   * The method with its present code, if that is what was read; empty too where its code is not
   * here (which asks for it).
   *
   * @param from the class that its owner's name is resolved from
   */
  public Optional<JdkMethod> find(World world, LoadedClass from) {
    JdkMethod method = JdkMethod.find(world, from, id).orElse(null);
    if (method == null) {
      return Optional.empty();
    }
    long hash = method.hash();
    return hash == hash17 || hash == hash25 ? Optional.of(method) : Optional.empty();
  }

  /** Whether the running JDK has the code of all that was read; asks for all, known or not. */
  public static boolean areHere(Collection<KnownJdkMethod> methods, World world, LoadedClass from) {
    boolean here = true;
    for (KnownJdkMethod method : methods) {
      here &= method.isHere(world, from);
    }
    return here;
  }

  /** Whether the running JDK has the code that was read. */
  public boolean isHere(World world, LoadedClass from) {
    return find(world, from).isPresent();
  }
}
