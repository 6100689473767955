package dev.jpgo.core.profile;

/**
 * Bytecode as a person reads it, one instruction a line. Texts of a profile are compressed together
 * in the file.
 *
 * @param before the original method
 * @param after the optimized method
 */
public record BytecodeText(String before, String after) {}
