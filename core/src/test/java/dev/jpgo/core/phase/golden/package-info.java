/**
 * What each phase does, to be read: small methods before and after, as text in {@code
 * src/test/resources/dev/jpgo/core/phase/golden}.
 */
@NullMarked
package dev.jpgo.core.phase.golden;

import org.jspecify.annotations.NullMarked;
