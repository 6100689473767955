/** A profile as one page: {@code report}. Uses {@code profile}. */
@NullMarked
package dev.jpgo.cli.report;

import org.jspecify.annotations.NullMarked;
