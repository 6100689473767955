package dev.jpgo.test.corpus;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.instrument.OsrEntry;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.SyntheticLines;
import dev.jpgo.core.phase.CompileRequest;
import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.phase.TierTwoCompiler;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.inline.RandomChoices;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.Mode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The optimizer in all its forms: for each mode, by its own estimates or by chance, with and
 * without loops to come in at.
 */
final class RandomTierTwo {
  /** Lines below are left to the source. */
  private static final int LOWEST_LINE = 20_000;

  private final CorpusWorld world;
  private final TierTwoCompiler compiler = new TierTwoCompiler();
  private final Map<Mode, CostModel> costs = new HashMap<>();
  private final Map<Position, Integer> lines = new HashMap<>();

  RandomTierTwo(CorpusWorld world) {
    this.world = world;
    for (Mode mode : Mode.values()) {
      costs.put(mode, CostModel.of(mode));
    }
  }

  /** Starts with another class, which has all line numbers to itself. */
  void begin() {
    lines.clear();
  }

  CompileResult compile(CorpusClass type, MethodInfo method, Random random) {
    Mode mode = Mode.values()[random.nextInt(Mode.values().length)];
    Set<RandomChoices.Kind> kinds = new HashSet<>();
    for (RandomChoices.Kind kind : RandomChoices.Kind.values()) {
      if (random.nextInt(4) > 0) {
        kinds.add(kind);
      }
    }
    boolean unsparing = kinds.contains(RandomChoices.Kind.INLINING) && random.nextBoolean();
    MethodNode code = world.code(type, method).orElseThrow();
    Map<AbstractInsnNode, Integer> sites = null;
    int loops = Cfg.describes(code) ? Cfg.of(code).loopHeaders().size() : 0;
    if (loops > 0 && random.nextBoolean()) {
      code = world.copy(type, method);
      int version = type.info().version();
      sites = OsrEntry.insert(type.name(), version, code, 0, Set.of(random.nextInt(loops)));
    }
    return compiler.compile(
        new CompileRequest(
            type,
            method,
            code,
            sites,
            world.profile(type, method).orElse(null),
            world,
            mode,
            costs.get(mode),
            unsparing ? InlineLimits.unsparing() : InlineLimits.of(mode),
            new FlagField(StubRuntime.PACKAGE + StubRuntime.FLAGS, "f0"),
            kinds.isEmpty() ? FreeChoices.SENSIBLE : new RandomChoices(random.nextLong(), kinds),
            this::lineOf,
            Set.of(),
            random.nextInt(4) == 0)); // a fifth of the time otherwise
  }

  private int lineOf(Position position) {
    Integer known = lines.get(position);
    if (known != null) {
      return known;
    }
    int line = SyntheticLines.HANDOVER - 1 - lines.size();
    if (line < LOWEST_LINE) {
      return SyntheticLines.EXHAUSTED;
    }
    lines.put(position, line);
    return line;
  }
}
