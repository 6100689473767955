package dev.jpgo.core.phase.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.Weights;
import dev.jpgo.core.phase.memory.Transformed;
import dev.jpgo.core.phase.memory.ValueNumbering;
import dev.jpgo.core.phase.simplify.BlockMerging;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.phase.simplify.RedundantChecks;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;

/** Rare ways that join a frequent one go on in copies, where something is gained. */
class ColdJoinsTest {
  private static final String NAME = Joined.class.getName().replace('.', '/');
  private final Transformed code = transformed(true);
  private final Transformed joined = transformed(false);

  private static Transformed transformed(boolean apart) {
    return new Transformed(
        new TestWorld().load(Joined.class),
        TestWorld.bytes(NAME),
        CostModel.of(Mode.INTERPRETER),
        context ->
            List.of(
                new Weights(),
                apart ? new ColdJoins(context) : new DeadCode(),
                new ValueNumbering(context),
                new RedundantChecks(),
                new DeadCode(),
                new BlockMerging()));
  }

  /** The copy of the rare way asks by itself. */
  @ParameterizedTest
  @CsvSource({"twice, 2, 2", "around, 2, 2", "lexed, 3, 3", "caught, 2, 1"})
  void aCharacterThatWasSeenIsNotAskedForAgain(String method, int before, int after) {
    assertEquals(before, joined.calls(method, "charAt"));
    assertTrue(code.changes(method) > joined.changes(method));
    assertEquals(after, code.calls(method, "charAt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"twice", "around", "lexed", "caught", "locked", "created", "linked"})
  void theSameIsAnsweredOnAllWays(String method) {
    for (String text : List.of("a b", "bb", " ", "")) {
      for (int at = 0; at < 6; at++) {
        code.assertSame(method, text, at);
      }
    }
  }

  @Test
  void locksHaveNoCopies() {
    assertEquals(
        joined.count("locked", Opcodes.MONITORENTER), code.count("locked", Opcodes.MONITORENTER));
  }

  /** Each site is linked by itself, so a copy would make another function. */
  @Test
  void whatIsLinkedHasNoCopies() {
    assertEquals(
        joined.count("linked", Opcodes.INVOKEDYNAMIC), code.count("linked", Opcodes.INVOKEDYNAMIC));
  }
}
