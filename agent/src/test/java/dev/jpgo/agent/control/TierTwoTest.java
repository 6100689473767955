package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.compiler.CompileSetting;
import dev.jpgo.agent.events.DecisionLog;
import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.LogLevel;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.MethodRecord;
import dev.jpgo.agent.redefine.Tier;
import dev.jpgo.agent.warm.CodeCache;
import dev.jpgo.agent.world.AssumptionTable;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of methods whose callees' bytes are not here when they are compiled. */
class TierTwoTest {
  private static final long MINUTE = 60_000_000_000L;

  private final LiveProgram program = new LiveProgram(1 << 20);
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final TierTwo tierTwo = tierTwo(new Log(new PrintStream(said), LogLevel.INFO));
  private final MethodRecord twice = twice();
  private int closed;

  private TierTwo tierTwo(Log log) {
    TierTwo.Setting setting =
        new TierTwo.Setting(
            Mode.INTERPRETER,
            CostModel.of(Mode.INTERPRETER),
            InlineLimits.of(Mode.INTERPRETER),
            Set.of(),
            1000,
            0,
            Long.MAX_VALUE,
            true);
    return new TierTwo(
        setting,
        program.registry(),
        new AssumptionTable(program.registry(), program.pending()),
        program.flags(),
        new InlineTable(),
        new Statistics("interpreter", "of the tests"),
        DecisionLog.none(),
        new Failures(log),
        new TraceTable(false),
        new ReprofilePolicy(2, Stress.none()),
        null,
        null,
        Stress.none(),
        CodeCache.none(),
        Elsewhere.start(
            "",
            Path.of("none"),
            new CompileSetting(Mode.INTERPRETER, Set.of()),
            program.registry(),
            log));
  }

  static class Base {
    private final int count;

    Base(int count) {
      this.count = count;
    }

    int count() {
      return count;
    }
  }

  static final class Calling {
    private Calling() {}

    static int twice(Base base) {
      return base.count() + base.count();
    }
  }

  private MethodRecord twice() {
    assertEquals(4, Calling.twice(new Base(2))); // classes that are not linked are not waited for
    program.registry().refresh();
    ClassState state = new ClassState(known(Calling.class));
    program.registry().pin(state.record());
    assertEquals(
        ClassState.Status.FRESH, new ClassState(program.registry().record(Base.class)).status());
    return state.promote(method(state.record(), "twice"));
  }

  private static MethodInfo method(ClassRecord owner, String name) {
    return owner.info().methods().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private ClassRecord known(Class<?> type) {
    String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return program.known(type, in.readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean compileWithoutEntries(long now) {
    return tierTwo.compileWithoutEntries(twice, now, "its loops have come over", this::close);
  }

  private boolean close() {
    closed++;
    return true;
  }

  @Test
  void aMethodWaitsForTheBytesOfWhatItCalls() {
    tierTwo.compile(twice, 0, "hot");
    assertEquals(Tier.COUNTED, twice.tier());
    assertTrue(twice.reason().startsWith("waits for the bytes of"), twice.reason());
    assertFalse(twice.isDue(0));
    known(Base.class);
    assertTrue(twice.isDue(0));
    tierTwo.compile(twice, 0, "hot");
    assertEquals(Tier.OPTIMIZED, twice.tier(), twice::reason);
    assertEquals("", said.toString());
  }

  @Test
  void bytesThatComeLateAreInTime() {
    tierTwo.compile(twice, 0, "hot");
    assertTrue(twice.isDue(MINUTE));
    tierTwo.compile(twice, MINUTE, "hot");
    assertEquals(Tier.COUNTED, twice.tier());
    assertFalse(twice.isDue(MINUTE));
    known(Base.class);
    assertTrue(twice.isDue(2 * MINUTE));
    tierTwo.compile(twice, 2 * MINUTE, "hot");
    assertEquals(Tier.OPTIMIZED, twice.tier(), twice::reason);
  }

  @Test
  void bytesThatDoNotComeAreNotWaitedForWithoutEnd() {
    long now = 0;
    for (int i = 0; i < 10 && twice.tier() == Tier.COUNTED; i++, now += MINUTE) {
      tierTwo.compile(twice, now, "hot");
    }
    assertEquals(Tier.SETTLED, twice.tier());
  }

  @Test
  void whatWasMadeOfCodeThatAnotherAgentChangesMeanwhileIsNotInstalled() {
    ClassRecord base = known(Base.class);
    base.changing();
    tierTwo.compile(twice, 0, "hot");
    assertEquals(Tier.COUNTED, twice.tier(), twice::reason);
    assertTrue(twice.reason().contains("changed meanwhile"), twice.reason());
    assertTrue(compileWithoutEntries(0));
    assertEquals(0, closed);
    base.changesSeen();
    tierTwo.compile(twice, MINUTE, "hot");
    assertEquals(Tier.OPTIMIZED, twice.tier(), twice::reason);
  }

  @Test
  void codeThatAnotherAgentMayHaveChangedIsNotInlined() {
    known(Base.class).changesUnseen();
    tierTwo.compile(twice, 0, "hot");
    assertEquals(Tier.SETTLED, twice.tier(), "without waiting for it, which is in vain");
  }

  @Test
  void aVersionWithoutEntriesIsTriedAgainWhenBytesWereMissing() {
    assertTrue(compileWithoutEntries(0));
    assertTrue(compileWithoutEntries(MINUTE));
    assertEquals(0, closed);
    known(Base.class);
    assertFalse(compileWithoutEntries(MINUTE));
    assertEquals(1, closed);
    assertEquals(Tier.OPTIMIZED, twice.tier());
    assertEquals("", said.toString());
  }
}
