package dev.jpgo.test.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.test.programs.Followed;
import dev.jpgo.test.programs.FollowedDropped;
import dev.jpgo.test.programs.FollowedMarked;
import dev.jpgo.test.programs.SecondAgent;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Functions that were made elsewhere and are always the same do what they did, where they did. */
class FollowedTest {
  private static final String TIERS =
      "include=dev.jpgo.test.programs.Followed*:java.util.Comparator,"
          + "delay=0,interval=5,tier1.calls=20,tier1.loops=2000,"
          + "tier2.calls=150,tier2.loops=2000,budget=100,share=100,max-rewrites=1000,log=warn";

  @TempDir private Path folder;

  /** Helpful messages name slots, and there are none for frames that the VM hides. */
  private static ForkedJvm plain(Vm vm) {
    return ForkedJvm.on(vm).with("-XX:-ShowCodeDetailsInExceptionMessages");
  }

  private ForkedJvm tiered(Vm vm, String more, String... flags) {
    return plain(vm)
        .with(flags)
        .with("-D" + Followed.AGENT + "=true")
        .withAgent(TIERS + more + ",decisions=" + decisions());
  }

  private Path decisions() {
    return folder.resolve("decisions.txt");
  }

  private String decided() throws IOException {
    return Files.readString(decisions());
  }

  private static String inlined(String method) {
    return "inline " + method;
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT", "ZERO17"})
  void whatTheyGiveAndThrowIsTheSame(Vm vm) throws IOException {
    String plain = plain(vm).run(Followed.class).out();
    ForkedJvm.Result tiered = tiered(vm, "").run(Followed.class);
    assertEquals("", tiered.err());
    assertEquals(plain, tiered.out());
    for (String called :
        new String[] {
          "java.util.Comparator.lambda$thenComparing$",
          "java.util.Comparator.lambda$comparingInt$",
          "dev.jpgo.test.programs.Followed$Item.checkedWeight",
          "dev.jpgo.test.programs.Followed.lambda$main$"
        }) {
      assertTrue(decided().contains(inlined(called)), decided());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void withoutThePhaseTheyAreNotFollowed(Vm vm) throws IOException {
    String plain = plain(vm).run(Followed.class).out();
    ForkedJvm.Result tiered = tiered(vm, ",phases.off=known-receivers").run(Followed.class);
    assertEquals("", tiered.err());
    assertEquals(plain, tiered.out());
    assertFalse(decided().contains(inlined("java.util.Comparator.lambda$")), decided());
  }

  /** Which objects there are, no other JVM can know. */
  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void whatIsKeptForOthersDoesWithoutThem(Vm vm) throws IOException {
    String plain = plain(vm).run(Followed.class).out();
    for (int start = 0; start < 2; start++) {
      ForkedJvm.Result cached = tiered(vm, ",cache=" + folder.resolve("cache")).run(Followed.class);
      assertEquals("", cached.err());
      assertEquals(plain, cached.out());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void oneThatIsDroppedIsCollected(Vm vm) {
    ForkedJvm.Result plain = ForkedJvm.on(vm).run(FollowedDropped.class);
    assertTrue(plain.out().endsWith("captured collected\nclass loader collected\n"), plain.out());
    ForkedJvm.Result tiered = tiered(vm, "").run(FollowedDropped.class);
    assertEquals("", tiered.err());
    assertEquals(plain.out(), tiered.out());
  }

  @ParameterizedTest
  @EnumSource(
      value = Vm.class,
      names = {"JDK17_INT", "JDK25_INT"})
  void oneWhoseCodeAnotherAgentChangesIsTheNewOne(Vm vm) throws IOException {
    String second = "-javaagent:" + SecondAgent.jar(folder);
    ForkedJvm.Result plain = ForkedJvm.on(vm).with(second).run(FollowedMarked.class);
    // A loop goes on with old code until it ends: that in main, if main were optimized.
    String callers = ",exclude=" + FollowedMarked.class.getName();
    ForkedJvm.Result tiered = tiered(vm, callers, second).run(FollowedMarked.class);
    assertEquals("", tiered.err());
    assertEquals(plain.out(), tiered.out());
    assertTrue(
        decided().contains(inlined("dev.jpgo.test.programs.FollowedMarked$Maker.lambda$make$")),
        decided());
  }
}
