package dev.jpgo.agent.world;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of classes of the program that were defined as it began, when there was no time to look
 * at them: who wants them later need not have the VM hand them out, which makes a class anew and
 * throws away what was compiled of it. Any thread adds; the rest is for the controller thread.
 */
final class EarlyBytes {
  private final long limit;
  private final AtomicLong size = new AtomicLong();
  private final Queue<Early> arriving = new ConcurrentLinkedQueue<>();
  private final Map<String, List<Early>> byName = new HashMap<>();

  private record Early(String name, WeakReference<ClassLoader> loader, byte[] bytes) {}

  /**
   * @param limit bound in bytes; what would go beyond is not kept
   */
  EarlyBytes(long limit) {
    this.limit = limit;
  }

  /**
   * A class is about to be defined.
   *
   * @param name internal name
   */
  void add(String name, ClassLoader loader, byte[] bytes) {
    if (size.addAndGet(bytes.length) > limit) {
      size.addAndGet(-bytes.length);
    } else {
      arriving.add(new Early(name, new WeakReference<>(loader), bytes));
    }
  }

  /** How many bytes are kept; any thread. */
  long size() {
    return size.get();
  }

  /**
   * The bytes that a class was defined with, if they are here and no others of its name and loader
   * are: a definition may have failed. They are asked for once.
   */
  byte @Nullable [] take(ClassRecord record) {
    index();
    List<Early> ofThisName = byName.get(record.name());
    ClassLoader loader = record.loaderRecord().get();
    if (ofThisName == null || loader == null || record.hidden()) {
      return null;
    }
    byte[] found = null;
    boolean unclear = false;
    List<Early> others = new ArrayList<>();
    for (Early each : ofThisName) {
      if (each.loader.get() == loader) {
        unclear |= found != null && !Arrays.equals(found, each.bytes);
        found = each.bytes;
        size.addAndGet(-each.bytes.length);
      } else if (each.loader.get() == null) {
        size.addAndGet(-each.bytes.length);
      } else {
        others.add(each);
      }
    }
    if (others.isEmpty()) {
      byName.remove(record.name());
    } else {
      byName.put(record.name(), others);
    }
    return unclear ? null : found;
  }

  /** Others are known of a class, or it is gone. */
  void forget(ClassRecord record) {
    byte[] unused = take(record); // which forgets them
  }

  private void index() {
    for (Early early = arriving.poll(); early != null; early = arriving.poll()) {
      byName.computeIfAbsent(early.name, any -> new ArrayList<>(1)).add(early);
    }
  }
}
