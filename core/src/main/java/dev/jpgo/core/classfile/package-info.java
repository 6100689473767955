/**
 * What can be read from class bytes without loading a class: names, members, flags, hierarchies,
 * code hashes; and the in-place flag changes that open access. Used by everything else in core.
 */
@NullMarked
package dev.jpgo.core.classfile;

import org.jspecify.annotations.NullMarked;
