/** Tests of the reading of counters. */
@NullMarked
package dev.jpgo.agent.measure;

import org.jspecify.annotations.NullMarked;
