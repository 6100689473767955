package dev.jpgo.core.phase.targets.far;

/** An interface with one implementor, and a default method. */
public interface Shape {
  int area();

  default int twice() {
    return area() * 2;
  }
}
