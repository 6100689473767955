package dev.jpgo.test.corpus;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.instrument.ClassPlan;
import dev.jpgo.core.instrument.ClassRewriter;
import dev.jpgo.core.instrument.InstrumentationLayout;
import dev.jpgo.core.instrument.LoopPlan;
import dev.jpgo.core.instrument.MethodVersion;
import dev.jpgo.core.instrument.Recorded;
import dev.jpgo.core.ir.SyntheticLines;
import dev.jpgo.core.phase.CompileResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.MethodNode;

/**
 * The versions of a corpus' classes in which every method is in one tier, and counts of what became
 * of them. Where the agent goes by what the program does, chance decides, the same in each run.
 */
final class TierVersions {
  /** What every method is brought to. */
  enum Tier {
    COUNTED,
    PROFILED,
    OPTIMIZED
  }

  /** Another one gives other profiles, modes and choices. */
  static final long SEED = Long.getLong("jpgo.tier.seed", 0);

  /** Counters and sites start over here: the runtime has four million of each. */
  private static final int INDICES = 4_000_000;

  private final Tier tier;
  private final CorpusWorld world;
  private final VersionChecker checker;
  private final RandomTierTwo tierTwo;
  private final Map<String, Integer> leftAlone = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private int counters;
  private int sites;
  private int classes;
  private int methods;
  private int rewritten;

  TierVersions(Tier tier, CorpusWorld world) {
    this.tier = tier;
    this.world = world;
    this.checker = new VersionChecker(world);
    this.tierTwo = new RandomTierTwo(world);
  }

  /** The version of a class; what ASM does not like of it is among the failures. */
  byte[] of(CorpusClass type) {
    classes++;
    Map<Integer, MethodVersion> plan = new HashMap<>();
    tierTwo.begin();
    for (MethodInfo method : type.info().methods()) {
      if (method.hasCode()) {
        methods++;
        try {
          plan(type, method, plan);
        } catch (RuntimeException | StackOverflowError e) {
          failures.add(type + "." + method.name() + method.descriptor() + ": " + e);
        }
      }
    }
    byte[] version = assemble(type, plan);
    rewritten += plan.size();
    failures.addAll(checker.check(type, version, plan.keySet()));
    return version;
  }

  private byte[] assemble(CorpusClass type, Map<Integer, MethodVersion> plan) {
    while (true) {
      try {
        return ClassRewriter.rewrite(type.bytes(), new ClassPlan(plan, SyntheticLines.HANDOVER));
      } catch (MethodTooLargeException e) {
        int ordinal =
            type.info().method(e.getMethodName(), e.getDescriptor()).orElseThrow().ordinal();
        if (plan.remove(ordinal) == null) {
          throw e;
        }
        leave("its code would be larger than 65535 bytes");
      } catch (ClassTooLargeException e) {
        leftAlone.merge("the class has too many constants", plan.size(), Integer::sum);
        plan.clear();
      } catch (RuntimeException e) {
        failures.add(type + ": " + e);
        plan.clear();
      }
    }
  }

  private void plan(CorpusClass type, MethodInfo method, Map<Integer, MethodVersion> plan) {
    int place = (type.name() + method.name() + method.descriptor()).hashCode();
    Random random = new Random(SEED << 32 ^ place);
    MethodNode code = world.code(type, method).orElseThrow();
    switch (tier) {
      case COUNTED -> plan.put(method.ordinal(), counted(code, random));
      case PROFILED -> {
        if (Cfg.describes(code)) {
          plan.put(method.ordinal(), profiled(code, random));
        } else {
          leave("it has subroutines (jsr, ret)");
        }
      }
      case OPTIMIZED -> {
        CompileResult result = tierTwo.compile(type, method, random);
        if (result instanceof CompileResult.Optimized optimized) {
          plan.put(method.ordinal(), new MethodVersion.Optimized(optimized.method()));
        } else if (result instanceof CompileResult.Unchanged unchanged) {
          leave(unchanged.reason());
        }
      }
    }
  }

  private MethodVersion counted(MethodNode code, Random random) {
    int loops = Cfg.describes(code) ? Cfg.of(code).loopHeaders().size() : 0;
    return new MethodVersion.Counted(counters(1), loops(loops, random));
  }

  private MethodVersion profiled(MethodNode code, Random random) {
    InstrumentationLayout.Form form =
        random.nextInt(4) == 0
            ? InstrumentationLayout.Form.DENSE
            : InstrumentationLayout.Form.SPARSE;
    InstrumentationLayout layout = InstrumentationLayout.of(code, form);
    Set<Integer> entries = new HashSet<>();
    for (int i = 0; i < layout.loops(); i++) {
      if (random.nextBoolean()) {
        entries.add(i);
      }
    }
    int firstSite = sites;
    sites = (sites + layout.sites()) % INDICES;
    return new MethodVersion.Profiled(
        counters(layout.counters()),
        firstSite,
        form,
        loops(layout.loops(), random),
        entries,
        Set.of(Recorded.values()));
  }

  private LoopPlan loops(int loops, Random random) {
    LoopPlan.Patchpoints[] kinds = LoopPlan.Patchpoints.values();
    LoopPlan.Patchpoints patchpoints = kinds[random.nextInt(kinds.length)];
    return loops == 0 ? LoopPlan.NONE : new LoopPlan(counters(loops), 0, patchpoints);
  }

  private int counters(int count) {
    int first = counters;
    counters = (counters + count) % INDICES;
    return first;
  }

  /** Counts a method under its reason, which is one for all that are too large. */
  private void leave(String reason) {
    leftAlone.merge(
        reason.replaceFirst("^it has \\d+ instructions,", "its instructions are"), 1, Integer::sum);
  }

  int classes() {
    return classes;
  }

  /** How many methods with code there are. */
  int methods() {
    return methods;
  }

  /** How many of them got a new version. */
  int rewritten() {
    return rewritten;
  }

  /** How many did not, by reason. */
  Map<String, Integer> leftAlone() {
    return leftAlone;
  }

  /** What the optimizer fell over, and what ASM finds wrong: nothing, if all is well. */
  List<String> failures() {
    return failures;
  }
}
