package dev.jpgo.agent.redefine;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.events.ForegroundWork;
import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.world.AssumptionTable;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import dev.jpgo.core.world.Mode;
import org.junit.jupiter.api.Test;

/** Classes that are defined as a program begins. */
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
  void theProgramsClassesAreKnownHoweverLittleTimeThereIsToRewriteThem() {
    transformer.rewriteAtLoad(false, true);
    work.looked(System.nanoTime() - HOUR, false);
    LiveProgram.Loader loader = new LiveProgram.Loader();
    byte[] bytes = LiveProgram.classFile("early/Known");
    assertNull(transformer.transform(null, loader, "early/Known", null, null, bytes));
    ClassRecord record = program.registry().record(loader.define(bytes));
    assertTrue(record.shapeKnown());
    assertSame(bytes, program.registry().bytes(record));
    assertNull(transformer.takeFault());
  }

  /** What is looked at fails here, since there are no bytes. */
  @Test
  void theVmsOwnAreNotLookedAtBeforeTheHooksAreIn() {
    assertNull(transformer.transform(null, null, "early/Own", null, null, null));
    assertNull(transformer.takeFault());
    transformer.lookAtEveryClass();
    assertNull(transformer.transform(null, null, "early/Own", null, null, null));
    assertNotNull(transformer.takeFault());
  }
}
