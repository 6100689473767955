package dev.jpgo.core.profile;

import java.util.List;

/**
 * What a file holds.
 *
 * @param profile the counts
 * @param absorbed names of files beside it whose counts are in it already; see {@link PoolFile}
 */
record PoolContent(Profile profile, List<String> absorbed) {}
