/** {@code jpgo demo}: real programs without and with the agent, side by side. */
@NullMarked
package dev.jpgo.jmh.demo;

import org.jspecify.annotations.NullMarked;
