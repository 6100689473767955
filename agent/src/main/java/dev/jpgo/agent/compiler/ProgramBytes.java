package dev.jpgo.agent.compiler;

import dev.jpgo.core.world.LoadedClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The class files behind the classes of a world. */
public interface ProgramBytes {
  /**
   * The bytes that a class's shape is read from; null when there are none, and they are sent for.
   */
  byte @Nullable [] shape(LoadedClass type);

  /** The bytes that its code is read from; null when there are none, and they are sent for. */
  byte @Nullable [] code(LoadedClass type);

  /** The classes whose bytes are others than they were when this was asked last. */
  List<? extends LoadedClass> changed();
}
