package dev.jpgo.agent.world;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Original bytes of classes, as the transformer was handed them, within a bound; the least recently
 * used go first, except those that are pinned. Belongs to the controller thread.
 */
final class BytesCache {
  private final long limit;
  private final Map<ClassRecord, byte[]> unpinned = new LinkedHashMap<>(256, 0.75f, true);
  private final Map<ClassRecord, byte[]> pinned = new LinkedHashMap<>();
  private long size;

  /**
   * @param limit bound in bytes
   */
  BytesCache(long limit) {
    this.limit = limit;
  }

  void put(ClassRecord record, byte[] bytes) {
    if (pinned.containsKey(record)) {
      size += bytes.length - pinned.put(record, bytes).length;
      return;
    }
    byte[] old = unpinned.put(record, bytes);
    size += bytes.length - (old == null ? 0 : old.length);
    var oldest = unpinned.entrySet().iterator();
    while (size > limit && oldest.hasNext()) {
      Map.Entry<ClassRecord, byte[]> entry = oldest.next();
      if (entry.getKey() != record) {
        size -= entry.getValue().length;
        oldest.remove();
      }
    }
  }

  byte @Nullable [] get(ClassRecord record) {
    byte[] bytes = pinned.get(record);
    return bytes != null ? bytes : unpinned.get(record);
  }

  /** Keeps the bytes for as long as the class lives: versions are compared with them. */
  void pin(ClassRecord record) {
    byte[] bytes = unpinned.remove(record);
    if (bytes != null) {
      pinned.put(record, bytes);
    }
  }

  void remove(ClassRecord record) {
    byte[] bytes = pinned.remove(record);
    if (bytes == null) {
      bytes = unpinned.remove(record);
    }
    if (bytes != null) {
      size -= bytes.length;
    }
  }
}
