/** Profiles of many processes: pools, kills, and what merging costs. */
@NullMarked
package dev.jpgo.test.profiles;

import org.jspecify.annotations.NullMarked;
