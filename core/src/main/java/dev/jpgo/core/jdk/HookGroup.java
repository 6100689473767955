package dev.jpgo.core.jdk;

import java.util.List;

/** Hooks that are of use together. */
public enum HookGroup {
  /**
   * Reflection and method handles show opened classes as declared; without it nothing is opened.
   */
  ACCESS,
  /** Stack traces are expanded and repaired; without it nothing is inlined. */
  TRACES,
  /** Call sites survive a retransformation; from the start, since earlier sites are not known. */
  LINKAGE,
  /** Hidden classes are announced; without it no assumption about class hierarchies is made. */
  DEFINITIONS,
  /**
   * A security manager is announced before it is set; without it, where there may be one, nothing
   * is inlined.
   */
  PERMISSIONS,
  /**
   * Loops over arrays go by words, for C1, which has no code of its own for them. Of use where
   * {@link UnsafeAccess#arraysFit}; nothing rests on it.
   */
  ARRAYS,
  /**
   * Queues, futures and atomics access their fields by {@code Unsafe}, for C1, which makes much of
   * a {@code VarHandle}; nothing rests on it.
   */
  HANDLES,
  /**
   * String builders append at once where there is room, for C1, which makes several calls of it;
   * nothing rests on it.
   */
  BUILDERS;

  /**
   * The patches of this group; new ones, since they are not shared between threads.
   *
   * @param fields the fields of this JVM
   */
  public List<JdkPatch> patches(UnsafeFields fields) {
    return switch (this) {
      case ACCESS -> List.of(new ClassPatch(), new MemberNamePatch(), new MemberFactoryPatch());
      case TRACES ->
          List.of(
              new ThrowablePatch(),
              new ThreadPatch(),
              new StackWalkerPatch(),
              new StackFrameInfoPatch(),
              new ThreadInfoPatch(),
              new ThreadSnapshotPatch());
      case LINKAGE -> List.of(new MethodHandleNativesPatch());
      case DEFINITIONS -> List.of(new ClassDefinerPatch(), new LambdaArchivePatch());
      case PERMISSIONS -> List.of(new SystemPatch());
      case ARRAYS -> ArrayLoopsPatch.all();
      case HANDLES -> FieldHandlesPatch.all(fields);
      case BUILDERS -> List.of(new BuilderAppendsPatch());
    };
  }
}
