package dev.jpgo.cli;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.BytecodeText;
import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileFile;
import dev.jpgo.core.profile.ProfileOrigin;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TierStep;
import dev.jpgo.core.profile.TypeHistogram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A small shop's profile. */
final class ProfileFixture {
  private ProfileFixture() {}

  /** Writes the profile; main was called so many times. */
  static String write(Path file, long mainCalls) throws IOException {
    ProfileFile.write(file, profile(mainCalls));
    return file.toString();
  }

  static Profile profile(long mainCalls) {
    return of(mainCalls, List.of(90L, 10L), List.of(new TypeHistogram.Entry("shop/Book", 70)));
  }

  /** The same with other edges and receivers in the method that has some. */
  static Profile of(long mainCalls, List<Long> edges, List<TypeHistogram.Entry> seen) {
    return of(mainCalls, edges, seen, List.of());
  }

  /** The same, and a type test in that method that met these classes, of 100 objects. */
  static Profile testing(String... classes) {
    List<TypeHistogram.Entry> tested = new ArrayList<>();
    for (String name : classes) {
      tested.add(new TypeHistogram.Entry(name, 100 / (classes.length + 1)));
    }
    return of(
        100,
        List.of(90L, 10L),
        List.of(new TypeHistogram.Entry("shop/Book", 70)),
        List.of(
            new SiteCounts(SiteCounts.Kind.TYPE_TEST, 3, new TypeHistogram(tested, 100)),
            new SiteCounts(
                SiteCounts.Kind.VALUE,
                5,
                new TypeHistogram(List.of(new TypeHistogram.Entry("42", 6)), 6))));
  }

  /**
   * The same, and a switch, two locks and their classes; the second lock is the method's.
   *
   * @param own how often the first lock was the thread's, negative when nobody looked
   */
  static Profile locking(long own, String lockedClass) {
    return of(
        100,
        List.of(90L, 10L),
        List.of(),
        List.of(
            site(SiteCounts.Kind.VALUE, 3, 90, "1", 60, "-7", 20),
            own < 0
                ? new SiteCounts(SiteCounts.Kind.LOCK, 5, new TypeHistogram(List.of(), 90))
                : site(SiteCounts.Kind.LOCK, 5, 90, SiteCounts.OWN, own, "free-or-other", 80 - own),
            site(SiteCounts.Kind.MONITOR, 5, 80, lockedClass, 40, "[Lshop/Toy;", 40),
            new SiteCounts(
                SiteCounts.Kind.LOCK, SiteCounts.ENTRY, new TypeHistogram(List.of(), 100)),
            site(SiteCounts.Kind.MONITOR, SiteCounts.ENTRY, 100, "shop/Cart", 99, "shop/Bag", 1)));
  }

  private static SiteCounts site(
      SiteCounts.Kind kind, int site, long total, String a, long ofA, String b, long ofB) {
    List<TypeHistogram.Entry> seen =
        List.of(new TypeHistogram.Entry(a, ofA), new TypeHistogram.Entry(b, ofB));
    return new SiteCounts(kind, site, new TypeHistogram(seen, total));
  }

  private static Profile of(
      long mainCalls, List<Long> edges, List<TypeHistogram.Entry> seen, List<SiteCounts> sites) {
    MethodId price = new MethodId("shop/Book", "price", "()I");
    InlineDecision tax =
        new InlineDecision(
            1, 0, new MethodId("shop/Tax", "of", "(I)I"), false, "too large", 70, List.of());
    CompiledMethod compiled =
        new CompiledMethod(
            40,
            52,
            List.of(new InlineDecision(7, 40, price, true, "one target", 70, List.of(tax))),
            Optional.of(
                new BytecodeText(
                    """
                          // line 39
                       0: iload 0
                       1: nop
                       2: nop
                       3: nop
                       4: nop
                       5: nop
                       6: nop
                          // line 40
                       7: invokevirtual x
                       8: ireturn
                    """,
                    "   0: iconst_1\n")));
    TypeHistogram types = new TypeHistogram(seen, 100);
    MethodProfile total =
        new MethodProfile(
            new MethodId("shop/Cart", "total", "(I)I"), 7, 100, edges, 0, Map.of(7, types), sites);
    MethodProfile main =
        new MethodProfile(
            new MethodId("shop/Main", "main", "([Ljava/lang/String;)V"),
            8,
            mainCalls,
            List.of(),
            0,
            Map.of());
    return new Profile(
        List.of(
            new ProfileOrigin(
                "JVM 17", "Linux", "amd64", "interpreter", "0.1", "shop.jar", "", 0, 1500, 1)),
        List.of(
            new ProfiledMethod(main, "app", 0, 10, Optional.empty()),
            new ProfiledMethod(
                total,
                "app",
                2,
                40,
                Optional.of(compiled),
                List.of(
                    new TierStep(300, 1, "called often"),
                    new TierStep(600, 2, "profiled"),
                    new TierStep(1200, 1, "slow path taken 9 times")))));
  }
}
