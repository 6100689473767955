package dev.jpgo.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.phase.targets.LettingGo;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a program has let go of is not held on to by what it is optimized to. */
class LettingGoTest {
  private final Harness harness = new Harness(new TestWorld().load(LettingGo.class));

  @ParameterizedTest
  @CsvSource({
    "nulled, 1",
    "nulledParameter, 1",
    "ofInlined, 1",
    "keptUntilTheEnd, 0",
    "stillRead, 0",
    "readByHandler, 0",
    "nothingFollows, 0",
    "inLoop, 1",
    "temporary, 1",
    "temporaryOfField, 0",
    "ofVariable, 0",
    "inOneLine, 1",
    "chained, 1",
    "takenInLoop, 1",
    "takenByInlined, 1"
  })
  void slotsAreClearedInFrontOfWhatMayTakeLong(String method, int cleared) {
    List<String> code = Harness.instructions(harness.optimize(LettingGo.class, method).method());
    int found = 0;
    for (int i = 1; i < code.size(); i++) {
      boolean clears = code.get(i - 1).equals("ACONST_NULL") && code.get(i).startsWith("ASTORE");
      found += clears ? 1 : 0;
    }
    assertEquals(cleared, found, code::toString);
  }

  @Test
  void theyDoWhatTheyDid() throws ReflectiveOperationException {
    harness.compileAll(LettingGo.class);
    harness.assertSameResult(LettingGo.class, "all");
  }
}
