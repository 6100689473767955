/**
 * The one place for options: key, type, unit, range, default, stability, reason. Agent arguments,
 * the command line's help and docs/options.md all come from {@link
 * dev.jpgo.agent.options.Options#ALL}. Uses the JDK alone; no lambdas, since it runs at start-up.
 */
@NullMarked
package dev.jpgo.agent.options;

import org.jspecify.annotations.NullMarked;
