package dev.jpgo.jmh.costs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.world.CostModel;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class CostTableTest {
  private static Map<String, Double> times() {
    Map<String, Double> times = new HashMap<>();
    times.put("oneField", 10.0);
    times.put("simpleInstructions", 22.0);
    times.put("fourFields", 28.0);
    times.put("staticFields", 31.0);
    times.put("staticCall", 25.0);
    times.put("virtualCall", 27.0);
    times.put("interfaceCall", 30.0);
    times.put("flagChecks", 18.0);
    times.put("nullChecks", 12.0);
    times.put("classCheck", 55.0);
    times.put("checkcast", 14.0);
    times.put("instanceOf", 13.0);
    return times;
  }

  @Test
  void costsAreDifferencesOfLoops() {
    CostTable table = new CostTable(times());
    assertEquals(1, table.cost("bytecode"), 1e-9);
    assertEquals(2, table.cost("field"), 1e-9);
    assertEquals(4, table.cost("staticField"), 1e-9);
    assertEquals(15, table.cost("staticCall"), 1e-9);
    assertEquals(4, table.cost("flagCheck"), 1e-9);
  }

  @Test
  void nothingIsCheaperThanASimpleInstruction() {
    Map<String, Double> times = times();
    times.put("nullChecks", 9.0);
    assertEquals(1, new CostTable(times).cost("nullCheck"), 1e-9);
  }

  @Test
  void theOptimizerReadsWhatIsWritten() throws Exception {
    String text = new CostTable(times()).properties("made by a test");
    assertTrue(text.startsWith("# made by a test\n"), text);
    Properties properties = new Properties();
    properties.load(new StringReader(text));
    CostModel model = CostModel.parse(properties);
    assertEquals(17, model.virtualCall(), 1e-9);
    assertEquals(45, model.classCheck(), 1e-9);
  }

  @Test
  void aMissingBenchmarkIsNamed() {
    Map<String, Double> times = times();
    times.remove("classCheck");
    String message =
        assertThrows(IllegalArgumentException.class, () -> new CostTable(times)).getMessage();
    assertTrue(message.contains("classCheck"), message);
  }
}
