package dev.jpgo.core.profile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.jpgo.core.classfile.MethodId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProfileMergerTest {
  private static final int ROUNDS = 2_000;

  @Test
  void theOrderOfTwoMakesNoDifference() {
    for (int round = 0; round < ROUNDS; round++) {
      Profile a = RandomProfile.of(3L * round);
      Profile b = RandomProfile.of(3L * round + 1);
      assertEquals(ProfileMerger.merge(a, b), ProfileMerger.merge(b, a), "round " + round);
    }
  }

  @Test
  void theGroupingOfThreeMakesNoDifference() {
    for (int round = 0; round < ROUNDS; round++) {
      Profile a = RandomProfile.of(3L * round);
      Profile b = RandomProfile.of(3L * round + 1);
      Profile c = RandomProfile.of(3L * round + 2);
      Profile left = ProfileMerger.merge(ProfileMerger.merge(a, b), c);
      assertEquals(left, ProfileMerger.merge(a, ProfileMerger.merge(b, c)), "round " + round);
      assertEquals(
          left, new ProfileMerger().add(c, 1).add(a, 1).add(b, 1).result(), "round " + round);
    }
  }

  @Test
  void theEmptyProfileChangesNothing() {
    for (int round = 0; round < ROUNDS; round++) {
      Profile a = RandomProfile.of(round);
      Profile canonical = ProfileMerger.canonical(a);
      assertEquals(canonical, ProfileMerger.merge(a, Profile.EMPTY));
      assertEquals(canonical, ProfileMerger.merge(Profile.EMPTY, a));
      assertEquals(canonical, ProfileMerger.canonical(canonical));
    }
  }

  @Test
  void aMergeThroughFilesIsTheSameMerge() throws IOException {
    for (int round = 0; round < 300; round++) {
      Profile a = RandomProfile.of(2L * round);
      Profile b = RandomProfile.of(2L * round + 1);
      Profile read =
          ProfileMerger.merge(
              ProfileFile.decode(ProfileFile.encode(a)), ProfileFile.decode(ProfileFile.encode(b)));
      assertArrayEquals(ProfileFile.encode(ProfileMerger.merge(a, b)), ProfileFile.encode(read));
    }
  }

  @Test
  void aWeightIsThatManyProfilesButForRunsAndTimes() {
    for (int round = 0; round < 300; round++) {
      Profile a = new Profile(List.of(), RandomProfile.of(round).methods());
      ProfileMerger thrice = new ProfileMerger().add(a, 1).add(a, 1).add(a, 1);
      assertEquals(thrice.result(), new ProfileMerger().add(a, 3).result());
    }
    assertThrows(IllegalArgumentException.class, () -> new ProfileMerger().add(Profile.EMPTY, 0));
  }

  @Test
  void countsAddUpAndRunsOfOneOriginBecomeOne() {
    Profile merged = ProfileMerger.merge(ProfileFixtures.rich(), ProfileFixtures.rich());
    ProfileOrigin origin = merged.origins().get(0);
    assertEquals(1, merged.origins().size());
    assertEquals(2, origin.runs());
    assertEquals(2 * 12_345, origin.durationMillis());
    assertEquals(1_700_000_000_000L, origin.startMillis());
    MethodProfile run = find(merged, "run");
    assertEquals(10_000_000_000L, run.calls());
    assertEquals(List.of(2L, 0L, Long.MAX_VALUE), run.edges());
    TypeHistogram seen = run.receivers().get(7);
    assertEquals(200, seen.total());
    assertEquals(new TypeHistogram.Entry("p/A", 140), seen.entries().get(0));
  }

  @Test
  void countsOfOtherCodeNeverMeet() {
    Profile a = new Profile(List.of(), List.of(method(1, 5), method(2, 7)));
    Profile merged = ProfileMerger.merge(a, new Profile(List.of(), List.of(method(2, 1))));
    assertEquals(2, merged.methods().size());
    assertEquals(5, merged.methods().get(0).counts().calls());
    assertEquals(8, merged.methods().get(1).counts().calls());
  }

  @Test
  void manyMethodsOfOneClassAreToldApart() {
    List<ProfiledMethod> methods = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      // "Aa" and "BB" have one hash
      MethodId id = new MethodId("A", (i % 2 == 0 ? "Aa" : "BB") + i / 10, "()V");
      MethodProfile counts = new MethodProfile(id, i / 2 % 5, i, List.of(), 0, Map.of());
      methods.add(new ProfiledMethod(counts, "app", 0, 3, Optional.empty()));
    }
    Profile a = new Profile(List.of(), methods);
    Profile merged = ProfileMerger.merge(a, a);
    assertEquals(500, merged.methods().size());
    long calls = 0;
    for (ProfiledMethod method : merged.methods()) {
      calls += method.counts().calls();
    }
    assertEquals(500 * 499, calls);
  }

  @Test
  void ofTheStepsOfTwoRunsThoseOfOneAreKept() {
    TierStep up = new TierStep(5, 1, "often");
    TierStep late = new TierStep(9, 1, "often");
    ProfiledMethod none = method(1, 1);
    ProfiledMethod one = stepped(none, List.of(late));
    ProfiledMethod two = stepped(none, List.of(up, new TierStep(9, 2, "profiled")));
    ProfiledMethod early = stepped(none, List.of(up));
    assertEquals(one.steps(), merged(none, one));
    assertEquals(two.steps(), merged(two, one));
    assertEquals(early.steps(), merged(one, early));
  }

  private static List<TierStep> merged(ProfiledMethod a, ProfiledMethod b) {
    Profile sum =
        ProfileMerger.merge(new Profile(List.of(), List.of(a)), new Profile(List.of(), List.of(b)));
    return sum.methods().get(0).steps();
  }

  private static ProfiledMethod stepped(ProfiledMethod method, List<TierStep> steps) {
    return new ProfiledMethod(
        method.counts(), method.loader(), 2, method.codeBytes(), method.compiled(), steps);
  }

  private static ProfiledMethod method(long hash, long calls) {
    MethodId id = new MethodId("A", "m", "()V");
    return new ProfiledMethod(
        new MethodProfile(id, hash, calls, List.of(), 0, Map.of()), "app", 0, 3, Optional.empty());
  }

  private static MethodProfile find(Profile profile, String name) {
    for (ProfiledMethod method : profile.methods()) {
      if (method.counts().method().name().equals(name)) {
        return method.counts();
      }
    }
    throw new AssertionError(name);
  }
}
