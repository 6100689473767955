package dev.jpgo.test.programs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Asks maps by boxes in every way, for {@link BoxedKeys}. */
final class BoxedKeysSubject {
  /** How many methods there are to call. */
  static final int METHODS = 10;

  private BoxedKeysSubject() {}

  static Object got(Map<Object, Object> map, int key) {
    return map.get(key);
  }

  static Object gotOrElse(Map<Object, Object> map, int key) {
    return map.getOrDefault(key, "none");
  }

  static boolean contained(Map<Object, Object> map, int key) {
    return map.containsKey(key);
  }

  static Object gotByBox(Map<Object, Object> map, Integer key) {
    return map.get(key);
  }

  /** The same box goes elsewhere. */
  static Object kept(Map<Object, Object> map, int key) {
    Integer box = key;
    List<Object> keys = new ArrayList<>();
    keys.add(box);
    Object value = map.get(box);
    return value == null ? keys.get(0) == box : value;
  }

  static Object guarded(Map<Object, Object> map, int key) {
    try {
      return map.get(key);
    } catch (IllegalStateException | NullPointerException e) {
      return "caught " + Stacks.trace(e);
    }
  }

  static Object locked(Map<Object, Object> map, int key) {
    synchronized (BoxedKeysSubject.class) {
      return map.containsKey(key) ? map.get(key) : map.getOrDefault(key + 1, key);
    }
  }

  static Object put(Map<Object, Object> map, int key) {
    Object last = map.put(key, "v" + key);
    Object found = map.get(key);
    if (last == null) {
      map.remove(key);
    }
    return last + " " + found;
  }

  /** Numbers that are new, and keys that are the very boxes they were. */
  static Object putAndKept(Map<Object, Object> map, int key) {
    Integer box = key;
    Object last = map.put(box, "kept");
    String same = "";
    for (Object each : map.keySet()) {
      if (box.equals(each)) {
        same += each == box;
      }
    }
    map.remove(key);
    map.put(key, "v" + key);
    if (last == null) {
      map.remove(key);
    }
    return last + same;
  }

  /** What is found depends on what was put, also while the keys are looked through. */
  static Object changed(Map<Object, Object> map, int key) {
    Map<Object, Object> copy = map == null ? new HashMap<>() : new HashMap<>(map);
    StringBuilder all = new StringBuilder();
    int left = 3;
    for (Object each : copy.keySet()) {
      copy.put(each, key);
      all.append(copy.get(key));
      if (left-- == 0) {
        break;
      }
    }
    copy.put(key, "put");
    all.append(copy.get(key));
    copy.remove(key);
    return all.append(copy.get(key)).append(copy.containsKey(key)).toString();
  }
}
