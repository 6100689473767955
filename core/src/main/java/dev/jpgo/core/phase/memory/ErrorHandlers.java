package dev.jpgo.core.phase.memory;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Handlers that may be for errors of the VM, such as a stack that overflows: whoever calls a method
 * elsewhere than the program did, and be it one that throws nothing, has to stay within them. What
 * surrounds a loop as a whole surrounds each call in it, so where a call has no such handler there
 * is none around the loop.
 */
public final class ErrorHandlers {
  private static final String EXCEPTION = "java/lang/Exception";
  private static final String RUNTIME = "java/lang/RuntimeException";

  private ErrorHandlers() {}

  /**
   * Whether a block has one.
   *
   * @param from the class that the names of what is caught are resolved from
   */
  public static boolean exist(World world, LoadedClass from, Block block) {
    List<Block.Handler> handlers = block.handlers();
    for (int i = 0; i < handlers.size(); i++) {
      if (mayCatch(world, from, handlers.get(i).catchType())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a type may be above an error: any that is not known to be an exception. */
  private static boolean mayCatch(World world, LoadedClass from, @Nullable String type) {
    if (type == null) {
      return true;
    }
    if (type.equals(RUNTIME) || type.equals(EXCEPTION)) {
      return false;
    }
    Optional<LoadedClass> at = world.find(from, type);
    while (at.isPresent()) {
      LoadedClass found = at.get();
      if (found.name().equals(EXCEPTION)) {
        return false;
      }
      at = found.superclass();
    }
    return true;
  }
}
