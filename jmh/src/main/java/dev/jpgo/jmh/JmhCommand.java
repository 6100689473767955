package dev.jpgo.jmh;

import picocli.CommandLine.Command;

/** Stands in the list of commands; {@link BenchMain} hands its arguments to JMH unread. */
@Command(name = "jmh", description = "Run micro-benchmarks; takes JMH's own arguments.")
final class JmhCommand {}
