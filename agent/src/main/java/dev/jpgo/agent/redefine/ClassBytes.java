package dev.jpgo.agent.redefine;

import dev.jpgo.agent.world.Fingerprint;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes the counters and plans of a class belong to, and whether those that the VM hands out
 * are the same: other agents may have made it anew. The VM hands a class to one thread at a time;
 * all else belongs to the controller thread, unless it says otherwise.
 */
public final class ClassBytes {
  /**
   * What another agent has made of it, where the VM may hand out what it was before.
   *
   * @param redefined whether it has surely been redefined
   * @param older the {@linkplain #checksum checksum} of what the VM has handed out in its place; 0:
   *     none
   */
  private record Remade(byte[] bytes, boolean redefined, long older) {}

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

  private volatile @Nullable Remade remade;
  private volatile boolean redefining;

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
   * @param handed their {@linkplain #checksum checksum}
   * @param bytes the same, where they are to be {@linkplain #keep kept}
   * @return whether they are others than those that it was loaded from
   */
  boolean handedBefore(long handed, byte @Nullable [] bytes) {
    boolean changed = handed != loaded;
    if (lastHanded == loaded) { // else it has been handed again since, and that is what counts
      remade = changed && bytes != null ? new Remade(bytes, false, 0) : null;
    }
    return changed;
  }

  /**
   * Another agent has had these bytes handed to transformers: they are its own from now on,
   * whatever the VM hands out. Any thread.
   *
   * @param redefined whether the class has surely been redefined
   */
  void keep(byte[] bytes, boolean redefined) {
    Remade known = remade;
    remade = new Remade(bytes, redefined, known == null ? 0 : known.older);
  }

  /** What the VM hands out are its bytes. Any thread. */
  void keepNothing() {
    remade = null;
  }

  /** What was {@linkplain #keep kept}, or null. */
  public byte @Nullable [] kept() {
    Remade known = remade;
    return known == null ? null : known.bytes;
  }

  /**
   * Its bytes when the VM hands these to the controller: those that were {@linkplain #keep kept},
   * unless these say the same.
   */
  byte[] current(byte[] handed) {
    Remade known = remade;
    if (known == null) {
      return handed;
    }
    if (isSame(known.bytes, handed)) {
      remade = null; // the VM has them too
      return handed;
    }
    remade = new Remade(known.bytes, known.redefined, checksum(handed));
    return known.bytes;
  }

  /**
   * Its bytes when the VM hands these to transformers for another agent that does not redefine the
   * class: those that were kept, where it has been redefined. Any thread.
   */
  byte[] notOlder(byte[] handed) {
    Remade known = remade;
    return known != null
            && (known.redefined || known.older == checksum(handed))
            && !isSame(known.bytes, handed)
        ? known.bytes
        : handed;
  }

  /** The VM may write anew what another agent gave it. */
  private static boolean isSame(byte[] kept, byte[] handed) {
    return Arrays.equals(kept, handed) || Fingerprint.of(kept) == Fingerprint.of(handed);
  }

  /**
   * Another agent redefines it: the bytes that are handed next are what it is to be. Any thread.
   */
  void redefining() {
    redefining = true;
  }

  /** Whether another agent has just begun to redefine it. Any thread. */
  boolean takeRedefining() {
    boolean begun = redefining;
    redefining = false;
    return begun;
  }
}
