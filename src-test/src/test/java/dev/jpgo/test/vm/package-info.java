/**
 * The JVMs that tests run on, and forked runs of them. A JVM that the machine does not have is
 * skipped with a reason.
 */
@NullMarked
package dev.jpgo.test.vm;

import org.jspecify.annotations.NullMarked;
