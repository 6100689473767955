package dev.jpgo.test.programs;

import dev.jpgo.api.Jpgo;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs {@link BoxedKeysSubject} often, with maps of the commonest kind, and then gives it others:
 * first those of classes that are there, then those of a class that is defined only then and
 * overrides what was assumed not to be. Prints all that it gets, traces included.
 */
public final class BoxedKeys {
  /** System property: whether there is an agent to be waited for. */
  public static final String AGENT = "maps.agent";

  private static final int CALLS = 300;
  private static final int ROUNDS = 4;
  private static final int RACES = 3000;
  private static final int[] KEYS = {0, 1, -1, 5, 16, 17, 1 << 16, 65537, 7 << 20, 39 << 20};

  private static final StringBuilder done = new StringBuilder();

  private BoxedKeys() {}

  /** Has the hash of a number, and thinks that it is one. */
  private static final class Pretender {
    private final int number;

    Pretender(int number) {
      this.number = number;
    }

    @Override
    public int hashCode() {
      return number;
    }

    @Override
    public boolean equals(Object other) {
      done.append("pretends ");
      return other instanceof Pretender that && that.number == number;
    }

    @Override
    public String toString() {
      return "pretender";
    }
  }

  /** Overrides what is asked; defined late. */
  private static final class Late extends HashMap<Object, Object> {
    private static final long serialVersionUID = 1;

    @Override
    public Object get(Object key) {
      done.append("late ").append(key);
      if (key instanceof Integer number && number == 5) {
        throw new IllegalStateException("five");
      }
      return super.get(key) + "!";
    }

    @Override
    public Object getOrDefault(Object key, Object other) {
      return "late" + super.getOrDefault(key, other);
    }

    @Override
    public Object put(Object key, Object value) {
      done.append("put ").append(key);
      return super.put(key, "late " + value);
    }

    @Override
    public boolean containsKey(Object key) {
      done.append(key == null ? "null" : key.getClass().getName());
      return !super.containsKey(key);
    }
  }

  public static void main(String[] arguments) throws Exception {
    getHot();
    tellAll("plain", mappings());
    tellAll("empty", new HashMap<>());
    tellAll("none", null);
    tellAll("linked", new LinkedHashMap<>(mappings()));
    Map<Object, Object> byAccess = new LinkedHashMap<>(16, 0.75f, true);
    byAccess.putAll(mappings());
    tellAll("by access", byAccess);
    System.out.println(byAccess.keySet());
    Map<Object, Object> sorted = new TreeMap<>();
    sorted.put(1, "one");
    tellAll("sorted", sorted);
    tellAll("concurrent", new ConcurrentHashMap<>(Map.of(1, "one")));
    tellAll("colliding", colliding());
    race();
    Map<Object, Object> late = new Late();
    late.put(1, "one");
    late.put(16, null);
    tellAll("late", late);
    tellAll("plain again", mappings());
  }

  private static Object call(int method, Map<Object, Object> map, int key) {
    return switch (method) {
      case 0 -> BoxedKeysSubject.got(map, key);
      case 1 -> BoxedKeysSubject.gotOrElse(map, key);
      case 2 -> BoxedKeysSubject.contained(map, key);
      case 3 -> BoxedKeysSubject.gotByBox(map, key + 1 == 0 ? null : key);
      case 4 -> BoxedKeysSubject.kept(map, key);
      case 5 -> BoxedKeysSubject.guarded(map, key);
      case 6 -> BoxedKeysSubject.locked(map, key);
      case 7 -> BoxedKeysSubject.changed(map, key);
      case 8 -> BoxedKeysSubject.put(map, key);
      default -> BoxedKeysSubject.putAndKept(map, key);
    };
  }

  private static void getHot() {
    while (Boolean.getBoolean(AGENT) && !Jpgo.isPresent()) {
      Thread.onSpinWait();
    }
    Map<Object, Object> map = mappings();
    for (int round = 0; round < ROUNDS && Boolean.getBoolean(AGENT); round++) {
      for (int i = 0; i < CALLS; i++) {
        for (int method = 0; method < BoxedKeysSubject.METHODS; method++) {
          call(method, map, i);
        }
      }
      Jpgo.awaitIdle(Duration.ofMinutes(1));
    }
  }

  private static Map<Object, Object> mappings() {
    Map<Object, Object> map = new HashMap<>();
    for (int i = -3; i < 20; i++) {
      map.put(i, "v" + i);
    }
    map.put(5, null);
    map.put(17L, "long");
    map.put((short) 16, "short");
    map.put(null, "null");
    map.put(1 << 16, "high");
    return map;
  }

  /** All in one place of the table, which is a tree then. */
  private static Map<Object, Object> colliding() {
    Map<Object, Object> map = new HashMap<>();
    for (int i = 0; i < 40; i++) {
      map.put(i << 20, i);
      map.put(new Pretender(i << 20), -i);
    }
    return map;
  }

  private static void tellAll(String what, Map<Object, Object> map) {
    for (int key : KEYS) {
      for (int method = 0; method < BoxedKeysSubject.METHODS; method++) {
        tell(what, method, map, key);
      }
    }
  }

  /** Prints what a method does with a map. */
  private static void tell(String what, int method, Map<Object, Object> map, int key) {
    done.setLength(0);
    Object result;
    try {
      result = call(method, map, key);
    } catch (RuntimeException e) {
      result = Stacks.trace(e);
    }
    System.out.println(what + " " + method + " of " + key + ": " + result + " " + done);
  }

  /** A thread puts what another one asks for: it finds what was put, or nothing. */
  private static void race() throws InterruptedException {
    Map<Object, Object> map = new HashMap<>();
    Thread other =
        new Thread(
            () -> {
              for (int i = 0; i < RACES; i++) {
                map.put(i, i);
              }
            });
    other.start();
    int wrong = 0;
    for (int i = 0; other.isAlive(); i = (i + 1) % RACES) {
      Object found = call(0, map, i);
      wrong += found == null || found.equals(i) ? 0 : 1;
    }
    other.join();
    System.out.println("raced, wrong " + wrong + ", last " + call(0, map, 7));
  }
}
