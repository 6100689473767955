package dev.jpgo.jmh.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.jmh.workload.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramPathTest {
  @Test
  void hasTheProgramsOwnLibrariesAlone() {
    ProgramPath path = ProgramPath.of(Program.ANTLR);
    assertEquals(
        List.of("antlr4", "antlr4-runtime", "antlr-runtime"),
        path.libraries().subList(0, 3).stream().map(ProgramPathTest::artifact).toList());
    assertEquals(List.of(), ProgramPath.of(Program.GETTER_CHAIN).libraries());
  }

  @Test
  void theSourcesOfALibraryComeWithIt() {
    List<String> names =
        ProgramPath.of(Program.ECJ).libraries().stream()
            .map(jar -> jar.getFileName().toString())
            .filter(name -> name.startsWith("ST4"))
            .toList();
    assertEquals(2, names.size(), names.toString());
    assertTrue(names.stream().anyMatch(name -> name.endsWith("-sources.jar")), names.toString());
  }

  @Test
  void everyProgramWithLibrariesComputesTheSameWithIt() throws Exception {
    ForkLauncher launcher = new ForkLauncher(0.1, 0.1, "", List.of(), 0);
    List<Program> programs = new ArrayList<>(Program.of(Program.Kind.REAL));
    programs.addAll(Program.of(Program.Kind.HELDOUT));
    for (Program program : programs) {
      Fork fork =
          launcher.run(VmSpec.parse("this"), Treatment.plain(Variant.BASE), program, seconds -> {});
      assertEquals(program.create().iterate(), fork.checksum(), program.label());
    }
  }

  private static String artifact(Path jar) {
    return jar.getFileName().toString().replaceFirst("-\\d.*", "");
  }
}
