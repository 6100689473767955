package dev.jpgo.jmh.kernel.numeric;

import dev.jpgo.jmh.workload.Workload;

/** {@link Digest} with its functions written out. */
public final class DigestByHand implements Workload {
  private final byte[] message = Digest.message();
  private final int[] schedule = new int[64];

  @Override
  public long iterate() {
    byte[] message = this.message;
    int[] state = Digest.START.clone();
    for (int offset = 0; offset < message.length; offset += 64) {
      mix(state, expand(message, offset), Digest.K);
    }
    long checksum = 1;
    for (int word : state) {
      checksum = checksum * 31 + word;
    }
    return checksum;
  }

  private int[] expand(byte[] message, int offset) {
    int[] w = schedule;
    for (int i = 0, at = offset; i < 16; i++, at += 4) {
      w[i] =
          (message[at] & 0xff) << 24
              | (message[at + 1] & 0xff) << 16
              | (message[at + 2] & 0xff) << 8
              | message[at + 3] & 0xff;
    }
    for (int i = 16; i < 64; i++) {
      int x = w[i - 2];
      int y = w[i - 15];
      w[i] =
          ((x >>> 17 | x << 15) ^ (x >>> 19 | x << 13) ^ x >>> 10)
              + w[i - 7]
              + ((y >>> 7 | y << 25) ^ (y >>> 18 | y << 14) ^ y >>> 3)
              + w[i - 16];
    }
    return w;
  }

  private static void mix(int[] state, int[] w, int[] k) {
    int a = state[0];
    int b = state[1];
    int c = state[2];
    int d = state[3];
    int e = state[4];
    int f = state[5];
    int g = state[6];
    int h = state[7];
    for (int i = 0; i < 64; i++) {
      int t1 =
          h
              + ((e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7))
              + (e & f ^ ~e & g)
              + k[i]
              + w[i];
      int t2 =
          ((a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10))
              + (a & b ^ a & c ^ b & c);
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}
