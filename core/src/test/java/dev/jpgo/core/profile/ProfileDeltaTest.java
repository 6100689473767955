package dev.jpgo.core.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.classfile.MethodId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProfileDeltaTest {
  @Test
  void whatWasCountedBeforeIsTakenOff() {
    List<ProfiledMethod> now = List.of(method("a", 10, List.of(10L, 4L), 9), method("b", 1, 1));
    List<ProfiledMethod> before = List.of(method("a", 7, List.of(7L, 4L), 5), method("b", 1, 1));
    assertEquals(List.of(method("a", 3, List.of(3L, 0L), 4)), ProfileDelta.since(before, now));
    assertEquals(List.of(), ProfileDelta.since(now, now));
    assertEquals(now, ProfileDelta.since(List.of(), now));
  }

  @Test
  void countsThatWentDownBeganAnew() {
    List<ProfiledMethod> before = List.of(method("a", 7, List.of(7L, 7L), 5));
    List<ProfiledMethod> now = List.of(method("a", 8, List.of(8L, 2L), 6));
    assertEquals(now, ProfileDelta.since(before, now));
  }

  @Test
  void methodsThatAreNewSinceAreKeptWhole() {
    List<ProfiledMethod> now = List.of(method("a", 5, 2), method("b", 3, 2));
    assertEquals(List.of(method("b", 3, 2)), ProfileDelta.since(List.of(method("a", 5, 2)), now));
  }

  @Test
  void whatTypeTestsMetBeforeIsNotMetSince() {
    List<ProfiledMethod> since = ProfileDelta.since(List.of(tests(4, 3)), List.of(tests(9, 10)));
    assertEquals(List.of(tests(5, 7)), since);
  }

  private static ProfiledMethod tests(long calls, long seen) {
    TypeHistogram types = new TypeHistogram(List.of(new TypeHistogram.Entry("T", seen)), seen);
    SiteCounts site = new SiteCounts(SiteCounts.Kind.TYPE_TEST, 3, types);
    MethodProfile counts =
        new MethodProfile(
            new MethodId("A", "tests", "()V"), 5, calls, List.of(), 0, Map.of(), List.of(site));
    return new ProfiledMethod(counts, "app", 0, 9, Optional.empty());
  }

  private static ProfiledMethod method(String name, long calls, long seen) {
    return method(name, calls, List.of(), seen);
  }

  private static ProfiledMethod method(String name, long calls, List<Long> edges, long seen) {
    TypeHistogram types = new TypeHistogram(List.of(new TypeHistogram.Entry("T", seen)), seen);
    MethodId id = new MethodId("A", name, "()V");
    return new ProfiledMethod(
        new MethodProfile(id, 5, calls, edges, 0, Map.of(3, types)), "app", 0, 9, Optional.empty());
  }
}
