/**
 * Loops over the elements of a list whose iterator stays in the loop. An iterator of the JDK's is
 * of a private class: to an interpreter each element is two calls through interfaces, and what they
 * call.
 */
@NullMarked
package dev.jpgo.core.phase.list;

import org.jspecify.annotations.NullMarked;
