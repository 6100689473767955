package dev.jpgo.jmh.costs;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A mode's costs out of the times of {@code CostBenchmarks}: each is the difference of two loops,
 * divided by how often the measured thing occurs in one of them. Nothing is cheaper than a simple
 * instruction: a compiler that removes a thing altogether in these loops may not do so elsewhere.
 */
public final class CostTable {
  private final Map<String, Double> costs = new TreeMap<>();

  /**
   * @param times nanoseconds for one pass of each benchmark's loop, by method name
   * @throws IllegalArgumentException if one is missing
   */
  public CostTable(Map<String, Double> times) {
    double base = time(times, "oneField");
    double simple = time(times, "simpleInstructions");
    double bytecode = Math.max(0.05, (simple - base) / 12);
    costs.put("bytecode", bytecode);
    put("field", bytecode, (time(times, "fourFields") - simple) / 3);
    put("staticField", bytecode, bytecode + (time(times, "staticFields") - simple) / 3);
    put("staticCall", bytecode, time(times, "staticCall") - base);
    put("virtualCall", bytecode, time(times, "virtualCall") - base);
    put("interfaceCall", bytecode, time(times, "interfaceCall") - base);
    put("flagCheck", bytecode, (time(times, "flagChecks") - base) / 2);
    put("nullCheck", bytecode, (time(times, "nullChecks") - base) / 2);
    put("classCheck", bytecode, time(times, "classCheck") - base);
    put("checkcast", bytecode, time(times, "checkcast") - base);
    put("instanceOf", bytecode, time(times, "instanceOf") - base);
  }

  private void put(String name, double least, double cost) {
    costs.put(name, Math.max(least, cost));
  }

  private static double time(Map<String, Double> times, String benchmark) {
    Double time = times.get(benchmark);
    if (time == null) {
      throw new IllegalArgumentException("no time for " + benchmark + " in " + times.keySet());
    }
    return time;
  }

  /** The cost called {@code name} in nanoseconds; throws if there is none. */
  public double cost(String name) {
    return time(costs, name);
  }

  /** A properties file, its lines in order of name, headed by {@code comments}. */
  public String properties(String... comments) {
    StringBuilder text = new StringBuilder();
    for (String comment : comments) {
      text.append("# ").append(comment).append('\n');
    }
    for (Map.Entry<String, Double> cost : costs.entrySet()) {
      text.append(cost.getKey()).append('=');
      text.append(String.format(Locale.ROOT, "%.2f", cost.getValue())).append('\n');
    }
    return text.toString();
  }
}
