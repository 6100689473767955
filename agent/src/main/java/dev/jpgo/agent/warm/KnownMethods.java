package dev.jpgo.agent.warm;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The methods of an earlier run's profile, by class. Only those whose edges were counted: of others
 * it is not even known which code they had. Immutable.
 */
public final class KnownMethods {
  private final Map<String, List<KnownMethod>> classes = new HashMap<>();
  private final Set<String> needed = new HashSet<>();
  private int hot;

  private KnownMethods() {}

  /** Nothing. */
  public static KnownMethods none() {
    return new KnownMethods();
  }

  /**
   * Those of a profile.
   *
   * @param enough as in {@link KnownMethod#of}
   */
  public static KnownMethods of(Profile profile, long enough) {
    KnownMethods known = new KnownMethods();
    for (ProfiledMethod method : profile.methods()) {
      if (method.counts().codeHash() != 0 && !method.counts().edges().isEmpty()) {
        known.add(method.loader(), KnownMethod.of(method, enough));
      }
    }
    return known;
  }

  private void add(String loader, KnownMethod method) {
    String key = key(method.profile().method().owner(), loader);
    List<KnownMethod> ofClass = classes.get(key);
    if (ofClass == null) {
      ofClass = new ArrayList<>();
      classes.put(key, ofClass);
    }
    ofClass.add(method);
    if (method.hot()) {
      hot++;
      needed.addAll(method.needs());
    }
  }

  private static String key(String owner, String loader) {
    return owner + '\n' + loader;
  }

  /**
   * What is known of a class.
   *
   * @param owner internal name
   * @param loader kind of its loader, as in a profile
   */
  public List<KnownMethod> ofClass(String owner, String loader) {
    List<KnownMethod> known = classes.isEmpty() ? null : classes.get(key(owner, loader));
    return known == null ? List.of() : known;
  }

  /** Whether hot methods of other classes had code of this one. */
  public boolean isNeeded(String owner) {
    return needed.contains(owner);
  }

  /** How many methods are to be optimized. */
  public int hot() {
    return hot;
  }
}
