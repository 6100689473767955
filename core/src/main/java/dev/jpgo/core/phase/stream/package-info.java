/**
 * Streams that are made, used and left in one place, written as the loops that they come to. To an
 * interpreter each element of a stream is a dozen calls, and its making some sixty.
 */
@NullMarked
package dev.jpgo.core.phase.stream;

import org.jspecify.annotations.NullMarked;
