/** What the agent costs before it helps: time to start, and memory for methods that are counted. */
@NullMarked
package dev.jpgo.jmh.footprint;

import org.jspecify.annotations.NullMarked;
