package dev.jpgo.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jpgo.cli.common.ExitCode;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.BytecodeText;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfileOrigin;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.TypeHistogram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileCommandsTest {
  @TempDir Path folder;
  private String file;

  @BeforeEach
  void aProfileIsThere() throws IOException {
    Path path = folder.resolve("run.jpgo");
    ProfileFile.write(path, profile());
    file = path.toString();
  }

  @Test
  void showPrintsHotMethodsFirstWithTiersAndReceivers() {
    CommandRun run = CommandRun.of("show", file);
    assertEquals(0, run.exitCode(), run.err());
    String out = run.out();
    assertTrue(out.contains("2 methods: 1 at tier 0, 0 at tier 1, 1 at tier 2"), out);
    assertTrue(out.indexOf("shop.Cart.total") < out.indexOf("shop.Main.main"), out);
    assertTrue(out.contains("40->52"), out);
    assertTrue(out.contains("call @7 x 100: shop.Book 70.0%, others 30.0%"), out);
    assertFalse(out.contains("edges"), out);
  }

  @Test
  void showOfNamedMethodsPrintsTheirEdges() {
    String out = CommandRun.of("show", "--method", "Cart.*", file).out();
    assertTrue(out.contains("edges 90 10"), out);
    assertFalse(out.contains("shop.Main.main"), out);
  }

  @Test
  void showPrintsNoMoreMethodsThanAskedFor() {
    String out = CommandRun.of("show", "--top", "1", file).out();
    assertFalse(out.contains("shop.Main.main"), out);
    assertTrue(CommandRun.of("show", "--top", "0", file).out().contains("shop.Main.main"));
  }

  @Test
  void showAsJsonHoldsTheSame() throws IOException {
    JsonNode json = new ObjectMapper().readTree(CommandRun.of("show", "--json", file).out());
    assertEquals("interpreter", json.at("/header/mode").asText());
    assertEquals(2, json.get("methodsInProfile").asInt());
    JsonNode total = json.at("/methods/0");
    assertEquals("shop.Cart", total.get("class").asText());
    assertEquals(2, total.get("tier").asInt());
    assertEquals(90, total.at("/edges/0").asLong());
    assertEquals("shop.Book", total.at("/receivers/0/types/0/class").asText());
    assertEquals(100, total.at("/receivers/0/total").asLong());
  }

  @Test
  void explainPrintsTheTreeOfDecisionsAndBothBytecodes() {
    CommandRun run = CommandRun.of("explain", file, "Cart.total");
    assertEquals(0, run.exitCode(), run.err());
    String out = run.out();
    assertTrue(
        out.contains(
            """
              + @7 line 40 shop.Book.price()I, 70 times: one target
                  - @1 shop.Tax.of(I)I, 70 times: too large
            """
                .indent(0)),
        out);
    assertTrue(out.contains("bytecode before\n  0: iload_0\n"), out);
    assertTrue(out.contains("bytecode after\n  0: iconst_1\n"), out);
  }

  @Test
  void explainAsJsonHoldsTheTree() throws IOException {
    String out = CommandRun.of("explain", "--json", file, "Cart.total").out();
    JsonNode json = new ObjectMapper().readTree(out);
    assertTrue(json.at("/0/decisions/0/inlined").asBoolean());
    assertEquals("too large", json.at("/0/decisions/0/inner/0/reason").asText());
    assertEquals("0: iconst_1\n", json.at("/0/bytecodeAfter").asText());
  }

  @Test
  void explainOfAMethodThatIsNotThereNamesTheNearest() {
    CommandRun run = CommandRun.of("explain", file, "shop.Cart.totel");
    assertEquals(ExitCode.FAILURE, run.exitCode());
    assertEquals(
        "jpgo: no method shop.Cart.totel in the profile; did you mean shop.Cart.total?\n",
        run.err());
    assertEquals(
        "jpgo: no method Cart.totel in the profile; did you mean Cart.total?\n",
        CommandRun.of("explain", file, "Cart.totel").err());
    assertEquals(
        "jpgo: no method com.acme.Unlike.any in the profile\n",
        CommandRun.of("explain", file, "com.acme.Unlike.any").err());
  }

  @Test
  void explainOfAMethodThatWasNotOptimizedSaysSo() {
    assertTrue(CommandRun.of("explain", file, "Main.main").out().contains("not optimized"));
  }

  @Test
  void explainOfAStrippedProfileSaysThatDecisionsAreNotInIt() {
    String stripped = folder.resolve("stripped.jpgo").toString();
    assertEquals(0, CommandRun.of("strip", "-o", stripped, file).exitCode());
    String out = CommandRun.of("explain", stripped, "Cart.total").out();
    assertTrue(out.contains("optimized, but what was decided is not in this profile"), out);
    assertFalse(out.contains("not optimized"), out);
  }

  @Test
  void theListOfCommandsCutsNoDescription() {
    String help = CommandRun.of("--help").out().replaceAll("\\s+", " ");
    assertTrue(help.contains("and compare results and speed."), help);
  }

  @Test
  void helpOfACommandIsWhatTheCommandSays() {
    for (String command : new String[] {"show", "run", "merge"}) {
      CommandRun run = CommandRun.of("help", command);
      assertEquals(CommandRun.of(command, "--help").out(), run.out());
      assertEquals(0, run.exitCode(), run.err());
    }
    assertEquals(CommandRun.of("--help").out(), CommandRun.of("help").out());
  }

  /** Files where a path is wanted, and words where there are only these. */
  @Test
  void aShellCompletesFilesAndWords() {
    String script = CommandRun.of("generate-completion").out();
    int run = script.indexOf("function _picocli_jpgo_run()");
    String ofRun = script.substring(run, script.indexOf("function ", run + 10));
    int stats = ofRun.indexOf("    '--stats')");
    assertTrue(stats > 0, ofRun);
    String ofStats = ofRun.substring(stats, ofRun.indexOf(";;", stats));
    assertTrue(ofStats.contains("compgen -f"), ofStats);
    assertTrue(ofRun.contains("\"interpreter\""), ofRun);
    assertTrue(script.contains("\"folded\""), "formats of export");
  }

  @Test
  void completionAndVersionAreThere() {
    assertTrue(CommandRun.of("generate-completion").out().contains("--tier1.calls"));
    String version = CommandRun.of("--version").out();
    assertTrue(version.matches("(?s)jpgo \\d.*"), version);
  }

  private static Profile profile() {
    MethodId price = new MethodId("shop/Book", "price", "()I");
    InlineDecision tax =
        new InlineDecision(
            1, 0, new MethodId("shop/Tax", "of", "(I)I"), false, "too large", 70, List.of());
    CompiledMethod compiled =
        new CompiledMethod(
            40,
            52,
            List.of(new InlineDecision(7, 40, price, true, "one target", 70, List.of(tax))),
            Optional.of(new BytecodeText("0: iload_0\n", "0: iconst_1\n")));
    TypeHistogram types = new TypeHistogram(List.of(new TypeHistogram.Entry("shop/Book", 70)), 100);
    MethodProfile total =
        new MethodProfile(
            new MethodId("shop/Cart", "total", "(I)I"),
            7,
            100,
            List.of(90L, 10L),
            0,
            Map.of(7, types));
    MethodProfile main =
        new MethodProfile(
            new MethodId("shop/Main", "main", "([Ljava/lang/String;)V"),
            8,
            1,
            List.of(),
            0,
            Map.of());
    return new Profile(
        List.of(
            new ProfileOrigin(
                "JVM 17", "Linux", "amd64", "interpreter", "0.1", "shop.jar", "", 0, 1500, 1)),
        List.of(
            new ProfiledMethod(main, "app", 0, 10, Optional.empty()),
            new ProfiledMethod(total, "app", 2, 40, Optional.of(compiled))));
  }
}
