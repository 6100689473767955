package dev.jpgo.core.profile;

import dev.jpgo.core.collect.Ordering;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds profiles up. Merging is a commutative monoid: whatever the order and the grouping, the
 * result is the same, and {@link Profile#EMPTY} changes nothing.
 *
 * <p>Why: each part of a result is itself one. Counts are sums that saturate ({@link Saturating}),
 * of edges over the inputs with the most edges; tier and code length are maxima; start is a
 * minimum; of what the optimizer did, the greatest in a total order is kept ({@link
 * CompiledOrder}), since decisions of different runs cannot be added. Methods are told apart by
 * class, kind of loader, name, descriptor and hash of their code: counts of other code never meet.
 *
 * <p>Memory is what the result needs; inputs are not kept. Not safe for several threads; each can
 * have one of its own, and their results be merged.
 */
public final class ProfileMerger {
  private final Map<ProfileOrigin, ProfileOrigin> origins = new TreeMap<>();
  private final Map<ClassKey, ClassSum> classes = new HashMap<>();

  /** Profile + profile, each once. */
  public static Profile merge(Profile a, Profile b) {
    return new ProfileMerger().add(a, 1).add(b, 1).result();
  }

  /**
   * Adds a profile.
   *
   * @param weight how many times its counts are taken, 1 or more; its runs and times count once
   */
  public ProfileMerger add(Profile profile, long weight) {
    if (weight < 1) {
      throw new IllegalArgumentException("weight " + weight);
    }
    for (ProfileOrigin origin : profile.origins()) {
      ProfileOrigin known = origins.get(origin);
      origins.put(origin, known == null ? origin : known.plus(origin));
    }
    ProfiledMethod last = null;
    ClassSum methods = new ClassSum();
    for (ProfiledMethod method : profile.methods()) {
      if (last == null || !MethodOrder.sameClass(last, method)) {
        methods = sum(new ClassKey(method));
        last = method;
      }
      methods.add(method, weight);
    }
    return this;
  }

  private ClassSum sum(ClassKey key) {
    ClassSum known = classes.get(key);
    if (known == null) {
      known = new ClassSum();
      classes.put(key, known);
    }
    return known;
  }

  /** Everything added so far, in the order of a file. */
  public Profile result() {
    List<ProfiledMethod> all = new ArrayList<>();
    for (ClassSum methods : classes.values()) {
      methods.results(all);
    }
    Ordering.sort(all, MethodOrder.INSTANCE);
    return new Profile(new ArrayList<>(origins.values()), all);
  }

  /**
   * The profile as merging it alone gives it: sorted, no method twice, no negative count. Does less
   * than that when there is less to do, since it runs in programs that are ending.
   */
  static Profile canonical(Profile profile) {
    List<ProfiledMethod> methods = new ArrayList<>(profile.methods());
    if (!MethodOrder.holds(methods)) {
      Ordering.sort(methods, MethodOrder.INSTANCE);
      if (!MethodOrder.holds(methods)) {
        return new ProfileMerger().add(profile, 1).result();
      }
    }
    for (int i = 0; i < methods.size(); i++) {
      if (!MethodSum.isClean(methods.get(i))) {
        methods.set(i, new MethodSum(methods.get(i), 1).result());
      }
    }
    List<ProfileOrigin> origins = profile.origins();
    if (origins.size() > 1) {
      origins =
          new ProfileMerger().add(new Profile(profile.origins(), List.of()), 1).result().origins();
    }
    return new Profile(origins, Collections.unmodifiableList(methods));
  }

  /** A class of a kind of loader. */
  private static final class ClassKey {
    private final String owner;
    private final String loader;

    ClassKey(ProfiledMethod method) {
      owner = method.counts().method().owner();
      loader = method.loader();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof ClassKey key && key.owner.equals(owner) && key.loader.equals(loader);
    }

    @Override
    public int hashCode() {
      return owner.hashCode() * 31 + loader.hashCode();
    }
  }
}
