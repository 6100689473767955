package dev.jpgo.jmh.micro;

/** The interface through which {@link Node}s are called. */
interface Linked {
  int byInterface();
}
