package dev.jpgo.test.differential;

import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.emit.Emitter;
import dev.jpgo.core.emit.LineNumbers;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.GraphVerifier;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.SyntheticLines;
import dev.jpgo.core.phase.CompileRequest;
import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.phase.TierTwoCompiler;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.inline.RandomChoices;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.objectweb.asm.tree.MethodNode;

/** The transformations that the optimizer consists of, applied to every method of a program. */
final class Transformations {
  private Transformations() {}

  /** Through SSA and back, nothing else. */
  static Transformation roundTrip() {
    return (program, owner, node) -> {
      for (int i = 0; i < node.methods.size(); i++) {
        MethodNode method = node.methods.get(i);
        if (method.instructions.size() == 0) {
          continue;
        }
        Graph graph =
            GraphBuilder.build(
                MethodSource.of(node.name, node.version, method).withSourceFile(node.sourceFile));
        GraphVerifier.verify(graph);
        replace(method, Emitter.emit(graph, LineNumbers.ofSource()));
      }
    };
  }

  /**
   * Tier 2 for every method.
   *
   * @param optimizedMethods counts those that got new code
   */
  static Transformation tierTwo(Setting setting, AtomicInteger optimizedMethods) {
    String flag = setting.guardsHold() ? "holds" : "broken";
    return (program, owner, node) -> {
      OpeningWriter.open(node);
      if (setting.profiled()) {
        program.profile(setting.seed());
      }
      SyntheticLines lines = InlinedLines.of(node.name.replace('/', '.'));
      for (int i = 0; i < node.methods.size(); i++) {
        MethodInfo info = owner.info().methods().get(i);
        if (!info.hasCode()) {
          continue;
        }
        MethodNode original = program.code(owner, info).orElseThrow();
        CompileRequest request =
            new CompileRequest(
                owner,
                info,
                original,
                null,
                program.profile(owner, info).orElse(null),
                program,
                setting.mode(),
                CostModel.of(setting.mode()),
                limits(setting),
                new FlagField(AssumptionFlags.class.getName().replace('.', '/'), flag),
                choices(setting, node.name + "." + info.name() + info.descriptor()),
                lines,
                Set.of(),
                true);
        CompileResult result = new TierTwoCompiler().compile(request);
        if (result instanceof CompileResult.Optimized optimized) {
          replace(node.methods.get(i), optimized.method());
          optimizedMethods.incrementAndGet();
        }
      }
    };
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

  private static void replace(MethodNode method, MethodNode by) {
    method.instructions = by.instructions;
    method.tryCatchBlocks = by.tryCatchBlocks;
    method.localVariables = null;
    method.visibleLocalVariableAnnotations = null;
    method.invisibleLocalVariableAnnotations = null;
    method.maxLocals = by.maxLocals;
    method.maxStack = by.maxStack;
  }
}
