package dev.jpgo.core.ir;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What a graph is built from.
 *
 * @param owner internal name of the class that declares the method
 * @param classVersion major class-file version of that class
 * @param method its code, with expanded frames ({@code ClassReader.EXPAND_FRAMES}); not changed
 * @param sourceFile source file name for positions, or null when unknown
 * @param frequencies block frequencies, or null without a profile
 * @param sites the original ordinal of each original instruction, when the code is not just the
 *     original (an on-stack-replacement prologue was put in front); instructions that it lacks have
 *     {@link Instr#NO_SITE}. Null: the code is the original
 * @param merger types of phis that no frame describes
 * @param maxInstructions limit of instructions with an opcode
 */
public record MethodSource(
    String owner,
    int classVersion,
    MethodNode method,
    @Nullable String sourceFile,
    @Nullable BlockFrequencies frequencies,
    @Nullable Map<AbstractInsnNode, Integer> sites,
    TypeMerger merger,
    int maxInstructions) {

  /** Original code without profile or knowledge of hierarchies, of any size. */
  public static MethodSource of(String owner, int classVersion, MethodNode method) {
    return new MethodSource(
        owner, classVersion, method, null, null, null, TypeMerger.UNKNOWN, Integer.MAX_VALUE);
  }

  public MethodSource withSourceFile(@Nullable String newSourceFile) {
    return new MethodSource(
        owner, classVersion, method, newSourceFile, frequencies, sites, merger, maxInstructions);
  }

  public MethodSource withFrequencies(@Nullable BlockFrequencies newFrequencies) {
    return new MethodSource(
        owner, classVersion, method, sourceFile, newFrequencies, sites, merger, maxInstructions);
  }

  public MethodSource withSites(@Nullable Map<AbstractInsnNode, Integer> newSites) {
    return new MethodSource(
        owner, classVersion, method, sourceFile, frequencies, newSites, merger, maxInstructions);
  }

  public MethodSource withMerger(TypeMerger newMerger) {
    return new MethodSource(
        owner, classVersion, method, sourceFile, frequencies, sites, newMerger, maxInstructions);
  }

  public MethodSource withMaxInstructions(int limit) {
    return new MethodSource(
        owner, classVersion, method, sourceFile, frequencies, sites, merger, limit);
  }
}
