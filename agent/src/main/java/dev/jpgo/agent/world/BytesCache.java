package dev.jpgo.agent.world;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Original bytes of classes, as the transformer was handed them, within a bound; the least recently
 * used go first, except those that are pinned. However many those are, the others get a quarter of
 * the bound: what is captured must last until it is used. Belongs to the controller thread.
 */
final class BytesCache {
  private final long limit;
  private final Map<ClassRecord, byte[]> unpinned = new LinkedHashMap<>(256, 0.75f, true);
  private final Map<ClassRecord, byte[]> pinned = new LinkedHashMap<>();
  private long pinnedSize;
  private long size;

  /**
   * @param limit bound in bytes
   */
  BytesCache(long limit) {
    this.limit = limit;
  }

  void put(ClassRecord record, byte[] bytes) {
    if (pinned.containsKey(record)) {
      pinnedSize += bytes.length - pinned.put(record, bytes).length;
      return;
    }
    byte[] old = unpinned.put(record, bytes);
    size += bytes.length - (old == null ? 0 : old.length);
    var oldest = unpinned.entrySet().iterator();
    long room = Math.max(limit - pinnedSize, limit / 4);
    while (size > room && oldest.hasNext()) {
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
      size -= bytes.length;
      pinnedSize += bytes.length;
      pinned.put(record, bytes);
    }
  }

  void remove(ClassRecord record) {
    byte[] kept = pinned.remove(record);
    byte[] bytes = unpinned.remove(record);
    pinnedSize -= kept == null ? 0 : kept.length;
    size -= bytes == null ? 0 : bytes.length;
  }
}
