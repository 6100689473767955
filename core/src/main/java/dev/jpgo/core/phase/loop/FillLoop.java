package dev.jpgo.core.phase.loop;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.world.LoadedClass;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * A loop that does nothing but to store one value in elements of an array, one after the other,
 * that nobody else has got hold of.
 *
 * @param straight the loop
 * @param store the store
 */
record FillLoop(StraightLoop straight, Instr store) {
  /** Elements that are stored one by one, from which the others are copied. */
  private static final int BY_ONE = 16;

  /** The loop as one that fills; null if it is none, or none that can be done at once. */
  static @Nullable FillLoop of(MemoryContext context, Graph graph, StraightLoop straight) {
    List<Instr> effects = straight.effects();
    if (effects.size() != 1) {
      return null;
    }
    Instr store = effects.get(0);
    if (store.op() < Opcodes.IASTORE || store.op() > Opcodes.SASTORE) {
      return null;
    }
    Integer slope = straight.slope(store.input(1));
    boolean fills =
        slope != null
            && Math.abs(slope) == 1
            && isSame(straight, store.input(2))
            && FreshArrays.isFresh(graph, store.input(0), straight.loop())
            && takes(context, store.input(0), store.input(2));
    return fills ? new FillLoop(straight, store) : null;
  }

  /** Whether a value of any type is the same in all iterations. */
  private static boolean isSame(StraightLoop straight, Instr value) {
    return value.isConst() || Integer.valueOf(0).equals(straight.slope(value));
  }

  /** Whether an array refuses no store of a value, by what the verifier knows of it. */
  private static boolean takes(MemoryContext context, Instr array, Instr value) {
    if (!(array.operand() instanceof Operand.Class element) || value.type().isNull()) {
      return true; // of primitives
    }
    if (!element.name().equals(value.type().name()) || element.name().startsWith("[")) {
      return false;
    }
    Optional<LoadedClass> type = context.world().find(context.owner(), element.name());
    return type.isPresent() && (type.get().info().access() & Opcodes.ACC_INTERFACE) == 0;
  }

  /** Does so in front of the loop, where there are at least so many. */
  void write(Graph graph, int least) {
    LoopEntry entry = new LoopEntry(graph, straight);
    Instr array = store.input(0);
    Instr count = entry.iterations(Math.max(least, BY_ONE));
    Instr first = entry.leastIndex(array, store.input(1), count);
    storeSome(entry, first, entry.atStart(store.input(2)));
    Instr done = copyMore(entry, array, first, count);
    copy(entry, array, first, done, entry.difference(count, done));
    entry.enter(count);
  }

  private void storeSome(LoopEntry entry, Instr first, Instr value) {
    Block before = entry.current();
    entry.go(entry.block());
    Block storing = entry.current();
    Instr place = entry.phi(ValueType.INT);
    Instr left = entry.phi(ValueType.INT);
    entry.add(store.op(), store.operand(), ValueType.VOID, List.of(store.input(0), place, value));
    Instr next = entry.sum(place, entry.constant(1));
    Instr fewer = entry.sum(left, entry.constant(-1));
    entry.branch(Opcodes.IF_ICMPGT, fewer, entry.constant(0), storing, entry.block());
    storing.setPhiInput(place, before, first);
    storing.setPhiInput(left, before, entry.constantIn(before, BY_ONE));
    storing.setPhiInput(place, storing, next);
    storing.setPhiInput(left, storing, fewer);
  }

  /** Doubles what is stored while that is not too much; answers how much is. */
  private static Instr copyMore(LoopEntry entry, Instr array, Instr first, Instr count) {
    Block before = entry.current();
    Instr some = entry.constant(BY_ONE);
    entry.go(entry.block());
    Block testing = entry.current();
    Instr done = entry.phi(ValueType.INT);
    Block last = entry.apart();
    entry.branch(Opcodes.IF_ICMPLE, entry.difference(count, done), done, last, entry.block());
    copy(entry, array, first, done, done);
    Instr twice = entry.sum(done, done);
    Block copied = entry.current();
    entry.go(testing);
    testing.setPhiInput(done, before, some);
    testing.setPhiInput(done, copied, twice);
    entry.goOnIn(last);
    return done;
  }

  private static void copy(LoopEntry entry, Instr array, Instr first, Instr done, Instr more) {
    Instr place = entry.sum(first, done);
    entry.cover();
    entry.add(
        Opcodes.INVOKESTATIC,
        FreshArrays.ARRAY_COPY,
        ValueType.VOID,
        List.of(array, first, array, place, more));
    entry.uncover();
  }
}
