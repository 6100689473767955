package dev.jpgo.test.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.test.programs.Leaving;
import dev.jpgo.test.programs.Permitted;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Security managers that a program sets while methods are optimized; JDK 25 has none. */
class PermissionsTest {
  /** For short programs: nothing but their own classes, at once. */
  private static final String AT_ONCE =
      "delay=0,interval=5,tier1.calls=0,tier1.loops=0,tier2.calls=20,tier2.loops=2000,budget=100,share=100,"
          + "max-rewrites=1000,log=warn,jdk=off";

  private static final String PUT_BACK =
      "jpgo: a security manager is being set: every method has its original code, and nothing is"
          + " touched any more";

  @TempDir private Path folder;
  private Path stats;
  private Path policy;

  /** The program may do everything; the agent's jar is not named. */
  @BeforeEach
  void grant() throws IOException {
    stats = folder.resolve("stats.json");
    policy = folder.resolve("program.policy");
    String place = Permitted.class.getProtectionDomain().getCodeSource().getLocation().toString();
    Files.writeString(
        policy, "grant codeBase \"" + place + "\" { permission java.security.AllPermission; };\n");
  }

  @ParameterizedTest
  @CsvSource({"JDK17_INT, main", "JDK17_INT, caller", "JDK17_INT, locking", "ZERO17, main"})
  void beforeAManagerIsSetAllIsPutBack(Vm vm, String who) throws IOException {
    ForkedJvm.Result plain = on(vm).run(Permitted.class, "plain", who);
    Path out = folder.resolve("run.jpgo");
    ForkedJvm.Result tiered =
        on(vm)
            .withAgent(AT_ONCE + ",out=" + out + ",stats=" + stats)
            .run(Permitted.class, "tiers", who);
    assertEquals(plain.out(), tiered.out(), tiered.err());
    assertTrue(plain.out().contains("through the lesser: refused"), plain.out());
    assertEquals(plain.exitCode(), tiered.exitCode());
    assertEquals(plain.err() + PUT_BACK + "\n", tiered.err());
    assertTrue(Files.size(out) > 0);
    assertTrue(figures().at("/promotions/tier2").asInt() > 0);
  }

  @Test
  void whereNoManagerCanBeSetNothingIsPutBack() throws IOException {
    String never = "-Djava.security.manager=disallow";
    ForkedJvm.Result plain = on(Vm.JDK17_INT).with(never).run(Permitted.class, "plain", "main");
    ForkedJvm.Result tiered =
        on(Vm.JDK17_INT)
            .with(never)
            .withAgent(AT_ONCE + ",stats=" + stats)
            .run(Permitted.class, "tiers", "main");
    assertEquals(plain, tiered);
    assertEquals("there is to be none\n", plain.out());
  }

  @Test
  void nothingIsInlinedWhereAManagerWouldComeUnseen() throws IOException {
    ForkedJvm.Result plain = ForkedJvm.on(Vm.JDK17_INT).run(Leaving.class, "3000");
    ForkedJvm.Result tiered =
        ForkedJvm.on(Vm.JDK17_INT)
            .withAgent(AT_ONCE + ",hooks.off=permissions,stats=" + stats)
            .run(Leaving.class, "3000");
    assertEquals(plain, tiered);
    assertTrue(figures().at("/optimizer/compilations").asInt() > 0);
    assertEquals(0, figures().at("/callSites/inlined").asInt(-1));
  }

  /** The agent has permissions of its own, which its reports need. */
  @Test
  void reportsAreWrittenUnderAManager() throws IOException {
    ForkedJvm.Result plain = on(Vm.JDK17).run(Permitted.class, "plain", "main");
    ForkedJvm.Result untouched =
        on(Vm.JDK17).withAgent("delay=100000,stats=" + stats).run(Permitted.class, "plain", "main");
    assertEquals(plain, untouched);
    assertEquals("jit", figures().at("/mode").asText());
  }

  private ForkedJvm on(Vm vm) {
    return ForkedJvm.on(vm).with("-Djava.security.policy=" + policy);
  }

  private JsonNode figures() throws IOException {
    return new ObjectMapper().readTree(Files.readString(stats));
  }
}
