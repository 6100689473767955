/** Tests of new versions on their way into the JVM the tests run in. */
@NullMarked
package dev.jpgo.agent.redefine;

import org.jspecify.annotations.NullMarked;
