package dev.jpgo.agent.hooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ClassLinesTableTest {
  private static final List<Class<?>> ELEMENTS =
      List.of(int.class, long.class, byte.class, String.class, Object.class, List.class);

  @Test
  void eachClassHasOneRecord() {
    ClassLinesTable records = new ClassLinesTable();
    ClassLines first = records.of(String.class);
    assertSame(first, records.of(String.class));
    assertSame(first, records.find(String.class));
    assertNull(records.find(Object.class));
  }

  @Test
  void aReaderMissesNoRecordWhileTheTableGrows() {
    ClassLinesTable records = new ClassLinesTable();
    List<Class<?>> classes = arrayClasses();
    List<Class<?>> early = classes.subList(0, 200);
    early.forEach(records::of);
    AtomicBoolean done = new AtomicBoolean();
    CompletableFuture<Integer> missed =
        CompletableFuture.supplyAsync(
            () -> {
              int misses = 0;
              while (!done.get()) {
                for (Class<?> type : early) {
                  misses += records.find(type) == null ? 1 : 0;
                }
              }
              return misses;
            });
    classes.forEach(records::of);
    done.set(true);
    assertEquals(0, missed.join());
    for (Class<?> type : classes) {
      assertSame(records.of(type), records.find(type));
    }
  }

  /** Some 1,500 classes that there are without loading any. */
  private static List<Class<?>> arrayClasses() {
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> element : ELEMENTS) {
      Class<?> type = element;
      for (int dimensions = 1; dimensions <= 250; dimensions++) {
        type = type.arrayType();
        classes.add(type);
      }
    }
    return classes;
  }
}
