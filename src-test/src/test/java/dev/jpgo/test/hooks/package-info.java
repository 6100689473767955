/**
 * The hooks in the JDK by themselves, on every supported JVM: an agent made for these tests
 * installs them from the built jar and hands its {@code Instrumentation} to the program.
 */
@NullMarked
package dev.jpgo.test.hooks;

import org.jspecify.annotations.NullMarked;
