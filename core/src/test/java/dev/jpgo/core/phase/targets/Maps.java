package dev.jpgo.core.phase.targets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Maps that are asked by boxes, and some calls that only look like it. */
@SuppressWarnings({"unused", "ModifyCollectionInEnhancedForLoop"})
public final class Maps {
  static final StringBuilder LOG = new StringBuilder();

  private Maps() {}

  /** A map that remembers the order in which it was asked. */
  static final class Ordered extends LinkedHashMap<Object, Object> {
    private static final long serialVersionUID = 1;

    Ordered(Map<?, ?> mappings) {
      super(16, 0.75f, true);
      putAll(mappings);
    }
  }

  /** One below a HashMap that changes nothing of what it is asked. */
  static final class Sized extends HashMap<Object, Object> {
    private static final long serialVersionUID = 1;

    Sized(Map<?, ?> mappings) {
      super(mappings);
    }

    @Override
    public int size() {
      LOG.append("size ");
      return super.size();
    }
  }

  /** Has the hash of a number, and thinks that it is one. */
  static final class Pretender {
    private final int number;

    Pretender(int number) {
      this.number = number;
    }

    @Override
    public int hashCode() {
      LOG.append("hash ");
      return number;
    }

    @Override
    public boolean equals(Object other) {
      LOG.append("equals ");
      return true;
    }

    @Override
    public String toString() {
      return "pretender";
    }
  }

  static Object got(Map<?, ?> map, int key) {
    return map.get(key);
  }

  static Object gotOrElse(Map<Object, Object> map, int key) {
    return map.getOrDefault(key, "none");
  }

  static boolean contained(Map<?, ?> map, int key) {
    return map.containsKey(key);
  }

  static Object gotByBox(HashMap<?, ?> map, Integer key) {
    return map.get(key);
  }

  static Object gotByLong(Map<?, ?> map, long key) {
    return map.get(key);
  }

  static Object gotByAny(Map<?, ?> map, Object key) {
    return map.get(key);
  }

  /** The box goes elsewhere, too. */
  static Object keyKept(Map<Object, Object> map, int key, List<Object> keys) {
    Integer box = key;
    keys.add(box);
    Object value = map.get(box);
    return value == null ? box : value;
  }

  static Object put(Map<Object, Object> map, int key, Object value) {
    return map.put(key, value);
  }

  /** The map keeps the box that goes elsewhere, too. */
  static Object putKept(Map<Object, Object> map, int key, List<Object> keys) {
    Integer box = key;
    keys.add(box);
    return map.put(box, "kept");
  }

  static Object putOften(Map<Object, Object> map, int key, int times) {
    Integer box = key;
    Object last = null;
    for (int i = 0; i < times; i++) {
      last = map.put(box, last);
      map.clear();
    }
    return last;
  }

  static Object putAgain(Map<Object, Object> map, int key, int[] failures) {
    Integer box = key;
    while (true) {
      try {
        Object last = map.put(box, "again");
        return failures[--failures[0]] == 0 ? last : null;
      } catch (IndexOutOfBoundsException e) {
        failures[0] = 1;
      }
    }
  }

  static void putEach(Map<Object, Object> map, int from, int to) {
    for (int i = from; i < to; i++) {
      map.put(i, "each");
    }
  }

  static Object putByBox(Map<Object, Object> map, Integer key, Object value) {
    return map.put(key, value);
  }

  /** One that is told of values that are given. */
  static final class Told extends HashMap<Object, Object> {
    private static final long serialVersionUID = 1;

    Told(Map<?, ?> mappings) {
      super(mappings);
    }

    @Override
    public Object put(Object key, Object value) {
      LOG.append("put ").append(key);
      return super.put(key, value);
    }
  }

  private static String given(Map<Object, Object> map) {
    StringBuilder all = new StringBuilder();
    LOG.setLength(0);
    for (int key : new int[] {0, 1, -1, 7, 16, 1 << 16, 65537, 300, 300, 0, Integer.MIN_VALUE}) {
      List<Object> keys = new ArrayList<>();
      all.append(put(map, key, all.length())).append(put(map, key, null)).append(put(map, key, 1));
      all.append(putByBox(map, key + 1, "box")).append(putKept(map, key + 99, keys));
      for (Object each : map.keySet()) {
        all.append(each == keys.get(0) ? "same " : "");
      }
      all.append(map.size()).append(' ');
    }
    return all.append(map).append(LOG).toString();
  }

  static String ofPuts() {
    return given(mappings())
        + given(new HashMap<>())
        + given(new HashMap<>(1, 100))
        + given(new LinkedHashMap<>(mappings()))
        + given(new Ordered(mappings()))
        + given(new TreeMap<>(Map.of(1, 2)))
        + given(new Sized(mappings()));
  }

  static String ofPutsThatAreTold() {
    return given(new Told(mappings()));
  }

  static String ofPutsThatCollide() {
    StringBuilder all = new StringBuilder();
    Map<Object, Object> map = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      all.append(put(map, i << 20, i)).append(map.put(new Pretender(i << 20), -i));
      all.append(put(map, (i / 2) << 20, "again")).append(put(map, i % 5 << 20, all.length()));
    }
    return all.append(map).toString();
  }

  static String ofPutsWhileKeysAreLookedAt() {
    Map<Object, Object> map = mappings();
    StringBuilder all = new StringBuilder();
    try {
      for (Object each : map.keySet()) {
        int key = each instanceof Integer number ? number : 3;
        all.append(put(map, key, all.length()));
        if (key == 11) {
          put(map, 12345, "new");
        }
      }
    } catch (java.util.ConcurrentModificationException e) {
      all.append("changed");
    }
    return all.append(map).toString();
  }

  static int counted(Map<Integer, Integer> map, int[] keys) {
    int sum = 0;
    for (int key : keys) {
      Integer value = map.get(key);
      if (value != null) {
        sum += value + (map.containsKey(key + 1) ? 1000 : 0);
      }
      map.put(key, sum);
    }
    return sum;
  }

  static String caught(Map<?, ?> map, Integer key) {
    try {
      return "got " + map.get(key);
    } catch (NullPointerException e) {
      return "NPE at " + e.getStackTrace().length / 1000;
    }
  }

  private static String asked(Map<Object, Object> map) {
    StringBuilder all = new StringBuilder();
    for (int key : new int[] {0, 1, -1, 7, 16, 1 << 16, 65537, -65536, 300, Integer.MIN_VALUE}) {
      LOG.setLength(0);
      List<Object> keys = new ArrayList<>();
      all.append(got(map, key)).append(gotOrElse(map, key)).append(contained(map, key));
      all.append(gotByLong(map, key)).append(gotByAny(map, (short) key));
      all.append(keyKept(map, key, keys)).append(keys).append(caught(map, key)).append(LOG);
    }
    return all.append(caught(map, null)).append(map.keySet()).toString();
  }

  private static Map<Object, Object> mappings() {
    Map<Object, Object> map = new HashMap<>();
    for (int i = -3; i < 20; i++) {
      map.put(i, "v" + i);
    }
    map.put(7, null);
    map.put(1L, "long");
    map.put(300L, "long only");
    map.put((short) 16, "short");
    map.put(null, "null");
    map.put(1 << 16, "high");
    map.put(Integer.MIN_VALUE, "least");
    return map;
  }

  static String ofMaps() {
    return asked(mappings());
  }

  static String ofOtherMaps() {
    Map<Object, Object> numbers = new TreeMap<>();
    numbers.put(1, 2);
    return asked(new Ordered(mappings()))
        + asked(new LinkedHashMap<>(mappings()))
        + asked(new Sized(mappings()))
        + gotOrElse(numbers, 1)
        + got(numbers, 16)
        + got(Map.of(16, "x"), 16);
  }

  static String ofEmptyMaps() {
    Map<Object, Object> cleared = mappings();
    cleared.clear();
    return asked(new HashMap<>()) + asked(new HashMap<>(0)) + asked(cleared);
  }

  static String ofNoMap() {
    return caught(null, 1) + caught(null, null);
  }

  /** All in one place of the table, first a list and then a tree. */
  static String ofCollisions() {
    StringBuilder all = new StringBuilder();
    Map<Object, Object> map = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      map.put(i << 20, i);
      map.put(new Pretender(i << 20), -i);
      for (int key : new int[] {0, 1 << 20, i << 20, (i << 20) + 1, 40 << 20}) {
        all.append(got(map, key)).append(contained(map, key)).append(gotOrElse(map, key));
        all.append(caught(map, key)).append(' ');
      }
    }
    return all.toString();
  }

  static String ofChangingMaps() {
    Map<Integer, Integer> map = new HashMap<>();
    int sum = counted(map, new int[] {1, 2, 1, 3, 2, 1, 70000, 4, 70000, 2});
    StringBuilder all = new StringBuilder().append(sum);
    for (Integer key : map.keySet()) {
      try {
        all.append(gotByBox(new HashMap<>(map), key))
            .append(counted(map, new int[] {key, 3, -key}));
      } catch (java.util.ConcurrentModificationException e) {
        all.append("changed");
        break;
      }
    }
    return all.append(map).toString();
  }
}
