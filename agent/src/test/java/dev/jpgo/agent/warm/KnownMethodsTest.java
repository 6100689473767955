package dev.jpgo.agent.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.LogLevel;
import dev.jpgo.agent.options.OptionException;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownMethodsTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log = new Log(new PrintStream(said, true), LogLevel.WARN);

  private static ProfiledMethod method(String owner, long hash, int tier, Long... edges) {
    MethodProfile counts =
        new MethodProfile(new MethodId(owner, "run", "()V"), hash, 3, List.of(edges), 0, Map.of());
    return new ProfiledMethod(counts, "app", tier, 10, Optional.empty());
  }

  private static KnownMethods known(ProfiledMethod... methods) {
    return KnownMethods.of(new Profile(List.of(), List.of(methods)), 500);
  }

  @Test
  void whatWasOptimizedIsHotAndWhatWasProfiledForLong() {
    KnownMethods known =
        known(
            method("a/Optimized", 1, 2, 1L),
            method("a/Long", 2, 1, 300L, 200L),
            method("a/Short", 3, 1, 300L, 199L));
    assertEquals(2, known.hot());
    assertTrue(known.ofClass("a/Optimized", "app").get(0).hot());
    assertTrue(known.ofClass("a/Long", "app").get(0).hot());
    assertFalse(known.ofClass("a/Short", "app").get(0).hot());
  }

  @Test
  void aMethodWhoseCodeOrEdgesAreNotKnownIsNotKnown() {
    KnownMethods known = known(method("a/NoHash", 0, 2, 1L), method("a/NoEdges", 5, 2));
    assertEquals(0, known.hot());
    assertEquals(List.of(), known.ofClass("a/NoHash", "app"));
    assertEquals(List.of(), known.ofClass("a/NoEdges", "app"));
  }

  @Test
  void aClassOfAnotherKindOfLoaderIsAnotherClass() {
    KnownMethods known = known(method("a/Optimized", 1, 2, 1L));
    assertEquals(List.of(), known.ofClass("a/Optimized", "boot"));
  }

  @Test
  void sumsOfSaturatedCountsSaturate() {
    KnownMethods known = known(method("a/Long", 2, 1, Long.MAX_VALUE, 7L, Long.MAX_VALUE));
    assertEquals(Long.MAX_VALUE, known.ofClass("a/Long", "app").get(0).executions());
  }

  private static InlineDecision decision(String owner, boolean yes, InlineDecision... inner) {
    return new InlineDecision(0, 1, new MethodId(owner, "m", "()V"), yes, "", 1, List.of(inner));
  }

  @Test
  void theClassesOfInlinedMethodsAreNeededButNoHiddenOnesAndNotItsOwn() {
    ProfiledMethod plain = method("a/Caller", 1, 2, 1L);
    List<InlineDecision> decisions =
        List.of(
            decision("a/One", true, decision("a/Two", true), decision("a/Called", false)),
            decision("a/Caller", true),
            decision("a/Hidden/0x00001234", true));
    KnownMethods known =
        known(
            new ProfiledMethod(
                plain.counts(),
                "app",
                2,
                10,
                Optional.of(new CompiledMethod(10, 20, decisions, Optional.empty()))));
    assertEquals(List.of("a/One", "a/Two"), known.ofClass("a/Caller", "app").get(0).needs());
    assertTrue(known.isNeeded("a/Two"));
    assertFalse(known.isNeeded("a/Called"));
  }

  private KnownMethods read(Path file) throws OptionException {
    return KnownProfile.read(OptionValues.parse("use=" + file).get(Options.USE), 500, log);
  }

  @Test
  void aFileIsReadOnceForAll() throws IOException, OptionException {
    Path file = folder.resolve("a.jpgo");
    ProfileFile.write(file, new Profile(List.of(), List.of(method("a/Optimized", 1, 2, 1L))));
    assertEquals(1, read(file).hot());
    assertEquals("", said.toString(StandardCharsets.UTF_8));
  }

  @Test
  void aFileThatIsNotThereOrDamagedIsOneLine() throws IOException, OptionException {
    assertEquals(0, read(folder.resolve("none.jpgo")).hot());
    Path damaged = folder.resolve("damaged.jpgo");
    Files.write(damaged, new byte[] {1, 2, 3});
    assertEquals(0, read(damaged).hot());
    List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(2, lines.size());
    assertTrue(lines.get(0).contains("none.jpgo does not exist"), lines.get(0));
    assertTrue(lines.get(1).contains("damaged.jpgo"), lines.get(1));
  }
}
