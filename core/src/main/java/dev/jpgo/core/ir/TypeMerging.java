package dev.jpgo.core.ir;

import org.jspecify.annotations.Nullable;

/** The least type that covers two, as the verifier merges them (JVMS 4.10.1.2, 4.10.2.2). */
public final class TypeMerging {
  private TypeMerging() {}

  /**
   * Merges two types of one kind.
   *
   * @return the merged type; null when it depends on classes that the merger does not know, or the
   *     kinds differ
   */
  public static @Nullable ValueType merge(ValueType first, ValueType second, TypeMerger merger) {
    if (first.equals(second) || second.isNull() && first.isRef()) {
      return first;
    }
    if (first.kind() != second.kind()) {
      return null;
    }
    String a = first.name();
    String b = second.name();
    if (a == null || b == null) {
      return second;
    }
    String name = mergeNames(a, b, merger);
    return name == null ? null : ValueType.ref(name);
  }

  private static @Nullable String mergeNames(String a, String b, TypeMerger merger) {
    if (a.equals(b)) {
      return a;
    }
    String object = "java/lang/Object";
    boolean array = a.charAt(0) == '[';
    if (a.equals(object) || b.equals(object) || array != (b.charAt(0) == '[')) {
      return object;
    }
    if (!array) {
      return merger.commonSuperclass(a, b);
    }
    String first = component(a);
    String second = component(b);
    if (first == null || second == null) {
      return object;
    }
    String merged = mergeNames(first, second, merger);
    if (merged == null) {
      return null;
    }
    return merged.charAt(0) == '[' ? '[' + merged : "[L" + merged + ';';
  }

  /** Internal name of an array's component; null when that is primitive. */
  private static @Nullable String component(String array) {
    if (array.charAt(1) == '[') {
      return array.substring(1);
    }
    return array.charAt(1) == 'L' ? array.substring(2, array.length() - 1) : null;
  }
}
