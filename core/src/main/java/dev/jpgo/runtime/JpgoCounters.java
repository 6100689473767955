package dev.jpgo.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The counters that probes add to: chunks of 32768 longs, one static field a chunk, so that the
 * index inside a chunk fits {@code sipush} and nothing is ever copied. A probe is {@code getstatic
 * cK; sipush i; dup2; laload; lconst_1; ladd; lastore}: no call, no branch, no exception once the
 * chunk is {@linkplain #allocate allocated}, which must happen before code that uses it is
 * installed.
 *
 * <p>Additions are not atomic: threads that hit one counter at the same time lose increments, and a
 * reader may see a value that is a moment old. Longs are never torn on 64-bit VMs; on a 32-bit VM a
 * torn read can show half of a carry (JLS 17.7), so readers must treat a count as an estimate.
 */
public final class JpgoCounters {
  /** Counters in a chunk. */
  public static final int CHUNK = 32768;

  /** Number of chunks, and of {@code c} fields. */
  public static final int CHUNKS = 128;

  private static final long[] @Nullable [] TABLE = new long[CHUNKS][];

  // null until allocated: probes are installed afterwards
  public static long @Nullable [] c0;
  public static long @Nullable [] c1;
  public static long @Nullable [] c2;
  public static long @Nullable [] c3;
  public static long @Nullable [] c4;
  public static long @Nullable [] c5;
  public static long @Nullable [] c6;
  public static long @Nullable [] c7;
  public static long @Nullable [] c8;
  public static long @Nullable [] c9;
  public static long @Nullable [] c10;
  public static long @Nullable [] c11;
  public static long @Nullable [] c12;
  public static long @Nullable [] c13;
  public static long @Nullable [] c14;
  public static long @Nullable [] c15;
  public static long @Nullable [] c16;
  public static long @Nullable [] c17;
  public static long @Nullable [] c18;
  public static long @Nullable [] c19;
  public static long @Nullable [] c20;
  public static long @Nullable [] c21;
  public static long @Nullable [] c22;
  public static long @Nullable [] c23;
  public static long @Nullable [] c24;
  public static long @Nullable [] c25;
  public static long @Nullable [] c26;
  public static long @Nullable [] c27;
  public static long @Nullable [] c28;
  public static long @Nullable [] c29;
  public static long @Nullable [] c30;
  public static long @Nullable [] c31;
  public static long @Nullable [] c32;
  public static long @Nullable [] c33;
  public static long @Nullable [] c34;
  public static long @Nullable [] c35;
  public static long @Nullable [] c36;
  public static long @Nullable [] c37;
  public static long @Nullable [] c38;
  public static long @Nullable [] c39;
  public static long @Nullable [] c40;
  public static long @Nullable [] c41;
  public static long @Nullable [] c42;
  public static long @Nullable [] c43;
  public static long @Nullable [] c44;
  public static long @Nullable [] c45;
  public static long @Nullable [] c46;
  public static long @Nullable [] c47;
  public static long @Nullable [] c48;
  public static long @Nullable [] c49;
  public static long @Nullable [] c50;
  public static long @Nullable [] c51;
  public static long @Nullable [] c52;
  public static long @Nullable [] c53;
  public static long @Nullable [] c54;
  public static long @Nullable [] c55;
  public static long @Nullable [] c56;
  public static long @Nullable [] c57;
  public static long @Nullable [] c58;
  public static long @Nullable [] c59;
  public static long @Nullable [] c60;
  public static long @Nullable [] c61;
  public static long @Nullable [] c62;
  public static long @Nullable [] c63;
  public static long @Nullable [] c64;
  public static long @Nullable [] c65;
  public static long @Nullable [] c66;
  public static long @Nullable [] c67;
  public static long @Nullable [] c68;
  public static long @Nullable [] c69;
  public static long @Nullable [] c70;
  public static long @Nullable [] c71;
  public static long @Nullable [] c72;
  public static long @Nullable [] c73;
  public static long @Nullable [] c74;
  public static long @Nullable [] c75;
  public static long @Nullable [] c76;
  public static long @Nullable [] c77;
  public static long @Nullable [] c78;
  public static long @Nullable [] c79;
  public static long @Nullable [] c80;
  public static long @Nullable [] c81;
  public static long @Nullable [] c82;
  public static long @Nullable [] c83;
  public static long @Nullable [] c84;
  public static long @Nullable [] c85;
  public static long @Nullable [] c86;
  public static long @Nullable [] c87;
  public static long @Nullable [] c88;
  public static long @Nullable [] c89;
  public static long @Nullable [] c90;
  public static long @Nullable [] c91;
  public static long @Nullable [] c92;
  public static long @Nullable [] c93;
  public static long @Nullable [] c94;
  public static long @Nullable [] c95;
  public static long @Nullable [] c96;
  public static long @Nullable [] c97;
  public static long @Nullable [] c98;
  public static long @Nullable [] c99;
  public static long @Nullable [] c100;
  public static long @Nullable [] c101;
  public static long @Nullable [] c102;
  public static long @Nullable [] c103;
  public static long @Nullable [] c104;
  public static long @Nullable [] c105;
  public static long @Nullable [] c106;
  public static long @Nullable [] c107;
  public static long @Nullable [] c108;
  public static long @Nullable [] c109;
  public static long @Nullable [] c110;
  public static long @Nullable [] c111;
  public static long @Nullable [] c112;
  public static long @Nullable [] c113;
  public static long @Nullable [] c114;
  public static long @Nullable [] c115;
  public static long @Nullable [] c116;
  public static long @Nullable [] c117;
  public static long @Nullable [] c118;
  public static long @Nullable [] c119;
  public static long @Nullable [] c120;
  public static long @Nullable [] c121;
  public static long @Nullable [] c122;
  public static long @Nullable [] c123;
  public static long @Nullable [] c124;
  public static long @Nullable [] c125;
  public static long @Nullable [] c126;
  public static long @Nullable [] c127;

  private JpgoCounters() {}

  /**
   * Makes counters {@code 0 .. count-1} usable. Idempotent; never shrinks.
   *
   * @throws IllegalArgumentException when {@code count} exceeds {@code CHUNK * CHUNKS}
   */
  public static synchronized void allocate(int count) {
    if (count > CHUNK * CHUNKS) {
      throw new IllegalArgumentException("out of counters");
    }
    for (int chunk = 0; chunk * CHUNK < count; chunk++) {
      if (TABLE[chunk] == null) {
        long[] fresh = new long[CHUNK];
        TABLE[chunk] = fresh;
        assign(chunk, fresh);
      }
    }
  }

  /** Value of a counter; 0 when it was never allocated. */
  public static long read(int counter) {
    long[] chunk = TABLE[counter / CHUNK];
    return chunk == null ? 0 : chunk[counter % CHUNK];
  }

  /** Sets a counter. Increments that race with it may be lost or survive it. */
  public static void write(int counter, long value) {
    long[] chunk = TABLE[counter / CHUNK];
    if (chunk != null) {
      chunk[counter % CHUNK] = value;
    }
  }

  private static void assign(int chunk, long[] fresh) {
    switch (chunk) {
      case 0:
        c0 = fresh;
        break;
      case 1:
        c1 = fresh;
        break;
      case 2:
        c2 = fresh;
        break;
      case 3:
        c3 = fresh;
        break;
      case 4:
        c4 = fresh;
        break;
      case 5:
        c5 = fresh;
        break;
      case 6:
        c6 = fresh;
        break;
      case 7:
        c7 = fresh;
        break;
      case 8:
        c8 = fresh;
        break;
      case 9:
        c9 = fresh;
        break;
      case 10:
        c10 = fresh;
        break;
      case 11:
        c11 = fresh;
        break;
      case 12:
        c12 = fresh;
        break;
      case 13:
        c13 = fresh;
        break;
      case 14:
        c14 = fresh;
        break;
      case 15:
        c15 = fresh;
        break;
      case 16:
        c16 = fresh;
        break;
      case 17:
        c17 = fresh;
        break;
      case 18:
        c18 = fresh;
        break;
      case 19:
        c19 = fresh;
        break;
      case 20:
        c20 = fresh;
        break;
      case 21:
        c21 = fresh;
        break;
      case 22:
        c22 = fresh;
        break;
      case 23:
        c23 = fresh;
        break;
      case 24:
        c24 = fresh;
        break;
      case 25:
        c25 = fresh;
        break;
      case 26:
        c26 = fresh;
        break;
      case 27:
        c27 = fresh;
        break;
      case 28:
        c28 = fresh;
        break;
      case 29:
        c29 = fresh;
        break;
      case 30:
        c30 = fresh;
        break;
      case 31:
        c31 = fresh;
        break;
      case 32:
        c32 = fresh;
        break;
      case 33:
        c33 = fresh;
        break;
      case 34:
        c34 = fresh;
        break;
      case 35:
        c35 = fresh;
        break;
      case 36:
        c36 = fresh;
        break;
      case 37:
        c37 = fresh;
        break;
      case 38:
        c38 = fresh;
        break;
      case 39:
        c39 = fresh;
        break;
      case 40:
        c40 = fresh;
        break;
      case 41:
        c41 = fresh;
        break;
      case 42:
        c42 = fresh;
        break;
      case 43:
        c43 = fresh;
        break;
      case 44:
        c44 = fresh;
        break;
      case 45:
        c45 = fresh;
        break;
      case 46:
        c46 = fresh;
        break;
      case 47:
        c47 = fresh;
        break;
      case 48:
        c48 = fresh;
        break;
      case 49:
        c49 = fresh;
        break;
      case 50:
        c50 = fresh;
        break;
      case 51:
        c51 = fresh;
        break;
      case 52:
        c52 = fresh;
        break;
      case 53:
        c53 = fresh;
        break;
      case 54:
        c54 = fresh;
        break;
      case 55:
        c55 = fresh;
        break;
      case 56:
        c56 = fresh;
        break;
      case 57:
        c57 = fresh;
        break;
      case 58:
        c58 = fresh;
        break;
      case 59:
        c59 = fresh;
        break;
      case 60:
        c60 = fresh;
        break;
      case 61:
        c61 = fresh;
        break;
      case 62:
        c62 = fresh;
        break;
      case 63:
        c63 = fresh;
        break;
      case 64:
        c64 = fresh;
        break;
      case 65:
        c65 = fresh;
        break;
      case 66:
        c66 = fresh;
        break;
      case 67:
        c67 = fresh;
        break;
      case 68:
        c68 = fresh;
        break;
      case 69:
        c69 = fresh;
        break;
      case 70:
        c70 = fresh;
        break;
      case 71:
        c71 = fresh;
        break;
      case 72:
        c72 = fresh;
        break;
      case 73:
        c73 = fresh;
        break;
      case 74:
        c74 = fresh;
        break;
      case 75:
        c75 = fresh;
        break;
      case 76:
        c76 = fresh;
        break;
      case 77:
        c77 = fresh;
        break;
      case 78:
        c78 = fresh;
        break;
      case 79:
        c79 = fresh;
        break;
      case 80:
        c80 = fresh;
        break;
      case 81:
        c81 = fresh;
        break;
      case 82:
        c82 = fresh;
        break;
      case 83:
        c83 = fresh;
        break;
      case 84:
        c84 = fresh;
        break;
      case 85:
        c85 = fresh;
        break;
      case 86:
        c86 = fresh;
        break;
      case 87:
        c87 = fresh;
        break;
      case 88:
        c88 = fresh;
        break;
      case 89:
        c89 = fresh;
        break;
      case 90:
        c90 = fresh;
        break;
      case 91:
        c91 = fresh;
        break;
      case 92:
        c92 = fresh;
        break;
      case 93:
        c93 = fresh;
        break;
      case 94:
        c94 = fresh;
        break;
      case 95:
        c95 = fresh;
        break;
      case 96:
        c96 = fresh;
        break;
      case 97:
        c97 = fresh;
        break;
      case 98:
        c98 = fresh;
        break;
      case 99:
        c99 = fresh;
        break;
      case 100:
        c100 = fresh;
        break;
      case 101:
        c101 = fresh;
        break;
      case 102:
        c102 = fresh;
        break;
      case 103:
        c103 = fresh;
        break;
      case 104:
        c104 = fresh;
        break;
      case 105:
        c105 = fresh;
        break;
      case 106:
        c106 = fresh;
        break;
      case 107:
        c107 = fresh;
        break;
      case 108:
        c108 = fresh;
        break;
      case 109:
        c109 = fresh;
        break;
      case 110:
        c110 = fresh;
        break;
      case 111:
        c111 = fresh;
        break;
      case 112:
        c112 = fresh;
        break;
      case 113:
        c113 = fresh;
        break;
      case 114:
        c114 = fresh;
        break;
      case 115:
        c115 = fresh;
        break;
      case 116:
        c116 = fresh;
        break;
      case 117:
        c117 = fresh;
        break;
      case 118:
        c118 = fresh;
        break;
      case 119:
        c119 = fresh;
        break;
      case 120:
        c120 = fresh;
        break;
      case 121:
        c121 = fresh;
        break;
      case 122:
        c122 = fresh;
        break;
      case 123:
        c123 = fresh;
        break;
      case 124:
        c124 = fresh;
        break;
      case 125:
        c125 = fresh;
        break;
      case 126:
        c126 = fresh;
        break;
      case 127:
        c127 = fresh;
        break;
      default:
        throw new IllegalArgumentException("no such chunk");
    }
  }
}
