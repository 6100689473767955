package dev.jpgo.core.phase.stream;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.world.JdkMethod;
import dev.jpgo.core.world.KnownJdkMethod;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The frames that the JDK's stream has on the stack wherever a loop calls what the stream would
 * have called, so that traces show them.
 *
 * @param stages for each stage, where it calls its function
 * @param end where the last stage calls its function
 * @param load where an element is taken from a list
 * @param changed where a list's change is found out
 * @param supplied where a collector's container is made
 * @param finished where a collector finishes it
 * @param read the methods that the loop rests on: when the code of one changes, so must the loop
 */
record Frames(
    List<Position> stages,
    Position end,
    Position load,
    Position changed,
    Position supplied,
    Position finished,
    Set<MethodId> read) {
  private static final String CHANGED = "ConcurrentModificationException.<init>";

  /** No line: the code is another. */
  private static final int OTHER = Integer.MIN_VALUE;

  /**
   * The frames of a stream; null when the JDK's code is not what was read, or not here.
   *
   * @param number see {@link Position#frame}
   */
  static @Nullable Frames of(World world, LoadedClass from, Pipeline pipeline, int number) {
    Reader reader = new Reader(world, from, pipeline.last().position().ofCall(number));
    Frames frames = reader.read(pipeline);
    return reader.other ? null : frames;
  }

  /** Reads on where it finds other code, so that all that is missing is asked for at once. */
  private static final class Reader {
    private final World world;
    private final LoadedClass from;
    private final Position call;
    private final Map<MethodId, JdkMethod> known = new LinkedHashMap<>();
    private boolean other;

    Reader(World world, LoadedClass from, Position call) {
      this.world = world;
      this.from = from;
      this.call = call;
    }

    Frames read(Pipeline pipeline) {
      boolean list = pipeline.source() == Pipeline.Source.LIST;
      Position at = call;
      for (Step step : pipeline.end().path()) {
        at = enter(step, at);
      }
      at = enter(Step.WRAP, at);
      Position supplied = at;
      Position finished = at;
      if (pipeline.end() == Terminal.COLLECT) {
        enter(Step.MAKE, enter(Step.COLLECT.to("ReduceOps.makeRef"), call));
        finished = enter(Step.COLLECT.to("Function.apply"), call);
        supplied = enter(Step.BEGIN, at);
        for (Pipeline.Operation each : pipeline.stages()) {
          supplied = enter(each.stage().begins(), supplied);
        }
        supplied = enter(Step.SUPPLY, supplied);
      }
      Step advance;
      if (pipeline.mayStop()) {
        at = enter(Step.CANCEL, enter(Step.COPY_SOME, at));
        at = enter(list ? Step.LIST_CANCEL : Step.INT_CANCEL, at);
        advance = list ? Step.LIST_NEXT : Step.RANGE_NEXT;
      } else {
        at = enter(Step.COPY, at);
        at = list ? at : enter(Step.INT_ALL, at);
        advance = list ? Step.LIST_ALL : Step.RANGE_ALL;
      }
      Position load = at;
      Position changed = at;
      if (list) {
        enter(Step.LIST_STREAM, at);
        enter(Step.LIST_SPLITERATOR, at);
        enter(Step.LIST_SIZE, at);
        enter(Step.LIST_FENCE, at);
        load = enter(advance.to("aaload"), at);
        changed = enter(advance.to(CHANGED), at);
      } else {
        enter(Step.RANGE_STREAM, at);
      }
      at = enter(advance, at);
      List<Position> stages = new ArrayList<>();
      for (Pipeline.Operation each : pipeline.stages()) {
        stages.add(enter(each.stage().calls(), at));
        at = enter(each.stage().handsOn(), at);
      }
      Step calls = pipeline.end().calls();
      return new Frames(
          List.copyOf(stages),
          calls == null ? at : enter(calls, at),
          load,
          changed,
          supplied,
          finished,
          Collections.unmodifiableSet(known.keySet()));
    }

    /** The place in a method of the JDK that is called at another. */
    private Position enter(Step step, Position caller) {
      JdkMethod method = method(step.method());
      int line = method == null ? OTHER : line(method.code(), step.target());
      if (method == null || line == OTHER) {
        other = true;
        return caller;
      }
      return new Position(method.id(), method.owner().info().sourceFile(), line, caller);
    }

    /** A method with its code, if that is what was read; looked at once, though asked for often. */
    private @Nullable JdkMethod method(KnownJdkMethod wanted) {
      JdkMethod method = known.get(wanted.id());
      if (method == null) {
        method = wanted.find(world, from).orElse(null);
        if (method != null) {
          known.put(wanted.id(), method);
        }
      }
      return method;
    }

    /** The line of the first instruction that is meant; -1 if it has none. */
    private static int line(MethodNode code, String target) {
      int line = -1;
      for (AbstractInsnNode node : code.instructions) {
        if (node instanceof LineNumberNode number) {
          line = number.line;
        } else if (is(node, target)) {
          return line;
        }
      }
      return OTHER;
    }

    private static boolean is(AbstractInsnNode node, String target) {
      if (node instanceof MethodInsnNode call) {
        String owner = call.owner.substring(call.owner.lastIndexOf('/') + 1);
        return target.equals(owner + '.' + call.name);
      }
      return target.isEmpty()
          ? node.getOpcode() >= 0
          : node.getOpcode() == Opcodes.AALOAD && target.equals("aaload");
    }
  }
}
