package dev.jpgo.core.instrument;

/**
 * Moves the entries of a StackMapTable (JVMS 4.7.4) that belong to code which has moved by {@link
 * EntryCounterPatch#SHIFT}: the first frame's delta is from the start of the code, the others' from
 * the frame before, and types of uninitialized objects name the offset of their NEW instruction.
 */
final class FrameMover {
  private final byte[] in;
  private final ByteSink out;
  private int at;

  private FrameMover(byte[] in, int at, ByteSink out) {
    this.in = in;
    this.at = at;
    this.out = out;
  }

  static void move(byte[] in, int start, int count, ByteSink out) {
    FrameMover mover = new FrameMover(in, start, out);
    for (int i = 0; i < count; i++) {
      mover.frame(i == 0 ? EntryCounterPatch.SHIFT : 0);
    }
  }

  private void frame(int shift) {
    int type = in[at++] & 0xFF;
    if (type < 64) {
      compact(type + shift, 64, 0, 251);
    } else if (type < 128) {
      compact(type - 64 + shift, 64, 64, 247);
      types(1);
    } else {
      out.u1(type).u2(u2() + shift);
      if (type == 247) {
        types(1);
      } else if (type == 255) {
        for (int part = 0; part < 2; part++) {
          int count = u2();
          out.u2(count);
          types(count);
        }
      } else if (type > 251) {
        types(type - 251);
      }
    }
  }

  /** A delta below the limit is part of the type byte; else it follows the extended type. */
  private void compact(int delta, int limit, int base, int extended) {
    if (delta < limit) {
      out.u1(base + delta);
    } else {
      out.u1(extended).u2(delta);
    }
  }

  private void types(int count) {
    for (int i = 0; i < count; i++) {
      int tag = in[at++] & 0xFF;
      out.u1(tag);
      if (tag == 7) {
        out.u2(u2());
      } else if (tag == 8) {
        out.u2(u2() + EntryCounterPatch.SHIFT);
      }
    }
  }

  private int u2() {
    int value = (in[at] & 0xFF) << 8 | in[at + 1] & 0xFF;
    at += 2;
    return value;
  }
}
