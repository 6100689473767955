package dev.jpgo.core.phase.box;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.NarrowValues;
import dev.jpgo.core.ir.Op;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Uses the value of a box whose making is in the graph ({@code Integer.valueOf(x)}) in place of the
 * box: {@code intValue()} and its like become arithmetic on x, casts and tests of the box are
 * settled, and a box that nothing else needs is not made ({@link MergedBoxes}, {@link BoxWebs},
 * {@link UnneededBoxes}).
 *
 * <p>Sound because {@code valueOf} and {@code xxxValue} are specified to give back the value that
 * was boxed (JLS 5.1.7, 5.1.8), bit by bit: they store it in a final field and load it. The
 * receiver is what {@code valueOf} returned (SSA), hence not null and of that final class, so
 * nothing is overridden and nothing throws. A final field's value is the same for every thread (JLS
 * 17.5), and no code of the program runs in these methods.
 *
 * <ul>
 *   <li><i>Identity.</i> A box that is compared, locked, stored, passed on or returned stays, and
 *       stays one: only what asks for its value, class or nullness is rewritten.
 *   <li><i>Initialization.</i> The box's class is initialized already, or nothing is done to its
 *       boxes. That of its cache, which {@code valueOf} may initialize, makes boxes and runs no
 *       code of the program; whether it has been cannot be observed.
 *   <li><i>Narrow types.</i> Bytecode may pass any int for a boolean, byte, char or short, where
 *       {@code valueOf} would give another value or fail in its cache. Only values that are sure to
 *       be of the type count ({@link NarrowValues}).
 *   <li><i>Errors.</i> A box that is not made is no {@code OutOfMemoryError} or {@code
 *       StackOverflowError}, which the VM may or may not throw there (JVMS 6.3).
 * </ul>
 */
public final class BoxElimination implements GraphPhase {
  public static final String NAME = "box-elimination";

  private final World world;
  private final LoadedClass owner;

  /**
   * @param owner the class whose method is compiled
   */
  public BoxElimination(World world, LoadedClass owner) {
    this.world = world;
    this.owner = owner;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int run(Graph graph) {
    Map<Instr, BoxType> boxes = boxes(graph);
    if (boxes.isEmpty()) {
      return 0;
    }
    int changes = new Run(graph, boxes).run() + MergedBoxes.run(graph, boxes);
    Set<BoxType> types = EnumSet.copyOf(boxes.values());
    changes += new BoxWebs(graph, boxes, types).run();
    if (changes > 0) {
      DeadCode.removeUnreachable(graph);
    }
    return changes + UnneededBoxes.run(graph, boxes);
  }

  /** What is sure to make a box of a value, and nothing else. */
  private Map<Instr, BoxType> boxes(Graph graph) {
    Map<Instr, BoxType> boxes = new LinkedHashMap<>(); // what is made of it is the same each time
    Map<BoxType, Boolean> initialized = new EnumMap<>(BoxType.class);
    List<Block> blocks = graph.blocks();
    for (int b = 0; b < blocks.size(); b++) {
      List<Instr> body = blocks.get(b).body();
      for (int i = 0; i < body.size(); i++) {
        Instr instr = body.get(i);
        BoxType type = BoxType.boxedBy(instr);
        if (type != null
            && initialized.computeIfAbsent(type, this::isInitialized)
            && holds(type, instr.input(0))) {
          boxes.put(instr, type);
        }
      }
    }
    return boxes;
  }

  private boolean isInitialized(BoxType type) {
    LoadedClass box = world.find(owner, type.owner()).orElse(null);
    return box != null && box.loader() == World.BOOT_LOADER && box.initialized();
  }

  private static boolean holds(BoxType type, Instr value) {
    char primitive = type.primitive();
    return "ZBCS".indexOf(primitive) < 0 || NarrowValues.isNarrow(value, primitive);
  }

  /** What a value is, seen through casts that leave it what it is for every box. */
  static Instr root(Instr value) {
    Instr at = value;
    while (at.op() == Opcodes.CHECKCAST) {
      at = at.input(0);
    }
    return at;
  }

  /**
   * Puts what an unboxing call computes in its place.
   *
   * @param operations what it computes from the value
   * @return what takes the place of the call's result
   */
  static Instr unbox(Graph graph, Block block, Instr call, List<Integer> operations, Instr value) {
    Instr result = value;
    int at = block.body().indexOf(call);
    for (int op : operations) {
      Instr next =
          graph.newInstr(op, Operand.None.NONE, converted(op), List.of(result), call.position());
      block.insert(at++, next);
      result = next;
    }
    block.remove(call);
    return result;
  }

  private static ValueType converted(int op) {
    return switch (op) {
      case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L -> ValueType.LONG;
      case Opcodes.I2F, Opcodes.L2F, Opcodes.D2F -> ValueType.FLOAT;
      case Opcodes.I2D, Opcodes.L2D, Opcodes.F2D -> ValueType.DOUBLE;
      default -> ValueType.INT;
    };
  }

  /** Turns a test of what is never null into a jump; returns whether it was one. */
  static boolean settleNullTest(Graph graph, Block block) {
    Instr last = block.terminator();
    if (last.op() != Opcodes.IFNULL && last.op() != Opcodes.IFNONNULL) {
      return false;
    }
    Block target = block.successors().get(last.op() == Opcodes.IFNONNULL ? 0 : 1);
    block.terminate(graph.newGoto(last.position()), List.of(target));
    return true;
  }

  /** Puts a constant in the place of an {@code instanceof}. */
  static void settleInstanceOf(Instr instr, boolean outcome) {
    instr.become(Op.CONST, new Operand.Constant(outcome ? 1 : 0), ValueType.INT, List.of());
  }

  /** What can be said of a box by itself. */
  private static final class Run {
    private final Graph graph;
    private final Map<Instr, BoxType> boxes;
    private final Map<Instr, Instr> replacements = new IdentityHashMap<>();
    private int changes;

    Run(Graph graph, Map<Instr, BoxType> boxes) {
      this.graph = graph;
      this.boxes = boxes;
    }

    int run() {
      for (Block block : graph.blocks()) {
        for (Instr instr : List.copyOf(block.body())) {
          if (!instr.inputs().isEmpty() && instr.input(0).type().isRef()) {
            use(block, instr);
          }
        }
        Instr last = block.terminator();
        if (!last.inputs().isEmpty()
            && boxOf(last.input(0)) != null
            && settleNullTest(graph, block)) {
          changes++;
        }
      }
      graph.replaceAll(replacements);
      return changes;
    }

    /** The box that a value is, with casts that it passes; null when it is not known to be one. */
    private @Nullable Instr boxOf(Instr value) {
      Instr box = root(value);
      BoxType type = boxes.get(box);
      for (Instr at = value; type != null && at != box; at = at.input(0)) {
        if (!Boolean.TRUE.equals(type.isInstance(((Operand.Class) at.operand()).name()))) {
          return null;
        }
      }
      return type == null ? null : box;
    }

    private void use(Block block, Instr instr) {
      Instr box = boxOf(instr.input(0));
      BoxType type = box == null ? null : boxes.get(box);
      if (box == null || type == null) {
        return;
      }
      List<Integer> operations = type.unboxing(instr);
      if (operations != null) {
        replacements.put(instr, unbox(graph, block, instr, operations, box.input(0)));
        changes++;
      } else if (instr.operand() instanceof Operand.Class named) {
        Boolean instance = type.isInstance(named.name());
        if (instr.op() == Opcodes.INSTANCEOF && instance != null) {
          settleInstanceOf(instr, instance);
          changes++;
        } else if (instr.op() == Opcodes.CHECKCAST && Boolean.TRUE.equals(instance)) {
          replacements.put(instr, box);
          block.remove(instr);
          changes++;
        }
      }
    }
  }
}
