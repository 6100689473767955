package dev.jpgo.agent.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class PendingClassesTest {
  private final PendingClasses pending = new PendingClasses();
  private final LiveProgram.Loader loader = new LiveProgram.Loader();

  private byte[] report(String name, boolean value, ClassLoader by) {
    byte[] bytes = LiveProgram.classFile(name, "java/lang/Object", List.of(), value);
    pending.add(ClassShape.read(bytes), bytes, false, by, null);
    return bytes;
  }

  @Test
  void aLoadedClassClaimsTheReportOfItsOwnLoader() {
    byte[] bytes = report("Claimed", true, loader);
    report("Claimed", false, new LiveProgram.Loader());
    PendingClass claimed = pending.claim(loader.define(bytes), "Claimed", false);
    assertNotNull(claimed);
    assertEquals(bytes, claimed.bytes);
    assertNull(pending.claim(getClass(), "Claimed", false));
  }

  @Test
  void reportsThatCameAfterAClaimAreFoundToo() {
    byte[] first = report("First", true, loader);
    assertNotNull(pending.claim(loader.define(first), "First", false));
    byte[] second = report("Second", true, loader);
    assertNotNull(pending.claim(loader.define(second), "Second", false));
    pending.forgetClaimed();
    assertNull(pending.first());
    byte[] third = report("Third", true, loader);
    assertNotNull(pending.claim(loader.define(third), "Third", false));
  }

  @Test
  void onlyClaimedReportsAreForgotten() {
    byte[] bytes = report("Claimed", true, loader);
    report("Waiting", true, loader);
    pending.claim(loader.define(bytes), "Claimed", false);
    pending.forgetClaimed();
    PendingClass first = pending.first();
    assertNotNull(first);
    assertEquals("Waiting", first.shape.name());
    assertNull(first.next);
  }

  @Test
  void aClassThatWasReportedTwiceMayDeclareWhatEitherReportSays() {
    byte[] bytes = report("Twice", false, loader);
    report("Twice", true, loader);
    PendingClass claimed = pending.claim(loader.define(bytes), "Twice", false);
    assertNotNull(claimed);
    assertArrayEquals(new int[] {Selector.of("value", "()I")}, claimed.virtuals());
  }

  @Test
  void everyReportCountsAsADefinition() {
    long before = pending.definitions();
    report("Counted", true, loader);
    assertNotEquals(before, pending.definitions());
  }
}
