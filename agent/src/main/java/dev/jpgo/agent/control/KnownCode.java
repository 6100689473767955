package dev.jpgo.agent.control;

import dev.jpgo.agent.warm.KnownMethod;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.core.classfile.CodeHash;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells which methods of a class have the code that an earlier run counted them with. Whatever else
 * is known of them is of another release, and worth nothing.
 */
final class KnownCode {
  /** Hears of methods of which nothing that is known holds any more. */
  interface StaleListener {
    void stale(MethodId method, String reason);
  }

  private final ClassRecord record;
  private final byte[] bytes;
  private final StaleListener stale;

  /**
   * @param bytes of the class, as they were handed to the transformer
   * @param stale is told method and reason where nothing that is known of a method is of its code
   */
  KnownCode(ClassRecord record, byte[] bytes, StaleListener stale) {
    this.record = record;
    this.bytes = bytes;
    this.stale = stale;
  }

  /** Those of its methods whose code is the same, by their ordinals. */
  Map<Integer, KnownMethod> find(List<KnownMethod> known) {
    BitSet wanted = new BitSet();
    Map<String, MethodInfo> declared = new HashMap<>();
    for (MethodInfo method : record.info().methods()) {
      declared.put(method.name() + method.descriptor(), method);
    }
    for (KnownMethod each : known) {
      MethodInfo method = declared.get(key(each));
      if (method != null) {
        wanted.set(method.ordinal());
      }
    }
    long[] hashes = CodeHash.ofMethods(bytes, wanted);
    Map<Integer, KnownMethod> same = new HashMap<>();
    for (KnownMethod each : known) {
      MethodInfo method = declared.get(key(each));
      if (method != null && hashes[method.ordinal()] == each.profile().codeHash()) {
        same.put(method.ordinal(), each);
      }
    }
    report(known, declared, same);
    return same;
  }

  /** A merged profile may know several releases of a method: stale is what none of them is of. */
  private void report(
      List<KnownMethod> known, Map<String, MethodInfo> declared, Map<Integer, KnownMethod> same) {
    Map<String, String> reasons = new HashMap<>();
    for (KnownMethod each : known) {
      MethodInfo method = declared.get(key(each));
      if (method == null) {
        reasons.put(key(each), "the class has no such method any more");
      } else if (!same.containsKey(method.ordinal())) {
        reasons.put(key(each), "its code has changed");
      }
    }
    for (KnownMethod each : known) {
      String reason = reasons.remove(key(each));
      if (reason != null) {
        stale.stale(each.profile().method(), reason);
      }
    }
  }

  private static String key(KnownMethod known) {
    MethodId id = known.profile().method();
    return id.name() + id.descriptor();
  }
}
