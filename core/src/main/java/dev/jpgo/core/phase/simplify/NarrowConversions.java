package dev.jpgo.core.phase.simplify;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Leaves out conversions and masks that change only bits nobody looks at, as in {@code chars[i] =
 * (char) x}, or bits that are zero anyway; and asks for the sign of a byte or short where a mask of
 * its top bit is compared with zero, as decoders of UTF-8 do.
 *
 * <p>Sound: what is stored into an array of bytes, chars or shorts is cut to 8 or 16 bits by the
 * store, of booleans to one; {@code i2b}, {@code i2c} and {@code i2s} keep those, and a byte or
 * short that was loaded or converted is extended by its sign (JVMS 6.5). Bits of {@code int}
 * operations alone are followed; none of them can throw.
 */
public final class NarrowConversions implements GraphPhase {
  public static final String NAME = "narrow-conversions";

  private static final int BYTE = 0xff;
  private static final int SHORT = 0xffff;
  private static final int ALL = -1;

  /** How far the operands of operands are followed. */
  private static final int DEPTH = 4;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    int changes = 0;
    Map<Instr, Instr> replacements = new HashMap<>();
    for (Block block : graph.blocks()) {
      for (Instr instr : List.copyOf(block.body())) {
        Instr same = unchanged(instr);
        if (same != null) {
          replacements.put(instr, same);
          block.remove(instr);
          changes++;
        } else {
          changes += narrowOperand(instr);
        }
      }
      changes += testSign(block.terminator());
    }
    graph.replaceAll(replacements);
    return changes;
  }

  /** The operand that a conversion or a mask only repeats, or null. */
  private static @Nullable Instr unchanged(Instr instr) {
    switch (instr.op()) {
      case Opcodes.I2C -> {
        return fits(instr.input(0), SHORT) ? instr.input(0) : null;
      }
      case Opcodes.I2B -> {
        return fits(instr.input(0), BYTE >> 1) ? instr.input(0) : null;
      }
      case Opcodes.I2S -> {
        return fits(instr.input(0), SHORT >> 1) ? instr.input(0) : null;
      }
      case Opcodes.IAND -> {
        Masked masked = Masked.of(instr);
        return masked != null && fits(masked.value(), masked.mask()) ? masked.value() : null;
      }
      default -> {
        return null;
      }
    }
  }

  private static boolean fits(Instr value, int mask) {
    return (possibleBits(value, DEPTH) & ~mask) == 0;
  }

  /** The bits that may be set in an int. */
  private static int possibleBits(Instr value, int depth) {
    Integer constant = BranchOutcome.constant(value);
    if (constant != null) {
      return constant;
    }
    if (depth == 0) {
      return ALL;
    }
    switch (value.op()) {
      case Opcodes.CALOAD -> {
        return SHORT;
      }
      case Opcodes.I2C -> {
        return SHORT & possibleBits(value.input(0), depth - 1);
      }
      case Opcodes.ARRAYLENGTH -> {
        return Integer.MAX_VALUE;
      }
      case Opcodes.INSTANCEOF -> {
        return 1;
      }
      case Opcodes.IAND -> {
        return possibleBits(value.input(0), depth - 1) & possibleBits(value.input(1), depth - 1);
      }
      case Opcodes.IOR, Opcodes.IXOR -> {
        return possibleBits(value.input(0), depth - 1) | possibleBits(value.input(1), depth - 1);
      }
      case Opcodes.ISHL -> {
        Integer by = BranchOutcome.constant(value.input(1));
        return by == null ? ALL : possibleBits(value.input(0), depth - 1) << by;
      }
      case Opcodes.IUSHR -> {
        Integer by = BranchOutcome.constant(value.input(1));
        return by == null ? ALL : possibleBits(value.input(0), depth - 1) >>> by;
      }
      case Opcodes.ISHR -> { // copies the top bit where it may be set
        Integer by = BranchOutcome.constant(value.input(1));
        return by == null ? ALL : possibleBits(value.input(0), depth - 1) >> by;
      }
      default -> {
        return ALL;
      }
    }
  }

  /** The low bits of its last operand that an instruction looks at; 0: all of them. */
  private static int lookedAt(int op) {
    return switch (op) {
      case Opcodes.BASTORE, Opcodes.I2B -> BYTE;
      case Opcodes.CASTORE, Opcodes.SASTORE, Opcodes.I2C, Opcodes.I2S -> SHORT;
      default -> 0;
    };
  }

  /** Drops what an operand's bits go through that the instruction does not look at. */
  private static int narrowOperand(Instr instr) {
    int bits = lookedAt(instr.op());
    if (bits == 0) {
      return 0;
    }
    int last = instr.inputs().size() - 1;
    Instr value = instr.input(last);
    Instr source = source(value, bits);
    instr.inputs().set(last, source);
    return source == value ? 0 : 1;
  }

  /** A value that has the same in these bits, before conversions and masks. */
  private static Instr source(Instr value, int bits) {
    Instr source = value;
    while (true) {
      Masked masked = Masked.of(source);
      int kept = masked != null ? masked.mask() : lookedAt(source.op());
      if (kept == 0 || (bits & ~kept) != 0) {
        return source;
      }
      source = masked != null ? masked.value() : source.input(0);
    }
  }

  /** {@code (x & 0x80) == 0} of a byte is {@code x >= 0}. */
  private static int testSign(Instr branch) {
    if (branch.op() != Opcodes.IFEQ && branch.op() != Opcodes.IFNE) {
      return 0;
    }
    Masked masked = Masked.of(branch.input(0));
    if (masked == null || masked.mask() == 0) {
      return 0;
    }
    Instr source = source(masked.value(), masked.mask());
    int below = // the sign bit of the type, and all that are the same, are the rest
        switch (source.op()) {
          case Opcodes.BALOAD, Opcodes.I2B -> BYTE >> 1;
          case Opcodes.SALOAD, Opcodes.I2S -> SHORT >> 1;
          default -> Integer.MAX_VALUE;
        };
    if ((masked.mask() & below) != 0) {
      return 0;
    }
    int op = branch.op() == Opcodes.IFEQ ? Opcodes.IFGE : Opcodes.IFLT;
    branch.become(op, Operand.None.NONE, ValueType.VOID, List.of(source));
    return 1;
  }

  /** A value and the constant that it is masked with. */
  private record Masked(Instr value, int mask) {
    static @Nullable Masked of(Instr instr) {
      if (instr.op() != Opcodes.IAND) {
        return null;
      }
      Integer right = BranchOutcome.constant(instr.input(1));
      if (right != null) {
        return new Masked(instr.input(0), right);
      }
      Integer left = BranchOutcome.constant(instr.input(0));
      return left == null ? null : new Masked(instr.input(1), left);
    }
  }
}
