package dev.jpgo.jmh.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.jmh.driver.VmSpec;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProgramTest {
  /** What each program computed on JDK 17's and 25's interpreter, Zero and the compilers. */
  private static final Map<String, Long> CHECKSUMS =
      Map.ofEntries(
          Map.entry("jackson", -3522955184202318807L),
          Map.entry("h2", -4004639833426054098L),
          Map.entry("ecj", 349692642453L),
          Map.entry("rhino", -1318649136L),
          Map.entry("stringtemplate", -1033043319L),
          Map.entry("antlr", -8045831450321546998L),
          Map.entry("velocity", 1295940422L),
          Map.entry("lucene", 3494319804577166124L),
          Map.entry("pekko", -5825969468292660337L),
          Map.entry("hsqldb", 2783686406139454967L),
          Map.entry("saxon", 1136357980L),
          Map.entry("commons-math", -1061194253785149919L),
          Map.entry("jgrapht", 2897696603213907803L),
          Map.entry("jsoup", -8773716124071854514L),
          Map.entry("snakeyaml", 5868087847L),
          Map.entry("zxing", 1371436697935L),
          Map.entry("jts", -7194930868492415076L),
          Map.entry("getter-chain", 596736000L),
          Map.entry("event-simulation", 1244470L),
          Map.entry("constraints", -8669320470887175071L),
          Map.entry("accounts", 6050009755966354566L),
          Map.entry("tree-visitor", -220619058000L),
          Map.entry("shortest-paths", -4069700169697743930L),
          Map.entry("search-tree", -2668179313942465648L),
          Map.entry("expression-parser", -3020881913476758783L),
          Map.entry("switch-machine", -8834779196426307782L),
          Map.entry("visitor-interpreter", 129644034L),
          Map.entry("list-sum", 10354250000L),
          Map.entry("inventory", -5928462184854204240L),
          Map.entry("word-report", 1520892422L),
          Map.entry("lambda-pipeline", 2978872015065898282L),
          Map.entry("matrix-product", 3140199407008845122L),
          Map.entry("sorting", 2507782366674410124L),
          Map.entry("digest", 6945116714609029041L),
          Map.entry("prime-sieve", 6929976151111916518L),
          Map.entry("fourier", 2635698108159229773L));

  private static final Map<Program, Long> COMPUTED = new EnumMap<>(Program.class);

  @ParameterizedTest
  @EnumSource
  void everyIterationOfEveryProgramComputesTheSame(Program program) throws Exception {
    long checksum = computed(program);
    assertEquals(checksum, program.create().iterate(), "a second instance");
    assertEquals(CHECKSUMS.getOrDefault(program.label(), checksum), checksum);
  }

  @ParameterizedTest
  @EnumSource
  void twinsComputeWhatTheirKernelsDo(Program program) throws Exception {
    if (program.kind() == Program.Kind.KERNEL) {
      Program twin = Program.byLabel(program.label() + "-by-hand");
      assertEquals(Program.Kind.TWIN, twin.kind());
      assertEquals(computed(program), computed(twin));
    }
  }

  /** What two iterations of one instance compute. */
  private static long computed(Program program) throws Exception {
    Long known = COMPUTED.get(program);
    if (known == null) {
      Workload workload = program.create();
      known = workload.iterate();
      assertEquals(known, workload.iterate(), program.label());
      COMPUTED.put(program, known);
    }
    return known;
  }

  @Test
  void everyProgramComputesTheSameOnJdk25() throws Exception {
    VmSpec vm = jdk25();
    Process process =
        new ProcessBuilder(
                vm.java().toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Checksums.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    for (Program program : Program.values()) {
      String line = program.label() + " " + computed(program);
      assertTrue(output.lines().anyMatch(line::equals), () -> line + " is not in\n" + output);
    }
  }

  private static VmSpec jdk25() {
    try {
      return VmSpec.parse("25-default");
    } catch (IllegalArgumentException missing) {
      return Assumptions.abort(missing.getMessage());
    }
  }

  @Test
  void anUnknownProgramIsAnErrorThatListsTheKnownOnes() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Program.byLabel("jakson")).getMessage();
    assertTrue(message.contains("jackson"), message);
  }
}
