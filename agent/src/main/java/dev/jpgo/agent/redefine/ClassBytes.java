package dev.jpgo.agent.redefine;

import dev.jpgo.agent.world.Fingerprint;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes the counters and plans of a class belong to, and whether those that the VM hands out
 * are the same: other agents may have made it anew. The VM hands a class to one thread at a time;
 * all else belongs to the controller thread, unless it says otherwise.
 */
public final class ClassBytes {
  /** Whether what another agent has made of it is something else than what it was loaded from. */
  private enum Difference {
    /** Nobody has asked yet. */
    OPEN,
    /** What it was loaded from is not here. */
    UNKNOWN,
    OTHER
  }

  /**
   * What another agent has made of it.
   *
   * @param redefined whether it has been redefined, and the VM may hand out what it was before
   * @param count its {@link RedefinitionCount} when these were handed to transformers: they are its
   *     bytes if it has risen since; {@link RedefinitionCount#UNKNOWN}: they are
   * @param before what it is if not
   */
  private record Remade(
      byte[] bytes, Difference difference, boolean redefined, int count, @Nullable Remade before) {
    Remade(byte[] bytes, Difference difference, boolean redefined) {
      this(bytes, difference, redefined, RedefinitionCount.UNKNOWN, null);
    }
  }

  /** Of the bytes that its counters at load were made of; 0: it has none. */
  private final long loaded;

  private volatile long checksum;

  /** Of the same bytes as the VM writes them anew, which it does not from a class file; 0: none. */
  private volatile long rewritten;

  /**
   * Of the bytes that transformers were handed last; 0: they have not been, or were left as they
   * are.
   */
  private volatile long lastHanded;

  /** What the bytes say that it was laid out for before the VM had handed any; or 0. */
  private long ahead;

  /** Whether the VM has handed it out for a version of ours. */
  private boolean handedToUs;

  private final AtomicReference<@Nullable Remade> remade = new AtomicReference<>();

  /**
   * Of a class as it was loaded.
   *
   * @param loaded the {@linkplain #checksum checksum} of what its counters at load were made of; 0:
   *     it has none
   */
  ClassBytes(long loaded) {
    this.loaded = loaded;
    checksum = loaded;
    lastHanded = loaded;
  }

  /** Tells bytes of a class from others, with their length; never 0. */
  static long checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (long) bytes.length << 32 | crc.getValue();
  }

  /** Whether these are the bytes that its counters and plans belong to, as far as is known. */
  boolean isOriginal(byte[] bytes) {
    return checksum == 0 || checksum == checksum(bytes);
  }

  /** Its counters and plans belong to these bytes unless others are known. */
  void startsFrom(byte[] bytes) {
    if (checksum == 0) {
      original(bytes);
    }
  }

  /** Its counters and plans belong to these bytes. */
  void original(byte[] bytes) {
    checksum = checksum(bytes);
  }

  /**
   * Its counters and plans belong to these bytes, of which the VM has not handed out any so far.
   *
   * @param fingerprint what they {@linkplain Fingerprint#of say}
   */
  void originalAhead(byte[] bytes, long fingerprint) {
    original(bytes);
    ahead = fingerprint;
  }

  /** Which bytes its counters and plans belong to is not known any more. */
  void forget() {
    checksum = 0;
    rewritten = 0;
    ahead = 0;
  }

  /** Whether the VM may hand it in other bytes than it was laid out for. */
  boolean isAhead() {
    return ahead != 0;
  }

  /**
   * Whether these are those bytes as the VM has written them anew: they say the same, and its
   * methods may be in another order.
   */
  boolean isWrittenAnew(byte[] bytes) {
    if (isOriginal(bytes) || ahead == 0) {
      return false;
    }
    long sum = checksum(bytes);
    if (sum != rewritten && Fingerprint.of(bytes) == ahead) {
      rewritten = sum;
    }
    return sum == rewritten;
  }

  /**
   * The VM hands its bytes to transformers, whoever asked for that; any thread.
   *
   * @return whether its counters and plans, or code that was made of it since it was handed last,
   *     may belong to other bytes
   */
  boolean handed(byte[] bytes) {
    long sum = checksum(bytes);
    long before = lastHanded;
    lastHanded = sum;
    return checksum == 0 ? sum != before : sum != checksum && sum != rewritten;
  }

  /**
   * Another agent had these bytes handed to transformers before any of this was known.
   *
   * @param redefined whether it is known to redefine the class
   * @param count the class's {@link RedefinitionCount} by then
   * @return whether they are others than those that it was loaded from
   */
  boolean handedBefore(byte[] bytes, boolean redefined, int count) {
    if (lastHanded == loaded) { // else it has been handed again since, and that is what counts
      settle(count);
      keep(bytes, redefined, count);
    }
    return checksum(bytes) != loaded;
  }

  /**
   * Another agent has these bytes handed to transformers. What it makes of the class is what the
   * class is from then on, whatever the VM hands out later: it may have gone back to what it was
   * loaded from, or leave out what a transformer did that is gone. Any thread.
   *
   * @param redefined whether it is known to redefine the class
   * @param count the class's {@link RedefinitionCount} now
   * @return its bytes: those that were kept, where it has been redefined before and the VM hands
   *     out what it was before that
   */
  byte[] handedToAnother(byte[] handed, boolean redefined, int count) {
    settle(count);
    Remade known = remade.get();
    if (!redefined && known != null && known.redefined && !isSame(known.bytes, handed)) {
      return known.bytes;
    }
    keep(handed, redefined, count);
    return handed;
  }

  private void keep(byte[] bytes, boolean redefined, int count) {
    Remade known = remade.get();
    long sum = checksum(bytes);
    if (known == null && sum == loaded) {
      return; // what the VM hands out are its bytes
    }
    boolean other = known != null || checksum != 0 && sum != checksum && sum != rewritten;
    Difference difference = other ? Difference.OTHER : Difference.OPEN;
    Remade before = count == RedefinitionCount.UNKNOWN ? null : known;
    remade.set(new Remade(bytes, difference, redefined, count, before));
  }

  /** Whether the VM has taken in what was kept last shows when it is handed the class again. */
  private void settle(int count) {
    Remade known = remade.get();
    if (known == null || known.count == RedefinitionCount.UNKNOWN) {
      return;
    }
    boolean failed = count == known.count;
    remade.set(failed ? known.before : new Remade(known.bytes, known.difference, known.redefined));
  }

  /**
   * Whether the VM has handed it out for a version of ours: by then a transformer may have come
   * that changes it. Controller thread only.
   */
  public boolean wasHandedToUs() {
    return handedToUs;
  }

  /**
   * Finds out whether what was kept has to be. Controller thread only.
   *
   * @param fingerprint what it was loaded from {@linkplain Fingerprint#of says}; 0 where that is
   *     not known
   */
  public void compare(LongSupplier fingerprint) {
    Remade known = remade.get();
    if (known == null || known.difference != Difference.OPEN) {
      return;
    }
    long loadedFrom = fingerprint.getAsLong();
    boolean same = loadedFrom != 0 && loadedFrom == Fingerprint.of(known.bytes);
    Difference found = loadedFrom == 0 ? Difference.UNKNOWN : Difference.OTHER;
    Remade judged = new Remade(known.bytes, found, known.redefined, known.count, known.before);
    remade.compareAndSet(known, same ? null : judged);
  }

  /** Whether another agent is known to have made something else of it than it was loaded from. */
  public boolean isOther() {
    Remade known = remade.get();
    return known != null && known.difference == Difference.OTHER;
  }

  /** What another agent has made of it, where the VM may hand out something else; or null. */
  public byte @Nullable [] kept() {
    Remade known = remade.get();
    return known == null ? null : known.bytes;
  }

  /**
   * Its bytes when the VM hands these to the controller: those that were kept, unless these say the
   * same.
   *
   * @param count the class's {@link RedefinitionCount} now
   * @param atLoad what was seen of it as it was loaded, where other agents saw it before: if nobody
   *     has had it made anew, and these say something else, one of them changes classes then only
   */
  byte[] current(byte[] handed, int count, byte @Nullable [] atLoad) {
    settle(count);
    Remade known = remade.get();
    boolean first = !handedToUs;
    handedToUs = true;
    if (known == null) {
      if (first && atLoad != null && !isSame(atLoad, handed)) {
        remade.set(new Remade(atLoad, Difference.OTHER, false));
        return atLoad;
      }
      return handed;
    }
    boolean same = isSame(known.bytes, handed);
    byte[] bytes = same ? handed : known.bytes;
    remade.set(new Remade(bytes, known.difference, !same && known.redefined));
    return bytes;
  }

  /** The VM may write anew what another agent gave it. */
  private static boolean isSame(byte[] kept, byte[] handed) {
    return Arrays.equals(kept, handed) || Fingerprint.of(kept) == Fingerprint.of(handed);
  }
}
