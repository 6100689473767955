package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

class ProfileLabelsTest {
  private static TypeHistogram histogram(long total, Object... labels) {
    List<TypeHistogram.Entry> entries = new ArrayList<>();
    for (int i = 0; i < labels.length; i += 2) {
      entries.add(new TypeHistogram.Entry((String) labels[i], (Integer) labels[i + 1]));
    }
    return new TypeHistogram(entries, total);
  }

  private static MethodProfile counted(TypeHistogram receivers, SiteCounts... sites) {
    return new MethodProfile(
        new MethodId("a/B", "m", "()V"),
        7,
        100,
        List.of(3L),
        1,
        Map.of(5, receivers),
        List.of(sites));
  }

  @Test
  void hiddenClassesOfOneHostAreOneLabel() {
    TypeHistogram seen =
        histogram(
            100,
            "Shop$Toy",
            30,
            "Shop$$Lambda$22/0x00007f8fa8035000",
            25,
            "Shop$$Lambda$23/0x00007f8fa8035400",
            25,
            "Shop$$Lambda/0x00007f8fa8035800",
            10);
    assertEquals(
        histogram(100, "Shop$$Lambda", 60, "Shop$Toy", 30),
        ProfileLabels.of(counted(seen)).receivers().get(5));
  }

  @Test
  void aLambdaOfThisJvmHasTheSameLabelAsAnother() {
    IntSupplier one = () -> 1;
    IntSupplier two = () -> 2;
    String label =
        ProfileLabels.of("a/B" + one.getClass().getName().replaceAll("^.*(?=\\$\\$)", ""));
    assertEquals("a/B$$Lambda", label);
    assertEquals(
        label, ProfileLabels.of("a/B" + two.getClass().getName().replaceAll("^.*(?=\\$\\$)", "")));
  }

  @Test
  void theAgentsOwnClassesAreNotNamed() {
    TypeHistogram seen =
        histogram(
            90,
            "dev/jpgo/core/ir/Block",
            50,
            "java/lang/String",
            20,
            "[Ldev/jpgo/shaded/asm/Label;",
            8,
            "dev/jpgo/runtime/JpgoHandover",
            7,
            "dev/jpgo/test/Program",
            5);
    MethodProfile told =
        ProfileLabels.of(
            counted(
                seen,
                new SiteCounts(SiteCounts.Kind.MONITOR, 3, seen),
                new SiteCounts(SiteCounts.Kind.LOCK, 3, histogram(9, SiteCounts.OWN, 9))));
    TypeHistogram left = histogram(90, "java/lang/String", 20, "dev/jpgo/test/Program", 5);
    assertEquals(
        counted(
            left,
            new SiteCounts(SiteCounts.Kind.MONITOR, 3, left),
            new SiteCounts(SiteCounts.Kind.LOCK, 3, histogram(9, SiteCounts.OWN, 9))),
        told);
  }

  @Test
  void allOtherNamesStay() {
    MethodProfile plain = counted(histogram(9, "p/0xab/C", 3, "a/B$$Lambda$Mine", 2, "[I", 1));
    assertSame(plain, ProfileLabels.of(plain));
  }

  @Test
  void anArrayOfHiddenClassesHasNoAddress() {
    assertEquals("[La/H;", ProfileLabels.of("[La/H/0x00000008000c1000;"));
  }
}
