package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * A loop that does nothing but to store elements of one array, one after the other, in another
 * array, or elsewhere in the same one.
 *
 * @param straight the loop
 * @param load the load of an element
 * @param store its store
 * @param upward whether indices grow
 */
record CopyLoop(StraightLoop straight, Instr load, Instr store, boolean upward) {
  private static final String OBJECTS = "java/lang/Object";
  private static final ValueType BYTES = ValueType.ref("[B");
  private static final ValueType BOOLEANS = ValueType.ref("[Z");

  /** The loop as one that copies; null if it is none, or none that can be done at once. */
  static @Nullable CopyLoop of(Graph graph, StraightLoop straight) {
    List<Instr> effects = straight.effects();
    if (effects.size() != 2) {
      return null;
    }
    Instr load = effects.get(0);
    Instr store = effects.get(1);
    boolean copies =
        load.op() >= Opcodes.IALOAD
            && load.op() <= Opcodes.SALOAD
            && store.op() == load.op() - Opcodes.IALOAD + Opcodes.IASTORE
            && store.input(2) == load
            && straight.isInvariant(load.input(0))
            && straight.isInvariant(store.input(0));
    if (!copies) {
      return null;
    }
    Integer slope = straight.slope(load.input(1));
    if (slope == null || Math.abs(slope) != 1 || !slope.equals(straight.slope(store.input(1)))) {
      return null;
    }
    CopyLoop loop = new CopyLoop(straight, load, store, slope > 0);
    return loop.isWhole(graph) && !loop.readsWhatItWrote() ? loop : null;
  }

  private Instr source() {
    return load.input(0);
  }

  private Instr target() {
    return store.input(0);
  }

  /**
   * Bytes and booleans share their instructions, so the types must be known; and the VM may copy a
   * byte more than once, which nobody may see.
   */
  private boolean isWhole(Graph graph) {
    if (load.op() != Opcodes.BALOAD) {
      return true;
    }
    ValueType type = source().type();
    return (type.equals(BYTES) || type.equals(BOOLEANS))
        && type.equals(target().type())
        && (FreshArrays.isFresh(graph, source(), straight.loop())
            || FreshArrays.isFresh(graph, target(), straight.loop()));
  }

  /** Whether it is known to spread what it stored before, within one array. */
  private boolean readsWhatItWrote() {
    CountedLoop.Sum from = CountedLoop.sum(load.input(1));
    CountedLoop.Sum to = CountedLoop.sum(store.input(1));
    int ahead = to.offset() - from.offset();
    return source() == target() && from.base() == to.base() && (upward ? ahead > 0 : ahead < 0);
  }

  /** Whether it has to be asked at run time whether the arrays are of one class. */
  boolean asksForClasses() {
    return load.op() == Opcodes.AALOAD && source() != target() && !takesAll(target());
  }

  private static boolean takesAll(Instr array) {
    return array.op() == Opcodes.ANEWARRAY
        && array.operand() instanceof Operand.Class element
        && element.name().equals(OBJECTS);
  }

  /** Does so in front of the loop, where there are at least so many. */
  void write(Graph graph, int least) {
    LoopEntry entry = new LoopEntry(graph, straight);
    Instr from = entry.outside(source());
    Instr to = entry.outside(target());
    Instr count = entry.iterations(least);
    Instr first = entry.leastIndex(from, load.input(1), count);
    Instr place = entry.leastIndex(to, store.input(1), count);
    int overlaps = upward ? Opcodes.IF_ICMPGT : Opcodes.IF_ICMPLT;
    if (from == to) {
      entry.unless(overlaps, place, first);
    } else {
      entry.unlessSame(from, to, overlaps, place, first);
    }
    entry.cover();
    if (asksForClasses()) {
      entry.unless(Opcodes.IF_ACMPNE, classOf(entry, from), classOf(entry, to));
      entry.cover();
    }
    entry.add(
        Opcodes.INVOKESTATIC,
        FreshArrays.ARRAY_COPY,
        ValueType.VOID,
        List.of(from, first, to, place, count));
    entry.uncover();
    entry.enter(count);
  }

  private static Instr classOf(LoopEntry entry, Instr object) {
    return entry.add(
        Opcodes.INVOKEVIRTUAL,
        new Operand.Method(OBJECTS, "getClass", "()Ljava/lang/Class;", false),
        ValueType.ref("java/lang/Class"),
        List.of(object));
  }
}
