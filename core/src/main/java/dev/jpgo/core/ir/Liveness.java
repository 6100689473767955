package dev.jpgo.core.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which values live across the borders of blocks, at one moment. Computed use by use, walking from
 * each use up to the definition (Boissinot et al., "Fast Liveness Checking for SSA-Form Programs",
 * 2008, section on construction), so the cost is the size of the result.
 *
 * <ul>
 *   <li>A phi is live in its block from the start, and not in {@link #liveIn};
 *   <li>an input of a phi is used at the end of the predecessor it comes from ({@link #liveOut}),
 *       or, when the phi's block is a handler, all through it ({@link #liveIntoHandlers});
 *   <li>what is live on entry to a handler is live all through the blocks that it protects.
 * </ul>
 */
public final class Liveness {
  private static final int[] NONE = {};

  private final Instr[] values;
  private final int[][] in;
  private final int[][] out;
  private final int[][] handled;
  private final int[] inSizes;
  private final int[] outSizes;
  private final int[] handledSizes;
  private final Block[] worklist;
  private int pending;

  private Liveness(Graph graph) {
    int bound = graph.blockIdBound();
    values = new Instr[graph.instrIdBound()];
    in = new int[bound][];
    out = new int[bound][];
    handled = new int[bound][];
    Arrays.fill(in, NONE);
    Arrays.fill(out, NONE);
    Arrays.fill(handled, NONE);
    inSizes = new int[bound];
    outSizes = new int[bound];
    handledSizes = new int[bound];
    worklist = new Block[bound];
  }

  /** Computes the liveness of every value. */
  public static Liveness of(Graph graph) {
    Liveness liveness = new Liveness(graph);
    Uses uses = Uses.of(graph);
    for (Block block : graph.blocks()) {
      for (Instr phi : block.phis()) {
        liveness.add(phi, uses);
      }
      for (Instr instr : block.body()) {
        liveness.add(instr, uses);
      }
    }
    return liveness;
  }

  private void add(Instr value, Uses uses) {
    values[value.id()] = value;
    List<Instr> users = uses.of(value);
    for (int i = 0; i < users.size(); i++) {
      Instr user = users.get(i);
      Block block = home(user);
      if (!user.isPhi()) {
        if (block != home(value)) {
          markIn(value, block);
        }
        continue;
      }
      List<Instr> inputs = user.inputs();
      for (int k = 0; k < inputs.size(); k++) {
        if (inputs.get(k) == value) {
          Block pred = block.preds().get(k);
          if (block.isHandlerEntry()) {
            markHandled(value, pred);
          } else {
            markOut(value, pred);
          }
        }
      }
    }
    propagate(value);
  }

  private void propagate(Instr value) {
    while (pending > 0) {
      Block block = worklist[--pending];
      List<Block> preds = block.preds();
      boolean handler = block.isHandlerEntry();
      for (int i = 0; i < preds.size(); i++) {
        if (handler) {
          markHandled(value, preds.get(i));
        } else {
          markOut(value, preds.get(i));
        }
      }
    }
  }

  private void markIn(Instr value, Block block) {
    int id = block.id();
    if (!endsWith(in[id], inSizes[id], value.id())) {
      in[id] = push(in[id], inSizes[id]++, value.id());
      worklist[pending++] = block;
    }
  }

  private void markOut(Instr value, Block block) {
    int id = block.id();
    if (!endsWith(out[id], outSizes[id], value.id())) {
      out[id] = push(out[id], outSizes[id]++, value.id());
      enter(value, block);
    }
  }

  private void markHandled(Instr value, Block block) {
    int id = block.id();
    if (!endsWith(handled[id], handledSizes[id], value.id())) {
      handled[id] = push(handled[id], handledSizes[id]++, value.id());
      enter(value, block);
    }
  }

  private void enter(Instr value, Block block) {
    if (home(value) != block) {
      markIn(value, block);
    }
  }

  private static Block home(Instr instr) {
    Block block = instr.block();
    if (block == null) {
      throw new IllegalStateException(instr + " is used but in no block");
    }
    return block;
  }

  /** Values are processed one after the other, so only the last entry can be the same. */
  private static boolean endsWith(int[] list, int size, int id) {
    return size > 0 && list[size - 1] == id;
  }

  private static int[] push(int[] list, int size, int id) {
    int[] result = size < list.length ? list : Arrays.copyOf(list, Math.max(4, size * 2));
    result[size] = id;
    return result;
  }

  /** Values defined before the block, phis of it not included, that it or what follows uses. */
  public List<Instr> liveIn(Block block) {
    return list(in[block.id()], inSizes[block.id()]);
  }

  /** Values that a normal successor, or a phi of one, uses. */
  public List<Instr> liveOut(Block block) {
    return list(out[block.id()], outSizes[block.id()]);
  }

  /** Values that a handler of the block, or a phi of one, uses: live all through the block. */
  public List<Instr> liveIntoHandlers(Block block) {
    return list(handled[block.id()], handledSizes[block.id()]);
  }

  public boolean isLiveIn(Instr value, Block block) {
    return contains(in[block.id()], inSizes[block.id()], value.id());
  }

  public boolean isLiveOut(Instr value, Block block) {
    return contains(out[block.id()], outSizes[block.id()], value.id());
  }

  public boolean isLiveIntoHandlers(Instr value, Block block) {
    return contains(handled[block.id()], handledSizes[block.id()], value.id());
  }

  private List<Instr> list(int[] ids, int size) {
    List<Instr> result = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      result.add(values[ids[i]]);
    }
    return result;
  }

  private static boolean contains(int[] ids, int size, int id) {
    for (int i = 0; i < size; i++) {
      if (ids[i] == id) {
        return true;
      }
    }
    return false;
  }
}
