package dev.jpgo.core.phase;

/**
 * What a phase did to a method.
 *
 * @param phase name of the phase
 * @param changes how many things it changed
 * @param note what it counts, or why it does not apply
 */
public record PhaseReport(String phase, int changes, String note) {}
