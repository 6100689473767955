package dev.jpgo.core.phase.map;

/** Internal names of what maps are made of. */
final class MapNames {
  static final String MAP = "java/util/HashMap";
  static final String LINKED = "java/util/LinkedHashMap";
  static final String NODE = MAP + "$Node";
  static final String NODE_TYPE = "L" + NODE + ";";
  static final String INTEGER = "java/lang/Integer";

  private MapNames() {}
}
