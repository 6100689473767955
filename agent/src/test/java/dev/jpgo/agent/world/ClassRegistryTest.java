package dev.jpgo.agent.world;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;

class ClassRegistryTest {
  private final LiveProgram program = new LiveProgram(1 << 20);
  private final ClassRegistry registry = program.registry();
  private final ClassRecord here = registry.record(ClassRegistryTest.class);

  @Test
  void aClassIsFoundByItsNameFromItsLoaderAndAJdkClassFromEverywhere() {
    assertTrue(program.finds(here, registry.record(LiveProgram.class)));
    assertTrue(program.finds(here, registry.record(ArrayList.class)));
  }

  @Test
  void aVmThatIsEndingHasNoClassesToTell() {
    Instrumentation ending =
        (Instrumentation)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (proxy, method, arguments) -> null);
    ClassRegistry late = new ClassRegistry(ending, new PendingClasses(), 0);
    late.snapshot();
    assertFalse(late.all().iterator().hasNext());
  }

  @Test
  void aClassThatNobodyReportedTurnsUpWhereSuchAreExpected() {
    program.pending().touch();
    registry.refresh();
    Class<?> late = new LiveProgram.Loader().define(LiveProgram.classFile("Late"));
    registry.refresh();
    registry.refresh();
    registry.refresh();
    assertNull(registry.existing(late));
    registry.expectUnreported();
    for (int i = 0; i < 4; i++) {
      registry.refresh();
    }
    assertTrue(registry.existing(late) != null);
  }

  @Test
  void whatOneCompilationMissesIsToldFromWhatOthersWant() {
    ClassRecord before = registry.record(ArrayList.class);
    ClassRecord missed = registry.record(List.class);
    registry.want(before);
    registry.noneMissed();
    registry.want(missed);
    assertEquals(List.of(missed), copy(registry.missed()));
    registry.want(before);
    assertEquals(List.of(missed, before), copy(registry.missed()));
    assertEquals(List.of(before, missed), copy(registry.wanted()));
    registry.noneMissed();
    assertEquals(List.of(), copy(registry.missed()));
    assertEquals(List.of(before, missed), registry.takeWanted());
  }

  private static List<ClassRecord> copy(Iterable<ClassRecord> records) {
    List<ClassRecord> copy = new ArrayList<>();
    records.forEach(copy::add);
    return copy;
  }

  @Test
  void classesAreOfOneModuleWhateverTheirPackages() {
    ClassRecord list = registry.record(ArrayList.class);
    assertTrue(list.sameModule(registry.record(Object.class)));
    assertFalse(list.sameModule(here));
    assertFalse(list.sameModule(registry.record(java.util.logging.Logger.class)));
  }

  @Test
  void aHiddenClassIsKnownButNeverFoundByName() {
    int one = getClass().getName().length();
    IntSupplier lambda = () -> one;
    registry.snapshot();
    ClassRecord hidden = registry.existing(lambda.getClass());
    assertTrue(hidden != null && hidden.hidden());
    assertTrue(registry.find(here, hidden.name()).isEmpty());
  }

  @Test
  void ofTwoClassesWithOneNameEachLoaderFindsItsOwn() {
    byte[] bytes = LiveProgram.classFile("Twin", "java/lang/Object", List.of(), true);
    ClassRecord first = registry.record(new LiveProgram.Loader().define(bytes));
    ClassRecord second = registry.record(new LiveProgram.Loader().define(bytes));
    assertNotSame(first, second);
    assertTrue(program.finds(first, first));
    assertTrue(program.finds(second, second));
    assertTrue(registry.find(here, "Twin").isEmpty());
  }

  @Test
  void aClassIsFoundThroughALoaderThatHasDelegatedForIt() throws ClassNotFoundException {
    LiveProgram.Loader loader = new LiveProgram.Loader();
    byte[] bytes = LiveProgram.classFile("Asking", "java/lang/Object", List.of(), true);
    Class<?> type = loader.define(bytes);
    ClassRecord asking = registry.record(type);
    assertTrue(registry.find(asking, here.name()).isEmpty());
    Class.forName(ClassRegistryTest.class.getName(), false, loader);
    assertTrue(program.finds(asking, here));
  }

  @Test
  void aReportedClassIsFreshInOneRefreshAndHasItsBytesAndSelectors() {
    byte[] bytes = LiveProgram.classFile("Fresh", "java/lang/Object", List.of(), true);
    LiveProgram.Loader loader = new LiveProgram.Loader();
    program.pending().add(ClassShape.read(bytes), bytes, false, loader, "attached");
    Class<?> type = loader.define(bytes);
    List<ClassRecord> fresh = registry.refresh();
    ClassRecord record = registry.record(type);
    assertTrue(fresh.contains(record));
    assertFalse(registry.refresh().contains(record));
    assertArrayEquals(bytes, registry.bytes(record));
    assertEquals("attached", record.attachment());
    assertTrue(record.mayDeclare("value", "()I"));
    assertFalse(record.mayDeclare("other", "()I"));
  }

  @Test
  void aClassOfUnknownBytesMayDeclareAnythingUntilTheyAreCaptured() {
    byte[] bytes = LiveProgram.classFile("Unseen", "java/lang/Object", List.of(), true);
    ClassRecord record = registry.record(new LiveProgram.Loader().define(bytes));
    assertTrue(record.mayDeclare("other", "()I"));
    assertEquals(List.of(record), registry.takeWanted());
    registry.captured(record, bytes);
    assertFalse(record.mayDeclare("other", "()I"));
    assertEquals(List.of(), registry.takeWanted());
  }

  @Test
  void theVersionInstalledLastIsKeptUntilItIsGivenUp() {
    registry.version(here, new byte[] {1});
    registry.version(here, new byte[] {2});
    assertArrayEquals(new byte[] {2}, registry.version(here));
    registry.version(here, null);
    assertNull(registry.version(here));
  }

  @Test
  void beyondItsBoundTheCacheForgetsTheLeastRecentlyUsedAndNeverWhatIsPinned() {
    BytesCache cache = new BytesCache(100);
    ClassRecord list = registry.record(List.class);
    ClassRecord string = registry.record(String.class);
    ClassRecord object = registry.record(Object.class);
    cache.put(here, new byte[40]);
    cache.pin(here);
    cache.put(list, new byte[30]);
    cache.put(string, new byte[30]);
    assertEquals(30, length(cache.get(list)));
    cache.put(object, new byte[30]);
    assertNull(cache.get(string));
    assertEquals(30, length(cache.get(list)));
    assertEquals(40, length(cache.get(here)));
    cache.remove(here);
    cache.put(string, new byte[40]);
    assertEquals(30, length(cache.get(object)));
  }

  private static int length(byte[] bytes) {
    return bytes.length;
  }
}
