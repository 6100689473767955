/**
 * Profiles: what was counted per method, the file format, solving edge counts from a spanning tree.
 */
@NullMarked
package dev.jpgo.core.profile;

import org.jspecify.annotations.NullMarked;
