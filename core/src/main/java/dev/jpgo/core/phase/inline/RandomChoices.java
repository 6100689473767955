package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.world.LoadedClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * Choices without rhyme or reason, for tests: equal seeds give equal choices for equal code in an
 * equal world. Every result must mean what the original means.
 */
public final class RandomChoices implements FreeChoices {
  /** What is left to chance. */
  public enum Kind {
    /** Which class the receiver of a call is tested for. */
    RECEIVERS,
    /** Which calls are inlined, and which parts of their targets. */
    INLINING
  }

  private static final int MAX_CANDIDATES = 64;

  private final Random random;
  private final Set<Kind> kinds;
  private final Map<Block, Integer> rarity = new IdentityHashMap<>();

  /**
   * @param seed decides everything
   * @param kinds what is left to chance; the rest goes by the estimates
   */
  public RandomChoices(long seed, Set<Kind> kinds) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.kinds = Set.copyOf(kinds);
  }

  @Override
  public boolean isCold(boolean estimated) {
    return kinds.contains(Kind.INLINING) ? random.nextInt(8) == 0 : estimated;
  }

  @Override
  public boolean isRare(Block block, boolean estimated) {
    if (!kinds.contains(Kind.INLINING)) {
      return estimated;
    }
    Integer drawn = rarity.get(block);
    if (drawn == null) {
      drawn = random.nextInt(4);
      rarity.put(block, drawn);
    }
    return drawn == 0 || (drawn > 1 && estimated);
  }

  @Override
  public boolean isWhole(boolean estimated) {
    return kinds.contains(Kind.INLINING) ? random.nextInt(4) == 0 : estimated;
  }

  @Override
  public @Nullable String refusal(@Nullable String estimated) {
    if (!kinds.contains(Kind.INLINING)) {
      return estimated;
    }
    return random.nextInt(6) == 0 ? "refused at random" : null;
  }

  @Override
  public void rank(List<CallSite> sites) {
    if (kinds.contains(Kind.INLINING)) {
      Collections.shuffle(sites, random);
    } else {
      FreeChoices.super.rank(sites);
    }
  }

  @Override
  public @Nullable LoadedClass receiver(LoadedClass root) {
    if (!kinds.contains(Kind.RECEIVERS) || random.nextInt(4) == 0) {
      return null;
    }
    List<LoadedClass> candidates = new ArrayList<>();
    collect(root, new HashSet<>(), candidates);
    return candidates.isEmpty() ? null : candidates.get(random.nextInt(candidates.size()));
  }

  /** Loaded classes that objects can be of, at most so many. */
  private static void collect(LoadedClass type, Set<LoadedClass> seen, List<LoadedClass> found) {
    if (found.size() >= MAX_CANDIDATES || !seen.add(type) || !type.known()) {
      return;
    }
    if ((type.info().access() & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_INTERFACE)) == 0) {
      found.add(type);
    }
    for (LoadedClass each : type.subtypes()) {
      collect(each, seen, found);
    }
  }
}
