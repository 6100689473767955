package dev.jpgo.jmh.driver;

/** A range that holds a figure with a stated confidence. */
public record Interval(double low, double high) {}
