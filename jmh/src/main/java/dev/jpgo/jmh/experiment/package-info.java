/**
 * Experiments: what the agent does to whole systems under conditions that a table of programs does
 * not show. Each is a command that starts JVMs with and without the agent, drives them, and prints
 * a Markdown table. What runs in those JVMs is in {@code dev.jpgo.jmh.experiment.subject}.
 */
@NullMarked
package dev.jpgo.jmh.experiment;

import org.jspecify.annotations.NullMarked;
