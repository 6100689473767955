package dev.jpgo.core.profile;

import java.util.List;

/**
 * What a file holds.
 *
 * @param profile the counts
 * @param absorbed names of files beside it whose counts are in it already; see {@link PoolFile}.
 *     Whoever adds up both a file and one of these counts it twice
 */
public record PoolContent(Profile profile, List<String> absorbed) {}
