/**
 * Phases that know which memory an instruction reads and writes: they reuse values that were
 * computed or loaded before, and put loads where they cost least. For interpreters, where every
 * load is executed as it stands.
 */
@NullMarked
package dev.jpgo.core.phase.memory;

import org.jspecify.annotations.NullMarked;
