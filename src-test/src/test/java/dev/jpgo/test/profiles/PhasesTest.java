package dev.jpgo.test.profiles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that says what its profile is of, and where it goes. */
class PhasesTest {
  @TempDir Path folder;

  @Test
  void eachPhaseHasItsOwnCounts() throws IOException {
    Path first = folder.resolve("first.jpgo");
    ForkedJvm.Result run =
        ForkedJvm.on(Vm.JDK17_INT)
            .withAgent(
                "delay=0,jdk=off,tier1.calls=1000000000,tier1.loops=1000000000,jmx=on,out=" + first)
            .in(folder)
            .run(PhasedProgram.class);
    assertEquals("", run.err());
    assertEquals("agent true\nnowhere/x.jpgo: its directory does not exist\n", run.out());
    Profile second = ProfileFile.read(folder.resolve("second.jpgo"));
    assertEquals("second, of three", second.origins().get(0).phase());
    assertEquals(1000, Fleet.steps(second));
    Files.delete(folder.resolve("second.jpgo"));
    Profile third = Fleet.total(folder);
    assertEquals("third", third.origins().get(0).phase());
    assertEquals(77, Fleet.steps(third));
    assertEquals(2, third.runs());
  }

  @Test
  void withoutAnAgentNothingHappens() {
    ForkedJvm.Result run = ForkedJvm.on(Vm.JDK17_INT).in(folder).run(PhasedProgram.class);
    assertEquals("agent false\nfalse\n", run.out());
    assertEquals("", run.err());
  }
}
