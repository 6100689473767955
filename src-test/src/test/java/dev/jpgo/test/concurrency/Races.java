package dev.jpgo.test.concurrency;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Runs every race for a while and prints a line each: name, and what was seen that may not be seen.
 * Argument: milliseconds for each.
 */
public final class Races {
  private static final int STATES = 2000;

  private Races() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, Race> races = new LinkedHashMap<>();
    races.put("message", new MemoryRaces.Message());
    races.put("dekker", new MemoryRaces.Dekker());
    races.put("finals", new MemoryRaces.Finals());
    races.put("monitors", new MemoryRaces.Monitors());
    races.put("longs", new MemoryRaces.Longs());
    races.put("library", new MemoryRaces.Library());
    races.put("hierarchy", new LoadingRaces.Hierarchy());
    races.put("initialization", new LoadingRaces.Initialization());
    for (Map.Entry<String, Race> race : races.entrySet()) {
      System.out.println(race.getKey() + ": " + run(race.getValue(), Long.parseLong(arguments[0])));
    }
  }

  private static String run(Race race, long millis) throws Exception {
    long end = System.nanoTime() + millis * 1_000_000;
    CyclicBarrier barrier = new CyclicBarrier(2);
    Thread second = new Thread(() -> follow(race, barrier));
    second.setDaemon(true);
    second.start();
    do {
      race.reset(STATES);
      barrier.await();
      for (int state = 0; state < STATES; state++) {
        race.first(state);
      }
      barrier.await();
      for (int state = 0; state < STATES; state++) {
        String forbidden = race.forbidden(state);
        if (!forbidden.isEmpty()) {
          return forbidden;
        }
      }
    } while (System.nanoTime() < end);
    second.interrupt();
    second.join();
    return "nothing forbidden";
  }

  private static void follow(Race race, CyclicBarrier barrier) {
    try {
      while (true) {
        barrier.await();
        for (int state = 0; state < STATES; state++) {
          race.second(state);
        }
        barrier.await();
      }
    } catch (InterruptedException | BrokenBarrierException e) {
      return; // the end of the race
    } finally {
      barrier.reset(); // or the first would wait for this thread for ever
    }
  }
}
