package dev.jpgo.test.differential;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.classfile.CodeHash;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Profiles of runs that never were: a method is walked at random from its entry to its exits, which
 * gives counts that agree with one another, whatever the program really does. What the optimizer
 * makes of them may be slow, but has to be right.
 */
public final class RandomProfiles {
  /** The classes that receivers of a call are said to be of, by internal name; any number. */
  @FunctionalInterface
  public interface Receivers {
    List<String> of(MethodInsnNode call);
  }

  private static final int WALKS = 60;
  private static final int STEPS = 400;
  private static final int[] WEIGHTS = {0, 1, 20, 400};

  private final long seed;
  private final Receivers receivers;

  public RandomProfiles(long seed, Receivers receivers) {
    this.seed = seed;
    this.receivers = receivers;
  }

  /** A profile of a method; none for some. Equal seeds give equal profiles. */
  public Optional<MethodProfile> of(MethodId method, MethodNode code) {
    Random random = new Random(seed * 31 + method.hashCode());
    if (!Cfg.describes(code) || random.nextInt(8) == 0) {
      return Optional.empty();
    }
    Cfg cfg = Cfg.of(code);
    long[] counts = walk(cfg, random);
    List<Long> edges = new ArrayList<>();
    for (long count : counts) {
      edges.add(count);
    }
    return Optional.of(
        new MethodProfile(method, CodeHash.of(code), counts[0], edges, 0, receivers(code, random)));
  }

  private static long[] walk(Cfg cfg, Random random) {
    int[] weights = new int[cfg.edges().size()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = WEIGHTS[random.nextInt(WEIGHTS.length)];
    }
    long[] counts = new long[weights.length];
    List<Integer> way = new ArrayList<>();
    for (int walk = 0; walk < WALKS; walk++) {
      way.clear();
      way.add(0);
      int block = cfg.edges().get(0).to();
      while (block != cfg.root() && way.size() < STEPS) {
        Edge edge = pick(cfg.outgoing(block), weights, random);
        way.add(edge.index());
        block = edge.to();
      }
      if (block == cfg.root()) {
        way.forEach(edge -> counts[edge]++);
      }
    }
    return counts;
  }

  private static Edge pick(List<Edge> edges, int[] weights, Random random) {
    int sum = 0;
    for (Edge edge : edges) {
      sum += weights[edge.index()];
    }
    if (sum == 0) {
      return edges.get(random.nextInt(edges.size()));
    }
    int left = random.nextInt(sum);
    for (Edge edge : edges) {
      left -= weights[edge.index()];
      if (left < 0) {
        return edge;
      }
    }
    throw new IllegalStateException("weights");
  }

  private Map<Integer, TypeHistogram> receivers(MethodNode code, Random random) {
    Map<Integer, TypeHistogram> histograms = new HashMap<>();
    int ordinal = 0;
    for (AbstractInsnNode insn : code.instructions) {
      if (insn.getOpcode() < 0) {
        continue;
      }
      boolean selects =
          insn.getOpcode() == Opcodes.INVOKEVIRTUAL || insn.getOpcode() == Opcodes.INVOKEINTERFACE;
      if (selects && random.nextInt(4) > 0) {
        List<String> classes = receivers.of((MethodInsnNode) insn);
        if (!classes.isEmpty()) {
          String name = classes.get(random.nextInt(classes.size()));
          histograms.put(
              ordinal, new TypeHistogram(List.of(new TypeHistogram.Entry(name, 100)), 100));
        }
      }
      ordinal++;
    }
    return histograms;
  }
}
