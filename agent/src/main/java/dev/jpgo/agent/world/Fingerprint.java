package dev.jpgo.agent.world;

import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Tells class files apart, in 64 bits of two checksums that the VM computes natively, since a
 * stronger one takes an interpreter a thousand times as long. Not against someone who wants two
 * class files to be taken for one: he would have to have his classes run already.
 */
final class Fingerprint {
  private Fingerprint() {}

  /** Never 0. */
  static long of(byte[] classFile) {
    CRC32 crc = new CRC32();
    crc.update(classFile);
    Adler32 adler = new Adler32();
    adler.update(classFile);
    long both = crc.getValue() << 32 | (adler.getValue() ^ classFile.length);
    return both == 0 ? 1 : both;
  }
}
