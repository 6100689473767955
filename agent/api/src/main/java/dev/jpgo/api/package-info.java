/** What a program may say to the agent in its JVM. Uses the JDK alone. */
@NullMarked
package dev.jpgo.api;

import org.jspecify.annotations.NullMarked;
