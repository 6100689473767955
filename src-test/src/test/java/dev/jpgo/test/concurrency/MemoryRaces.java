package dev.jpgo.test.concurrency;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What the Java memory model promises (JLS 17.4 and 17.5), seen through calls to be inlined. */
final class MemoryRaces {
  private MemoryRaces() {}

  private static class Cell {
    private int plain;
    private volatile int flag;

    int plain() {
      return plain;
    }

    void plain(int value) {
      plain = value;
    }

    int flag() {
      return flag;
    }

    void flag(int value) {
      flag = value;
    }
  }

  /** A plain write before a volatile one is seen behind it. */
  static final class Message implements Race {
    private Cell[] cells = {};
    private int[] seen = {};

    @Override
    public void reset(int states) {
      cells = new Cell[states];
      seen = new int[states];
      for (int i = 0; i < states; i++) {
        cells[i] = new Cell();
      }
    }

    @Override
    public void first(int state) {
      cells[state].plain(7);
      cells[state].flag(1);
    }

    @Override
    public void second(int state) {
      int flag = cells[state].flag();
      seen[state] = flag * 10 + cells[state].plain();
    }

    @Override
    public String forbidden(int state) {
      return seen[state] == 10 ? "flag without message" : "";
    }
  }

  /** Of two volatile writes, each before a read of the other, one read sees the other's write. */
  static final class Dekker implements Race {
    private Cell[] ones = {};
    private Cell[] others = {};
    private int[] seenByFirst = {};
    private int[] seenBySecond = {};

    @Override
    public void reset(int states) {
      ones = new Cell[states];
      others = new Cell[states];
      seenByFirst = new int[states];
      seenBySecond = new int[states];
      for (int i = 0; i < states; i++) {
        ones[i] = new Cell();
        others[i] = new Cell();
      }
    }

    @Override
    public void first(int state) {
      ones[state].flag(1);
      seenByFirst[state] = others[state].flag();
    }

    @Override
    public void second(int state) {
      others[state].flag(1);
      seenBySecond[state] = ones[state].flag();
    }

    @Override
    public String forbidden(int state) {
      return seenByFirst[state] + seenBySecond[state] == 0 ? "neither saw the other" : "";
    }
  }

  private static class Point {
    private final int x;
    private final int y;

    Point(int x, int y) {
      this.x = x;
      this.y = y;
    }
  }

  private static final class Named extends Point {
    private final String name;

    Named(int x, String name) {
      super(x, x + 1);
      this.name = name;
    }

    int sum() {
      return super.x + super.y + name.length();
    }
  }

  /** Final fields are there whoever gets hold of the object, however (JLS 17.5). */
  static final class Finals implements Race {
    private Named[] published = {};
    private int[] seen = {};

    @Override
    public void reset(int states) {
      published = new Named[states];
      seen = new int[states];
    }

    @Override
    public void first(int state) {
      published[state] = made(state);
    }

    private static Named made(int state) {
      return new Named(state, "four");
    }

    @Override
    public void second(int state) {
      Named named = published[state];
      seen[state] = named == null ? -1 : named.sum();
    }

    @Override
    public String forbidden(int state) {
      boolean whole = seen[state] == -1 || seen[state] == 2 * state + 5;
      return whole ? "" : "an object with " + seen[state];
    }
  }

  /** Monitors exclude, and what was written under one is seen under it. */
  static final class Monitors implements Race {
    private static final int TIMES = 3;

    private Cell[] cells = {};

    @Override
    public void reset(int states) {
      cells = new Cell[states];
      for (int i = 0; i < states; i++) {
        cells[i] = new Cell();
      }
    }

    @Override
    public void first(int state) {
      for (int i = 0; i < TIMES; i++) {
        synchronized (cells[state]) {
          add(cells[state]);
        }
      }
    }

    @Override
    public void second(int state) {
      for (int i = 0; i < TIMES; i++) {
        addSafely(cells[state]);
      }
    }

    private static void addSafely(Cell cell) {
      synchronized (cell) {
        add(cell);
      }
    }

    private static void add(Cell cell) {
      cell.plain(cell.plain() + 1);
    }

    @Override
    public String forbidden(int state) {
      int sum = cells[state].plain();
      return sum == 2 * TIMES ? "" : "lost all but " + sum;
    }
  }

  /** Halves of a volatile long belong together. */
  static final class Longs implements Race {
    private static final class Wide {
      private volatile long bits;

      long bits() {
        return bits;
      }

      void bits(long value) {
        bits = value;
      }
    }

    private Wide[] wide = {};
    private long[] seen = {};

    @Override
    public void reset(int states) {
      wide = new Wide[states];
      seen = new long[states];
      for (int i = 0; i < states; i++) {
        wide[i] = new Wide();
      }
    }

    @Override
    public void first(int state) {
      wide[state].bits(-1L);
    }

    @Override
    public void second(int state) {
      seen[state] = wide[state].bits();
    }

    @Override
    public String forbidden(int state) {
      return seen[state] == 0 || seen[state] == -1 ? "" : "torn " + Long.toHexString(seen[state]);
    }
  }

  /** Atomic counters and queues of the JDK, optimized as everything else. */
  static final class Library implements Race {
    private AtomicInteger[] counters = {};
    private ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

    @Override
    public void reset(int states) {
      counters = new AtomicInteger[states];
      queue = new ConcurrentLinkedQueue<>();
      for (int i = 0; i < states; i++) {
        counters[i] = new AtomicInteger();
      }
    }

    @Override
    public void first(int state) {
      counters[state].incrementAndGet();
      queue.add(state);
    }

    @Override
    public void second(int state) {
      counters[state].accumulateAndGet(2, Integer::sum);
      Integer taken = queue.poll();
      if (taken != null) {
        counters[taken].addAndGet(100);
      }
    }

    @Override
    public String forbidden(int state) {
      if (state == 0) {
        for (Integer left = queue.poll(); left != null; left = queue.poll()) {
          counters[left].addAndGet(100);
        }
      }
      int sum = counters[state].get();
      return sum == 103 ? "" : "counted " + sum;
    }
  }
}
