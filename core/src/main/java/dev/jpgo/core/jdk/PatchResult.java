package dev.jpgo.core.jdk;

/** What became of a class that was to be patched. */
public sealed interface PatchResult {
  /** The changed class file. */
  record Patched(byte[] classFile) implements PatchResult {}

  /** The class is not what the patch expects; it stays as it is. */
  record Refused(String reason) implements PatchResult {}
}
