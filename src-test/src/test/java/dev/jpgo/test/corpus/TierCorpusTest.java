package dev.jpgo.test.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.runtime.JpgoCounters;
import dev.jpgo.test.targets.TargetMain;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every method of whole JDKs and of large jars in every tier: ASM's checker and a JVM's verifier
 * must take it. Results go to {@code target/tiers.md}; docs/proof.md holds the last run. {@code
 * -Djpgo.tier=2} looks at one tier alone, {@code -Djpgo.tier.seed=1} at other versions.
 */
class TierCorpusTest {
  private static final String[] VERIFYING = {
    "-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal"
  };

  private static final int SHOWN = 40;

  /** Seconds in which a JVM links all classes. */
  private static final long LIMIT = 900;

  private static @Nullable CorpusWorld wholeJdk;

  @TempDir private Path folder;

  @Test
  void aPartOfGuavaVerifiesInEveryTier() throws IOException {
    CorpusWorld base =
        CorpusWorld.ofJdk(
            Vm.JDK17.home(),
            ModuleShape.of(Vm.JDK17).stream().filter(m -> m.name().equals("java.base")).toList());
    for (Path jar : Corpus.jars()) {
      if (String.valueOf(jar.getFileName()).startsWith("guava")) {
        CorpusWorld world = base.below(jar);
        checkJar(world, jar, "com/google/common/base/");
      }
    }
  }

  @Tag("proof")
  @ParameterizedTest
  @MethodSource("jars")
  void everyClassOfAJarVerifiesInEveryTier(Path jar) throws IOException {
    CorpusWorld jdk = wholeJdk;
    if (jdk == null) {
      jdk = CorpusWorld.ofJdk(Vm.JDK17.home(), ModuleShape.of(Vm.JDK17));
      wholeJdk = jdk;
    }
    checkJar(jdk.below(jar), jar, "");
  }

  static List<Path> jars() throws IOException {
    return Corpus.jars();
  }

  /** Each tier starts a JVM whose JDK is in that tier as a whole, and runs programs on it. */
  @Tag("proof")
  @ParameterizedTest
  @EnumSource(names = {"JDK17", "JDK25"})
  void everyClassOfAJdkVerifiesAndRunsInEveryTier(Vm vm) throws IOException {
    CorpusWorld world = CorpusWorld.ofJdk(vm.home(), ModuleShape.of(vm));
    LinkRun before = LinkRun.of(onWholeJdk(vm), names(world));
    for (TierVersions.Tier tier : tiers()) {
      TierVersions versions = new TierVersions(tier, world);
      String[] patches = patches(world, versions);
      check(versions);
      LinkRun after = LinkRun.of(onWholeJdk(vm).with(patches), names(world));
      assertEquals(List.of(), after.worseThan(before));
      assertEquals(runTargets(ForkedJvm.on(vm)), runTargets(onWholeJdk(vm).with(patches)));
      TierResults.add("all modules of " + vm, tier, versions, after);
    }
  }

  private static List<TierVersions.Tier> tiers() {
    String only = System.getProperty("jpgo.tier", "");
    return only.isEmpty()
        ? List.of(TierVersions.Tier.values())
        : List.of(TierVersions.Tier.values()[Integer.parseInt(only)]);
  }

  private static ForkedJvm onWholeJdk(Vm vm) {
    return ForkedJvm.on(vm).with(VERIFYING).with("--add-modules", "ALL-SYSTEM").within(LIMIT);
  }

  private static String runTargets(ForkedJvm vm) {
    ForkedJvm.Result result = vm.run(TargetMain.class, "20", "0");
    assertEquals(0, result.exitCode(), result.err());
    return result.out();
  }

  /** Writes a jar for each module and answers the flags that put them in the modules' place. */
  private String[] patches(CorpusWorld world, TierVersions versions) throws IOException {
    List<String> flags = new ArrayList<>();
    for (Map.Entry<ModuleShape, List<CorpusClass>> module : world.corpus().entrySet()) {
      String name = module.getKey().name();
      Path target = folder.resolve(name + ".jar");
      try (ZipOutputStream jar = jar(target)) {
        for (CorpusClass type : module.getValue()) {
          put(jar, type.name(), StubRuntime.relocate(versions.of(type)));
        }
        if (name.equals("java.base")) {
          for (Map.Entry<String, byte[]> stub : StubRuntime.classes().entrySet()) {
            put(jar, stub.getKey(), stub.getValue());
          }
        }
      }
      flags.add("--patch-module");
      flags.add(name + "=" + target);
    }
    return flags.toArray(String[]::new);
  }

  /** Rewrites the classes whose names start with a prefix. */
  private void checkJar(CorpusWorld world, Path jar, String prefix) throws IOException {
    List<String> names = names(world);
    names.removeIf(name -> !name.replace('.', '/').startsWith(prefix));
    LinkRun before = link(names, jar);
    for (TierVersions.Tier tier : tiers()) {
      TierVersions versions = new TierVersions(tier, world);
      Path rewritten = folder.resolve("rewritten.jar");
      try (ZipOutputStream target = jar(rewritten)) {
        for (List<CorpusClass> types : world.corpus().values()) {
          for (CorpusClass type : types) {
            boolean wanted = type.name().startsWith(prefix);
            put(target, type.name(), wanted ? versions.of(type) : type.bytes());
          }
        }
      }
      check(versions);
      LinkRun after = link(names, rewritten);
      List<String> worse = after.worseThan(before);
      worse.removeIf(error -> wantsAbsentLibrary(error, world));
      assertEquals(List.of(), worse);
      TierResults.add((jar.getFileName() + " " + prefix).trim(), tier, versions, after);
    }
  }

  /**
   * Whether a class is missed that neither the jar nor the JDK has. Inlined code may have the
   * verifier ask for one that only the class it comes from asked for before (JVMS 4.10.2); the
   * agent then leaves the class as it was.
   */
  private static boolean wantsAbsentLibrary(String error, CorpusWorld world) {
    String kind = "NoClassDefFoundError: ";
    int at = error.indexOf(kind);
    return at >= 0 && !world.has(error.substring(at + kind.length()));
  }

  private static LinkRun link(List<String> names, Path jar) throws IOException {
    ForkedJvm vm = ForkedJvm.on(Vm.JDK17).with("-Xbootclasspath/a:" + runtime()).within(LIMIT);
    return LinkRun.of(vm, names, jar);
  }

  /** Where the runtime is, which versions name. */
  private static Path runtime() {
    try {
      return Path.of(
          JpgoCounters.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> names(CorpusWorld world) {
    List<String> names = new ArrayList<>();
    for (List<CorpusClass> types : world.corpus().values()) {
      types.forEach(type -> names.add(type.name().replace('/', '.')));
    }
    return names;
  }

  private static void check(TierVersions versions) {
    List<String> failures = versions.failures();
    List<String> first = failures.subList(0, Math.min(SHOWN, failures.size()));
    assertTrue(
        failures.isEmpty(), () -> failures.size() + " failures:\n" + String.join("\n", first));
    assertTrue(versions.rewritten() > versions.methods() / 10, versions.leftAlone()::toString);
  }

  private static ZipOutputStream jar(Path target) throws IOException {
    OutputStream out = Files.newOutputStream(target);
    ZipOutputStream jar = new ZipOutputStream(out);
    jar.setLevel(Deflater.NO_COMPRESSION);
    return jar;
  }

  private static void put(ZipOutputStream jar, String name, byte[] classFile) throws IOException {
    jar.putNextEntry(new ZipEntry(name + ".class"));
    jar.write(classFile);
  }
}
