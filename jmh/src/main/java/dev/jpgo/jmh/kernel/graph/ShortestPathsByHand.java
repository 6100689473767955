package dev.jpgo.jmh.kernel.graph;

import static dev.jpgo.jmh.kernel.graph.ShortestPaths.SIDE;

import dev.jpgo.jmh.workload.Workload;

/** {@link ShortestPaths} with its calls written out, and lists as arrays. */
public final class ShortestPathsByHand implements Workload {
  private static final class Place {
    private final int number;
    private final Road[] roads = new Road[4];
    private int degree;
    private int distance;
    private boolean settled;

    Place(int number) {
      this.number = number;
    }
  }

  private static final class Road {
    private final Place target;
    private final int length;

    Road(Place target, int length) {
      this.target = target;
      this.length = length;
    }
  }

  private static final class Visit {
    private final Place place;
    private final int distance;

    Visit(Place place, int distance) {
      this.place = place;
      this.distance = distance;
    }
  }

  private final Place[] places = new Place[SIDE * SIDE];
  private final Visit[] heap = new Visit[SIDE * SIDE * 4];
  private int size;

  public ShortestPathsByHand() {
    for (int i = 0; i < places.length; i++) {
      places[i] = new Place(i);
    }
    for (int i = 0; i < places.length; i++) {
      for (int way = 0; way < 4; way++) {
        int target = ShortestPaths.target(i, way);
        if (target >= 0) {
          Place place = places[i];
          place.roads[place.degree++] = new Road(places[target], ShortestPaths.length(i, way));
        }
      }
    }
  }

  @Override
  public long iterate() {
    long checksum = 1;
    for (int start = 0; start < ShortestPaths.STARTS; start++) {
      checksum = checksum * 31 + distances(places[start * SIDE * SIDE / ShortestPaths.STARTS]);
    }
    return checksum;
  }

  private long distances(Place start) {
    for (Place place : places) {
      place.distance = Integer.MAX_VALUE;
      place.settled = false;
    }
    start.distance = 0;
    size = 0;
    add(new Visit(start, 0));
    long sum = 1;
    while (size > 0) {
      Place place = remove();
      if (place.settled) {
        continue;
      }
      place.settled = true;
      int reached = place.distance;
      sum = sum * 31 + reached;
      Road[] roads = place.roads;
      int degree = place.degree;
      for (int i = 0; i < degree; i++) {
        Road road = roads[i];
        Place target = road.target;
        if (!target.settled) {
          int distance = reached + road.length;
          if (distance < target.distance) {
            target.distance = distance;
            add(new Visit(target, distance));
          }
        }
      }
    }
    return sum;
  }

  private void add(Visit visit) {
    Visit[] heap = this.heap;
    int distance = visit.distance;
    int number = visit.place.number;
    int hole = size++;
    while (hole > 0) {
      int up = (hole - 1) / 2;
      Visit parent = heap[up];
      int other = parent.distance;
      if (distance > other || distance == other && number >= parent.place.number) {
        break;
      }
      heap[hole] = parent;
      hole = up;
    }
    heap[hole] = visit;
  }

  private Place remove() {
    Visit[] heap = this.heap;
    Visit first = heap[0];
    int size = --this.size;
    Visit last = heap[size];
    int distance = last.distance;
    int number = last.place.number;
    int hole = 0;
    while (2 * hole + 1 < size) {
      int child = 2 * hole + 1;
      Visit least = heap[child];
      if (child + 1 < size) {
        Visit right = heap[child + 1];
        if (right.distance < least.distance
            || right.distance == least.distance && right.place.number < least.place.number) {
          child++;
          least = right;
        }
      }
      if (least.distance > distance || least.distance == distance && least.place.number >= number) {
        break;
      }
      heap[hole] = least;
      hole = child;
    }
    heap[hole] = last;
    return first.place;
  }
}
