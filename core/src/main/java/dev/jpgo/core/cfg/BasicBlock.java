package dev.jpgo.core.cfg;

/**
 * A run of instructions entered at the first and left after the last (exceptions aside).
 *
 * @param index position among the blocks, which are in code order
 * @param start ordinal of the first instruction
 * @param end ordinal after the last instruction
 */
public record BasicBlock(int index, int start, int end) {}
