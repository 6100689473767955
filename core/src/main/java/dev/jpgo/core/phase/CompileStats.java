package dev.jpgo.core.phase;

/**
 * What one compilation did, for the totals that the agent reports.
 *
 * @param callSites call sites considered, those of inlined bodies included
 * @param inlined call sites whose target's body took their place
 * @param devirtualized those of them that were virtual or interface calls
 * @param guards checks emitted
 */
public record CompileStats(int callSites, int inlined, int devirtualized, int guards) {}
