package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Reads what the VM keeps in {@code Throwable.backtrace}: a list of chunks, each an array of
 * arrays. From HotSpot's {@code java_lang_Throwable}: methods, bytecode indices, classes, names,
 * (from 21 on: continuations,) the next chunk, whether a frame is hidden. Six slots in 17, seven in
 * 25; anything else is left alone.
 */
final class JpgoBacktrace {
  private static final int CHUNK = 32;
  private static long offset;

  private final short[] methods;
  private final int[] positions;
  private final Object[] classes;
  private final int index;

  private JpgoBacktrace(short[] methods, int[] positions, Object[] classes, int index) {
    this.methods = methods;
    this.positions = positions;
    this.classes = classes;
    this.index = index;
  }

  /**
   * Looks up where throwables keep their backtrace.
   *
   * @throws InternalError when this JDK keeps it elsewhere
   */
  static void prepare(JpgoMemory memory) {
    offset = memory.offset(Throwable.class, "backtrace");
  }

  /** The backtrace of a throwable; null when it has none. */
  static @Nullable Object of(Throwable throwable) {
    JpgoMemory memory = JpgoMemory.instance;
    return memory == null || offset == 0 ? null : memory.getReference(throwable, offset);
  }

  /** One frame of a backtrace; null when it cannot be read. */
  static @Nullable JpgoBacktrace frame(@Nullable Object backtrace, int frame) {
    Object chunk = backtrace;
    for (int skip = frame / CHUNK; skip > 0; skip--) {
      chunk = next(chunk);
    }
    return in(chunk, frame % CHUNK);
  }

  /** The first frame of a class among the first chunk's; null when there is none. */
  static @Nullable JpgoBacktrace firstOf(@Nullable Object backtrace, Class<?> type) {
    for (int i = 0; i < CHUNK; i++) {
      JpgoBacktrace frame = in(backtrace, i);
      if (frame == null || frame.type() == type) {
        return frame;
      }
    }
    return null;
  }

  private static @Nullable JpgoBacktrace in(@Nullable Object chunk, int index) {
    if (!(chunk instanceof Object[])) {
      return null;
    }
    Object[] slots = (Object[]) chunk;
    if ((slots.length != 6 && slots.length != 7)
        || !(slots[0] instanceof short[])
        || !(slots[1] instanceof int[])
        || !(slots[2] instanceof Object[])) {
      return null;
    }
    Object[] classes = (Object[]) slots[2];
    return index < classes.length && classes[index] instanceof Class<?>
        ? new JpgoBacktrace((short[]) slots[0], (int[]) slots[1], classes, index)
        : null;
  }

  private static @Nullable Object next(@Nullable Object chunk) {
    if (!(chunk instanceof Object[])) {
      return null;
    }
    Object[] slots = (Object[]) chunk;
    return slots.length == 6 ? slots[4] : slots.length == 7 ? slots[5] : null;
  }

  Class<?> type() {
    return (Class<?>) classes[index];
  }

  /** The VM's number of the method in its class, the same in all versions. */
  int method() {
    return methods[index] & 0xffff;
  }

  /**
   * How often the class had been redefined, counted from 0 or in a class from an archive from
   * another number; 65535 is the VM's "too often".
   */
  int version() {
    return positions[index] & 0xffff;
  }

  int bci() {
    return positions[index] >>> 16;
  }
}
