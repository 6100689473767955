/**
 * What a run of {@code bench} leaves: one JSON document, and the tables and the page that are made
 * of nothing but that document, so that an old result can be shown again.
 */
@NullMarked
package dev.jpgo.jmh.report;

import org.jspecify.annotations.NullMarked;
