package dev.jpgo.test.differential;

import dev.jpgo.core.emit.Emitter;
import dev.jpgo.core.emit.LineNumbers;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.GraphVerifier;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.phase.CompileRequest;
import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.phase.TierTwoCompiler;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.inline.Inliner;
import dev.jpgo.core.phase.inline.RandomChoices;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.World;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.tree.MethodNode;

/** The transformations that the optimizer consists of. */
final class Transformations {
  private static final String FLAGS = AssumptionFlags.class.getName().replace('.', '/');

  private static final Map<Mode, CostModel> COSTS = new EnumMap<>(Mode.class);

  static {
    for (Mode mode : Mode.values()) {
      COSTS.put(mode, CostModel.of(mode));
    }
  }

  private final int unverified;
  private final AtomicInteger optimized = new AtomicInteger();

  /**
   * @param unverified the graph of one method in so many is verified after each phase
   */
  Transformations(int unverified) {
    this.unverified = unverified;
  }

  /** How many methods have got new code in tier 2. */
  int optimizedMethods() {
    return optimized.get();
  }

  /** Through SSA and back, nothing else. */
  Transformation roundTrip() {
    return method -> {
      MethodNode original = method.original();
      Graph graph =
          GraphBuilder.build(
              MethodSource.of(method.owner().name(), method.owner().info().version(), original)
                  .withSourceFile(method.owner().info().sourceFile()));
      GraphVerifier.verify(graph);
      method.become(Emitter.emit(graph, LineNumbers.ofSource()));
    };
  }

  /** Tier 2. */
  Transformation tierTwo(Setting setting) {
    return method -> {
      ProgramClasses program = setting.late() ? method.program().early() : method.program();
      Optional<ProgramClasses.ProgramClass> owner = program.named(method.owner().name());
      if (owner.isEmpty()) {
        return; // its class is not loaded yet
      }
      World world = setting.profiled() ? program.profiled(setting.seed() & 3) : program;
      CompileRequest request = request(method, owner.get(), setting, world);
      if (new TierTwoCompiler().compile(request) instanceof CompileResult.Optimized code) {
        method.become(code.method());
        optimized.incrementAndGet();
      }
    };
  }

  /** Each method by a setting of its own; some only through SSA and back, some not at all. */
  Transformation mixed(long seed) {
    return method -> {
      Random random = new Random((seed * 31 + method.id().hashCode()) * 0x9E3779B97F4A7C15L);
      int kind = random.nextInt(16);
      if (kind == 0) {
        roundTrip().apply(method);
      } else if (kind > 1) {
        tierTwo(Setting.drawn(random)).apply(method);
      }
    };
  }

  private CompileRequest request(
      ProgramMethod method, LoadedClass owner, Setting setting, World world) {
    return new CompileRequest(
        owner,
        method.info(),
        method.original(),
        null,
        world.profile(owner, method.info()).orElse(null),
        world,
        setting.mode(),
        COSTS.get(setting.mode()),
        limits(setting),
        new FlagField(FLAGS, setting.guards().flag),
        choices(setting, method.id()),
        method.lines().of(method.owner().name().replace('/', '.')),
        phasesOff(method, setting),
        isVerified(method, setting));
  }

  /** Calls that are nearly always inlined reach what comes after only where nothing is. */
  private static Set<String> phasesOff(ProgramMethod method, Setting setting) {
    String drawn = setting.seed() + method.id();
    return (drawn.hashCode() & 7) == 0 ? Set.of(Inliner.NAME) : Set.of();
  }

  private boolean isVerified(ProgramMethod method, Setting setting) {
    String drawn = method.owner().name() + method.id() + setting.seed();
    return drawn.hashCode() % unverified == 0;
  }

  private static FreeChoices choices(Setting setting, String method) {
    return setting.random().isEmpty()
        ? FreeChoices.SENSIBLE
        : new RandomChoices(setting.seed() * 31 + method.hashCode(), setting.random());
  }

  private static InlineLimits limits(Setting setting) {
    return setting.random().contains(RandomChoices.Kind.INLINING)
        ? InlineLimits.unsparing()
        : InlineLimits.of(setting.mode());
  }
}
