package dev.jpgo.agent.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EarlyBytesTest {
  private static final String NAME = "early/A";

  private final LiveProgram program = new LiveProgram(1 << 20);
  private final ClassRegistry registry = program.registry();
  private final LiveProgram.Loader loader = new LiveProgram.Loader();
  private final byte[] bytes = LiveProgram.classFile(NAME);

  private ClassRecord defined() {
    return registry.record(loader.define(bytes));
  }

  @Test
  void whatAClassWasDefinedWithIsThereForWhoeverAsks() {
    registry.defining(NAME, loader, bytes);
    ClassRecord record = defined();
    assertFalse(record.shapeKnown());
    assertSame(bytes, registry.bytes(record));
    assertTrue(record.shapeKnown());
    assertSame(bytes, registry.seenAtLoad(record));
  }

  @Test
  void bytesOfAnotherLoadersClassAreNotItsOwn() {
    LiveProgram.Loader other = new LiveProgram.Loader();
    registry.defining(NAME, other, bytes);
    ClassRecord record = defined();
    assertNull(registry.bytes(record));
    ClassRecord others = registry.record(other.define(bytes));
    assertSame(bytes, registry.bytes(others));
  }

  @Test
  void whereADefinitionMayHaveFailedNeitherIsTaken() {
    byte[] failed = bytes.clone();
    failed[failed.length - 1] ^= 1;
    registry.defining(NAME, loader, failed);
    registry.defining(NAME, loader, bytes);
    assertNull(registry.bytes(defined()));
  }

  @Test
  void theSameOnceMoreIsNoOther() {
    registry.defining(NAME, loader, bytes);
    registry.defining(NAME, loader, bytes.clone());
    assertArrayEquals(bytes, registry.bytes(defined()));
  }

  @Test
  void whatAnotherAgentHasChangedIsNotWhatItWas() {
    registry.defining(NAME, loader, bytes);
    ClassRecord record = defined();
    registry.outdated(record);
    assertNull(registry.bytes(record));
  }

  @Test
  void whatTheVmHasHandedOutCountsAlone() {
    registry.defining(NAME, loader, bytes);
    ClassRecord record = defined();
    byte[] handed = LiveProgram.classFile(NAME);
    registry.captured(record, handed);
    assertSame(handed, registry.bytes(record));
    registry.outdated(record);
    assertNull(registry.bytes(record));
  }

  @Test
  void noMoreIsKeptThanThereIsRoomFor() {
    EarlyBytes early = new EarlyBytes(bytes.length);
    ClassRecord record = defined();
    early.add(NAME, loader, bytes);
    early.add("early/B", loader, bytes);
    assertSame(bytes, early.take(record));
    assertNull(early.take(record));
    early.add("early/C", loader, bytes); // there is room again
    ClassRecord last = registry.record(loader.define(LiveProgram.classFile("early/C")));
    assertSame(bytes, early.take(last));
    ClassRecord none = registry.record(loader.define(LiveProgram.classFile("early/B")));
    assertNull(early.take(none));
  }
}
