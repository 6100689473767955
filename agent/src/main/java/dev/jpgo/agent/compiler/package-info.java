/**
 * The optimizer in another JVM, one that has a compiler: {@link CompilerProcess} starts it and asks
 * it, {@link CompilerServer} is what runs there. Both ends speak {@link Channel}'s messages over
 * the other process's standard input and output.
 *
 * <p>One compilation is a conversation. The agent sends a job; the other side optimizes with a
 * {@link RemoteWorld}, which asks back for whatever it is not told yet ({@link Query}), and is
 * answered from the same world that a compilation here sees ({@link WorldAnswers}). Since the
 * controller thread does nothing else meanwhile, what is asked does not change in between, as
 * little as for a compilation of its own. What cannot change at all is remembered there.
 */
@NullMarked
package dev.jpgo.agent.compiler;

import org.jspecify.annotations.NullMarked;
