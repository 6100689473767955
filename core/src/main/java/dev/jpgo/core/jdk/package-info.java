/**
 * Changes to methods of the JDK, as functions from class bytes to class bytes: one class per JDK
 * class, each of which finds exactly the shape it knows from JDK 17 and 25 or refuses with a
 * reason. They insert calls of the runtime and nothing else; {@code dev.jpgo.agent.hooks} installs
 * them.
 *
 * <p>JDK 25 verifies boot classes that were transformed (JDK-8351654), and computing frames would
 * load classes, so what is inserted needs no frames: a value is passed through a static method, or
 * a call stands where the operand stack is empty. Nothing is inserted that could throw, other than
 * what the JDK's method could have thrown at that point.
 */
@NullMarked
package dev.jpgo.core.jdk;

import org.jspecify.annotations.NullMarked;
