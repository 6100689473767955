package dev.jpgo.core.world;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;

/**
 * An object of the program, not null, that code can compare with. It lives as long as the JVM, so
 * that nothing is kept alive by that.
 *
 * @param holder internal name of the initialized class of the runtime that has it in a public
 *     static field, of type {@code Object}
 * @param field name of that field
 * @param making how it was made, if it is a function; null when that is not known
 */
public record KnownObject(String holder, String field, @Nullable Making making) {
  /**
   * The link of the {@code invokedynamic} that made a function, by {@code LambdaMetafactory}. Names
   * mean what they mean in the code of the host.
   *
   * @param host the class that the {@code invokedynamic} is in
   * @param type internal name of the interface that it makes; the object's class has no other one
   *     but perhaps {@code Serializable}
   * @param name of the functional method
   * @param erased descriptor of the functional method
   * @param implementation the method that it calls
   * @param instantiated descriptor that its arguments and result are checked against
   * @param descriptor of the {@code invokedynamic}: parameters are interfaces or {@code Object}
   * @param captured its arguments, each an instance of its type
   */
  public record Making(
      LoadedClass host,
      String type,
      String name,
      String erased,
      Handle implementation,
      String instantiated,
      String descriptor,
      List<KnownObject> captured) {
    public Making {
      captured = List.copyOf(captured);
    }
  }
}
