package dev.jpgo.core.jdk;

/** Internal names of the runtime classes that hooks call; the agent's build relocates them. */
public final class HookNames {
  static final String ACCESS = "dev/jpgo/runtime/JpgoAccess";
  static final String ASKING = "dev/jpgo/runtime/JpgoAsking";
  static final String TRACES = "dev/jpgo/runtime/JpgoTraces";
  static final String LINKAGE = "dev/jpgo/runtime/JpgoLinkage";
  static final String DEFINITIONS = "dev/jpgo/runtime/JpgoDefinitions";
  static final String PERMISSIONS = "dev/jpgo/runtime/JpgoPermissions";
  static final String MEMORY = "dev/jpgo/runtime/JpgoMemory";
  static final String HANDLES = "dev/jpgo/runtime/JpgoHandles";
  static final String STRINGS = "dev/jpgo/runtime/JpgoStrings";
  static final String ARRAYS = "dev/jpgo/runtime/JpgoArrays";
  static final String VIEWS = "dev/jpgo/runtime/JpgoViews";
  static final String WORDS = "dev/jpgo/runtime/JpgoWords";

  private HookNames() {}
}
