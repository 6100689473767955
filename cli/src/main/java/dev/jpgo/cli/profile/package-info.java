/**
 * Profiles printed, compared, merged, filtered and handed to other tools: {@code show}, {@code
 * explain}, {@code merge}, {@code diff}, {@code overlap}, {@code filter}, {@code strip}, {@code
 * export}, {@code import}. Uses {@code transfer}, and {@code jvm} where a profile may be that of a
 * live JVM.
 */
@NullMarked
package dev.jpgo.cli.profile;

import org.jspecify.annotations.NullMarked;
