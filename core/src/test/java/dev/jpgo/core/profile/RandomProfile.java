package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Profiles that have few names in common, so that merging them meets every case. */
final class RandomProfile {
  private final Random random;

  private RandomProfile(long seed) {
    random = new Random(seed);
  }

  static Profile of(long seed) {
    return new RandomProfile(seed).profile();
  }

  private Profile profile() {
    List<ProfileOrigin> origins = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      String phase = random.nextBoolean() ? "" : "warm";
      String mode = random.nextBoolean() ? "c1" : "interpreter";
      origins.add(
          new ProfileOrigin(
              "JVM", "Linux", "amd64", mode, "1", "p", phase, count(), count(), count()));
    }
    List<ProfiledMethod> methods = new ArrayList<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      methods.add(method());
    }
    return new Profile(origins, methods);
  }

  private ProfiledMethod method() {
    MethodId id = new MethodId("p/C" + random.nextInt(2), random.nextBoolean() ? "m" : "n", "()V");
    List<Long> edges = new ArrayList<>();
    for (int i = 3 * random.nextInt(3); i > 0; i--) {
      edges.add(count());
    }
    Map<Integer, TypeHistogram> receivers = new HashMap<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      receivers.put(random.nextInt(3), histogram());
    }
    List<SiteCounts> sites = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      SiteCounts.Kind[] kinds = SiteCounts.Kind.values();
      int site = random.nextBoolean() ? 5 : SiteCounts.ENTRY;
      sites.add(new SiteCounts(kinds[random.nextInt(kinds.length)], site, histogram()));
    }
    long hash = random.nextInt(2);
    MethodProfile counts =
        new MethodProfile(id, hash, count(), edges, random.nextInt(3), receivers, sites);
    String loader = random.nextBoolean() ? "app" : "boot";
    Optional<CompiledMethod> code =
        random.nextBoolean() ? Optional.empty() : Optional.of(compiled(id));
    List<TierStep> steps = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      steps.add(new TierStep(random.nextInt(9), random.nextInt(3), "why" + random.nextInt(2)));
    }
    return new ProfiledMethod(counts, loader, random.nextInt(3), random.nextInt(9), code, steps);
  }

  private CompiledMethod compiled(MethodId id) {
    InlineDecision decision =
        new InlineDecision(1, 2, id, random.nextBoolean(), "why", random.nextInt(3), List.of());
    return new CompiledMethod(5, random.nextInt(3), List.of(decision), Optional.empty());
  }

  private TypeHistogram histogram() {
    List<TypeHistogram.Entry> entries = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      entries.add(new TypeHistogram.Entry("p/T" + random.nextInt(4), count()));
    }
    return new TypeHistogram(entries, count());
  }

  /** Small, or so large that two of them saturate; never negative. */
  private long count() {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> Long.MAX_VALUE - random.nextInt(5);
      case 2 -> Long.MAX_VALUE / 3 + random.nextInt(100);
      default -> random.nextInt(1000);
    };
  }
}
