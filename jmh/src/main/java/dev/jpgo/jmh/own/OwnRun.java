package dev.jpgo.jmh.own;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jpgo.jmh.driver.Metric;
import java.util.Map;

/**
 * One process of the user's program.
 *
 * @param exitCode 128 plus the signal's number when a signal ended it
 * @param outputBytes that it wrote to standard output
 * @param difference between that and the output of the first process, in words, or ""
 * @param metrics of the process, as far as they are known
 * @param stats the agent's statistics, or a missing node
 */
record OwnRun(
    int exitCode,
    long outputBytes,
    String difference,
    Map<Metric, Double> metrics,
    JsonNode stats) {}
