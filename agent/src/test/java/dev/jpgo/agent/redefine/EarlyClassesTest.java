package dev.jpgo.agent.redefine;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.jpgo.agent.events.ForegroundWork;
import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.world.AssumptionTable;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import dev.jpgo.core.world.Mode;
import org.junit.jupiter.api.Test;

/** Classes that are defined before there is time to look at each. */
class EarlyClassesTest {
  private static final long HOUR = 3_600_000_000_000L;

  private final LiveProgram program = new LiveProgram(1 << 20);
  private final ForegroundWork work = new ForegroundWork();
  private final AgentTransformer transformer =
      new AgentTransformer(
          program.registry(),
          program.pending(),
          new AssumptionTable(program.registry(), program.pending()),
          new ClassFilter(OptionValues.defaults()),
          new TierZero(Mode.C1, true, Patchpoints.HANDOVER, false, LiveProgram.counters()),
          new TraceTable(false),
          work);

  @Test
  void whatThereIsNoTimeToLookAtIsKept() {
    work.looked(System.nanoTime() - HOUR, false);
    LiveProgram.Loader loader = new LiveProgram.Loader();
    byte[] bytes = LiveProgram.classFile("early/Kept");
    assertNull(transformer.transform(null, loader, "early/Kept", null, null, bytes));
    ClassRecord record = program.registry().record(loader.define(bytes));
    assertFalse(record.shapeKnown(), "it was looked at");
    assertSame(bytes, program.registry().bytes(record));
  }

  @Test
  void whatHasNoNameOrIsTheVmsOwnIsNot() {
    work.looked(System.nanoTime() - HOUR, false);
    byte[] bytes = LiveProgram.classFile("early/Left");
    assertNull(transformer.transform(null, new LiveProgram.Loader(), null, null, null, bytes));
    assertNull(transformer.transform(null, null, "early/Left", null, null, bytes));
    assertNull(transformer.takeFault());
  }
}
