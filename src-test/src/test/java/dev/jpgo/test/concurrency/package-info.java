/** Races between threads of a program, and between them and the agent. */
@NullMarked
package dev.jpgo.test.concurrency;

import org.jspecify.annotations.NullMarked;
