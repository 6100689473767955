/**
 * Libraries that nothing in the optimizer was tuned by: each is used in a small loop of its own.
 * What the agent gains here is what to expect of a program that it has never seen.
 */
@NullMarked
package dev.jpgo.jmh.workload.heldout;

import org.jspecify.annotations.NullMarked;
