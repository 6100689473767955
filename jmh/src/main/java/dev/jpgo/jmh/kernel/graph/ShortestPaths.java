package dev.jpgo.jmh.kernel.graph;

import dev.jpgo.jmh.workload.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Dijkstra's shortest paths through a net of roads, with a heap of its own that is told how to
 * compare, and roads that are iterated over.
 */
public final class ShortestPaths implements Workload {
  static final int SIDE = 30;
  static final int STARTS = 4;

  /** A crossing. */
  static final class Place {
    private final int number;
    private final List<Road> roads = new ArrayList<>();
    private int distance;
    private boolean settled;

    Place(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }

    int distance() {
      return distance;
    }

    void setDistance(int distance) {
      this.distance = distance;
    }

    boolean isSettled() {
      return settled;
    }

    void setSettled(boolean settled) {
      this.settled = settled;
    }

    void connect(Place target, int length) {
      roads.add(new Road(target, length));
    }

    /** The roads that may still lead somewhere new. */
    Iterable<Road> openRoads() {
      return () -> new OpenRoads(roads.iterator());
    }
  }

  /** A way from one place to another. */
  record Road(Place target, int length) {}

  /** Leaves out the roads to places that are settled. */
  private static final class OpenRoads implements Iterator<Road> {
    private final Iterator<Road> all;
    private Road next;
    private boolean found;

    OpenRoads(Iterator<Road> all) {
      this.all = all;
      this.next = new Road(new Place(-1), 0);
      advance();
    }

    private void advance() {
      found = false;
      while (!found && all.hasNext()) {
        next = all.next();
        found = !next.target().isSettled();
      }
    }

    @Override
    public boolean hasNext() {
      return found;
    }

    @Override
    public Road next() {
      if (!found) {
        throw new NoSuchElementException();
      }
      Road road = next;
      advance();
      return road;
    }
  }

  /** A binary heap. */
  static final class Heap<T> {
    private final List<T> elements = new ArrayList<>();
    private final Comparator<? super T> order;

    Heap(Comparator<? super T> order) {
      this.order = order;
    }

    boolean isEmpty() {
      return elements.isEmpty();
    }

    void add(T element) {
      int hole = elements.size();
      elements.add(element);
      while (hole > 0 && order.compare(element, elements.get((hole - 1) / 2)) < 0) {
        elements.set(hole, elements.get((hole - 1) / 2));
        hole = (hole - 1) / 2;
      }
      elements.set(hole, element);
    }

    T remove() {
      T first = elements.get(0);
      T last = elements.remove(elements.size() - 1);
      int size = elements.size();
      if (size == 0) {
        return first;
      }
      int hole = 0;
      while (2 * hole + 1 < size) {
        int child = 2 * hole + 1;
        if (child + 1 < size && order.compare(elements.get(child + 1), elements.get(child)) < 0) {
          child++;
        }
        if (order.compare(elements.get(child), last) >= 0) {
          break;
        }
        elements.set(hole, elements.get(child));
        hole = child;
      }
      elements.set(hole, last);
      return first;
    }
  }

  /** A place as it was when it came into the heap. */
  record Visit(Place place, int distance) {
    static final Comparator<Visit> NEAREST =
        Comparator.comparingInt(Visit::distance).thenComparingInt(visit -> visit.place().number());
  }

  private final List<Place> places = new ArrayList<>();

  public ShortestPaths() {
    for (int i = 0; i < SIDE * SIDE; i++) {
      places.add(new Place(i));
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
      for (int way = 0; way < 4; way++) {
        int target = target(i, way);
        if (target >= 0) {
          places.get(i).connect(places.get(target), length(i, way));
        }
      }
    }
  }

  /** The number of the neighbour of {@code i} on side {@code way}, or -1. */
  static int target(int i, int way) {
    int x = i % SIDE + (way == 0 ? 1 : way == 1 ? -1 : 0);
    int y = i / SIDE + (way == 2 ? 1 : way == 3 ? -1 : 0);
    return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? -1 : y * SIDE + x;
  }

  static int length(int i, int way) {
    return (i * 31 + way * 17) * 7919 % 97 + 3;
  }

  @Override
  public long iterate() {
    long checksum = 1;
    for (int start = 0; start < STARTS; start++) {
      checksum = checksum * 31 + distances(places.get(start * SIDE * SIDE / STARTS));
    }
    return checksum;
  }

  private long distances(Place start) {
    for (Place place : places) {
      place.setDistance(Integer.MAX_VALUE);
      place.setSettled(false);
    }
    start.setDistance(0);
    Heap<Visit> heap = new Heap<>(Visit.NEAREST);
    heap.add(new Visit(start, 0));
    long sum = 1;
    while (!heap.isEmpty()) {
      Place place = heap.remove().place();
      if (place.isSettled()) {
        continue;
      }
      place.setSettled(true);
      sum = sum * 31 + place.distance();
      for (Road road : place.openRoads()) {
        int distance = place.distance() + road.length();
        if (distance < road.target().distance()) {
          road.target().setDistance(distance);
          heap.add(new Visit(road.target(), distance));
        }
      }
    }
    return sum;
  }
}
