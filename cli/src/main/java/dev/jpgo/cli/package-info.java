/**
 * The {@code jpgo} command: where it begins. Each subcommand is a class in a package beside those
 * it works with; it ends with an exit code of {@link dev.jpgo.cli.common.ExitCode} and says what
 * went wrong in one line on standard error. Reads profiles through {@code core}, options through
 * the agent's registry, and never changes the JVM it runs in.
 */
@NullMarked
package dev.jpgo.cli;

import org.jspecify.annotations.NullMarked;
