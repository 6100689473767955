package dev.jpgo.jmh.kernel.objects;

import dev.jpgo.jmh.workload.Workload;

/** A queue of customers before a counter, simulated by events on a binary heap. */
public final class EventSimulation implements Workload {
  static final int EVENTS = 20_000;
  static final int SOURCES = 24;

  /** What happens at an event's time. */
  interface Handler {
    /** Handles the event, and schedules what follows from it. */
    void handle(EventSimulation simulation, Event event);
  }

  /** Something that happens at a time. */
  static final class Event {
    private final long time;
    private final int source;
    private final Handler handler;

    Event(long time, int source, Handler handler) {
      this.time = time;
      this.source = source;
      this.handler = handler;
    }

    long time() {
      return time;
    }

    int source() {
      return source;
    }

    Handler handler() {
      return handler;
    }

    boolean before(Event other) {
      return time() < other.time() || time() == other.time() && source() < other.source();
    }
  }

  private static final class Arrival implements Handler {
    @Override
    public void handle(EventSimulation simulation, Event event) {
      simulation.enter();
      simulation.schedule(new Event(event.time() + simulation.draw(7), event.source(), DEPARTURE));
    }
  }

  private static final class Departure implements Handler {
    @Override
    public void handle(EventSimulation simulation, Event event) {
      simulation.leave();
      simulation.schedule(new Event(event.time() + simulation.draw(11), event.source(), ARRIVAL));
    }
  }

  private static final Handler ARRIVAL = new Arrival();
  private static final Handler DEPARTURE = new Departure();

  private final Event[] heap = new Event[SOURCES + 2];
  private int size;
  private int inside;
  private long waited;
  private int seed;

  @Override
  public long iterate() {
    size = 0;
    inside = 0;
    waited = 0;
    seed = 1;
    for (int source = 0; source < SOURCES; source++) {
      schedule(new Event(draw(5), source, ARRIVAL));
    }
    long time = 0;
    for (int i = 0; i < EVENTS; i++) {
      Event event = next();
      waited += inside() * (event.time() - time);
      time = event.time();
      event.handler().handle(this, event);
    }
    return waited * 31 + time;
  }

  private int inside() {
    return inside;
  }

  private void enter() {
    inside++;
  }

  private void leave() {
    inside--;
  }

  private int draw(int bound) {
    seed = seed * 1103515245 + 12345;
    return (seed >>> 16) % bound + 1;
  }

  private void schedule(Event event) {
    int hole = size++;
    while (hole > 0 && event.before(heap[(hole - 1) / 2])) {
      heap[hole] = heap[(hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
    heap[hole] = event;
  }

  private Event next() {
    Event first = heap[0];
    Event last = heap[--size];
    int hole = 0;
    while (2 * hole + 1 < size) {
      int child = 2 * hole + 1;
      if (child + 1 < size && heap[child + 1].before(heap[child])) {
        child++;
      }
      if (!heap[child].before(last)) {
        break;
      }
      heap[hole] = heap[child];
      hole = child;
    }
    heap[hole] = last;
    return first;
  }
}
