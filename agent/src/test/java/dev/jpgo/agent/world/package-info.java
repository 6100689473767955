/** Tests of the agent's picture of the program, taken from the JVM the tests run in. */
@NullMarked
package dev.jpgo.agent.world;

import org.jspecify.annotations.NullMarked;
