package dev.jpgo.agent.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class BytesCacheTest {
  private static final int SIZE = 10;

  private final BytesCache cache = new BytesCache(8 * SIZE);
  private final LiveProgram program = new LiveProgram(0);
  private final List<ClassRecord> classes =
      List.of(
          record(String.class),
          record(Integer.class),
          record(Long.class),
          record(Short.class),
          record(Byte.class),
          record(Character.class),
          record(Boolean.class),
          record(Float.class),
          record(Double.class));

  private ClassRecord record(Class<?> type) {
    return program.registry().record(type);
  }

  private void put(int from, int to, boolean pin) {
    for (ClassRecord each : classes.subList(from, to)) {
      cache.put(each, new byte[SIZE]);
      if (pin) {
        cache.pin(each);
      }
    }
  }

  @Test
  void theLeastRecentlyUsedGoFirst() {
    put(0, 8, false);
    assertNotNull(cache.get(classes.get(0)));
    put(8, 9, false);
    assertNotNull(cache.get(classes.get(0)));
    assertNull(cache.get(classes.get(1)));
  }

  @Test
  void howeverManyArePinnedTheOthersHaveAQuarterOfTheBound() {
    put(0, 7, true);
    put(7, 9, false);
    assertNotNull(cache.get(classes.get(7)), "captured, and gone before it was used");
    assertNotNull(cache.get(classes.get(8)));
    put(7, 9, true);
    assertEquals(9, classes.stream().filter(each -> cache.get(each) != null).count());
  }

  @Test
  void whatIsRemovedMakesRoom() {
    put(0, 4, true);
    classes.subList(0, 4).forEach(cache::remove);
    put(1, 9, false);
    assertEquals(8, classes.stream().filter(each -> cache.get(each) != null).count());
  }
}
