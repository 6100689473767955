package dev.jpgo.jmh.kernel.objects;

import dev.jpgo.jmh.workload.Workload;

/** {@link EventSimulation} with its calls written out and its handlers as a flag. */
public final class EventSimulationByHand implements Workload {
  /** An event; {@code arrival} replaces the handler. */
  private static final class Event {
    private final long time;
    private final int source;
    private final boolean arrival;

    Event(long time, int source, boolean arrival) {
      this.time = time;
      this.source = source;
      this.arrival = arrival;
    }
  }

  private final Event[] heap = new Event[EventSimulation.SOURCES + 2];
  private int size;

  @Override
  public long iterate() {
    size = 0;
    int inside = 0;
    long waited = 0;
    int seed = 1;
    for (int source = 0; source < EventSimulation.SOURCES; source++) {
      seed = seed * 1103515245 + 12345;
      schedule(new Event((seed >>> 16) % 5 + 1, source, true));
    }
    long time = 0;
    for (int i = 0; i < EventSimulation.EVENTS; i++) {
      Event event = next();
      long now = event.time;
      waited += inside * (now - time);
      time = now;
      seed = seed * 1103515245 + 12345;
      if (event.arrival) {
        inside++;
        schedule(new Event(now + (seed >>> 16) % 7 + 1, event.source, false));
      } else {
        inside--;
        schedule(new Event(now + (seed >>> 16) % 11 + 1, event.source, true));
      }
    }
    return waited * 31 + time;
  }

  private void schedule(Event event) {
    Event[] heap = this.heap;
    long time = event.time;
    int source = event.source;
    int hole = size++;
    while (hole > 0) {
      int up = (hole - 1) / 2;
      Event parent = heap[up];
      if (time > parent.time || time == parent.time && source >= parent.source) {
        break;
      }
      heap[hole] = parent;
      hole = up;
    }
    heap[hole] = event;
  }

  private Event next() {
    Event[] heap = this.heap;
    int size = --this.size;
    Event first = heap[0];
    Event last = heap[size];
    int hole = 0;
    while (2 * hole + 1 < size) {
      int child = 2 * hole + 1;
      Event least = heap[child];
      if (child + 1 < size) {
        Event right = heap[child + 1];
        if (right.time < least.time || right.time == least.time && right.source < least.source) {
          child++;
          least = right;
        }
      }
      if (least.time > last.time || least.time == last.time && least.source >= last.source) {
        break;
      }
      heap[hole] = least;
      hole = child;
    }
    heap[hole] = last;
    return first;
  }
}
