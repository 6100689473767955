package dev.jpgo.test.programs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/** Works, has its class made anew by {@link SecondAgent} while it is optimized, and works on. */
public final class TakenBack {
  private static final long LIMIT_NANOS = 60_000_000_000L;

  private TakenBack() {}

  /** What is promoted: more than the 35 bytes that C1 inlines by itself, and are not counted. */
  static final class Work {
    private int state = 17;

    int step(int by) {
      state = state * 31 + add(by);
      state ^= state >>> 15;
      state += by << 3;
      return state;
    }

    private int add(int by) {
      return by + marker().length();
    }

    static String marker() {
      return "marker one";
    }
  }

  /** Inlines code of the other class. */
  static final class Caller {
    private Caller() {}

    static String call(int times) {
      String last = "";
      for (int i = 0; i < times; i++) {
        last = Work.marker();
      }
      return last;
    }
  }

  /**
   * Prints the same with and without the other agent's doing, but for the marker it changes.
   * Argument: {@code plain} for without; {@code tiers}; {@code behind}, where nobody else is shown
   * what the other agent does; or {@code full}, to have used up what the VM has of metaspace by the
   * time that the other agent comes, so that there are no more tiers.
   */
  public static void main(String[] arguments) throws Exception {
    int expected = run(1000);
    boolean full = arguments[0].equals("full");
    boolean behind = arguments[0].equals("behind");
    boolean tiers = full || behind || arguments[0].equals("tiers");
    if (tiers) {
      await(Work.class, 2, expected);
      await(Caller.class, 2, expected);
    }
    if (full) {
      useUpMetaspace();
    }
    for (String how : new String[] {"as it is", "changed", "back"}) {
      if (tiers) {
        int before = SecondAgent.versions(Work.class);
        boolean change = !behind && !how.equals("as it is");
        SecondAgent.retransform(Work.class, how.equals("changed"));
        String marker = how.equals("changed") ? "marker two" : "marker one";
        awaitMarker(marker, expected);
        // the other agent's own, then what was put back; of changed bytes tier 0 and a higher tier
        await(Work.class, full ? 0 : before + (change ? 3 : 2), expected);
      }
      System.out.println(how + " " + run(1000));
    }
  }

  private static void useUpMetaspace() throws Exception {
    byte[] classFile;
    try (InputStream in = TakenBack.class.getResourceAsStream("TakenBack$Caller.class")) {
      classFile = in.readAllBytes();
    }
    MemoryPoolMXBean metaspace =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getName().equals("Metaspace"))
            .findFirst()
            .orElseThrow();
    Filler filler = new Filler();
    int count = 0;
    while (metaspace.getUsage().getUsed() < metaspace.getUsage().getMax() / 100 * 80) {
      filler.define(new String(classFile, ISO_8859_1).replace("Caller", "%06d".formatted(++count)));
    }
  }

  /** Has classes of its own. */
  private static final class Filler extends ClassLoader {
    void define(String classFile) {
      byte[] bytes = classFile.getBytes(ISO_8859_1);
      defineClass(null, bytes, 0, bytes.length);
    }
  }

  private static void await(Class<?> type, int versions, int expected) {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (SecondAgent.versions(type) < versions) {
      work(end, expected);
    }
  }

  private static void awaitMarker(String marker, int expected) {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (!Work.marker().equals(marker) || !Caller.call(3).equals(marker)) {
      work(end, expected);
    }
  }

  private static void work(long end, int expected) {
    if (run(1000) != expected || !Caller.call(100).startsWith("marker")) {
      throw new IllegalStateException("wrong result");
    }
    if (System.nanoTime() > end) {
      throw new IllegalStateException("no new version after " + SecondAgent.versions(Work.class));
    }
  }

  private static int run(int steps) {
    Work work = new Work();
    int sum = 0;
    for (int i = 0; i < steps; i++) {
      sum += work.step(i);
    }
    return sum;
  }
}
