/**
 * Other people's test suites, plain and under the agent with every threshold at its lowest. The
 * lists of what passed, failed and was skipped must be the same.
 */
@NullMarked
package dev.jpgo.test.suites;

import org.jspecify.annotations.NullMarked;
