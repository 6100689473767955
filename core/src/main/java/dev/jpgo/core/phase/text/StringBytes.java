package dev.jpgo.core.phase.text;

import dev.jpgo.core.collect.Ordering;
import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Dominators;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.LoopForest;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.phase.dynamic.KnownCalls;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.dynamic.SeenReceivers;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.memory.ErrorHandlers;
import dev.jpgo.core.phase.memory.Preheaders;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * A loop that asks one string for characters again and again gets the string's bytes in front of
 * it, and reads them itself; where there are none, as the string has characters beyond 255, it asks
 * as before.
 *
 * <p>Sound:
 *
 * <ul>
 *   <li><i>What is read</i> is what {@code charAt} reads of a string whose characters all fit into
 *       bytes: {@code value[index] & 255}. The code of {@code charAt} and of all that it calls was
 *       read for JDK 17 and 25 ({@link KnownString}). A string's bytes and its coder are final and
 *       never written to again, so that to get them once, and earlier, gives the same (JLS 17.5).
 *   <li><i>Any other receiver</i>: of null, of a {@code CharSequence} that is no string, and of a
 *       string with other characters there are no bytes. The original call is made.
 *   <li><i>Indices</i>: an array's bounds are those of the string. What the read throws for an
 *       index that is none leads to the original call, which throws what it throws.
 *   <li><i>In front of the loop</i> nothing of the program runs, and nothing can be thrown but
 *       errors of the VM, as of a stack that overflows, which may do so elsewhere than it did (JVMS
 *       6.3): the loop is within no handler for them ({@link ErrorHandlers}).
 * </ul>
 */
public final class StringBytes implements GraphPhase {
  public static final String NAME = "string-bytes";

  /** How often a character must be read each time that bytes are asked for. */
  private static final double LEAST = 8;

  /** Calls in a method at most, for its size. */
  private static final int MOST = 32;

  /** What share of a sequence's classes must have been strings. */
  private static final double STRINGS = 0.95;

  private final World world;
  private final LoadedClass owner;
  private final SeenReceivers receivers;
  private final FreeChoices choices;
  private final List<PlacedDecision> decisions = new ArrayList<>(0);

  /**
   * @param owner the class that declares the method
   * @param profile what was counted of it, or null
   * @param choices what pays
   */
  public StringBytes(
      World world, LoadedClass owner, @Nullable MethodProfile profile, FreeChoices choices) {
    this.world = world;
    this.owner = owner;
    this.receivers = new SeenReceivers(world, owner, profile);
    this.choices = choices;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** Whether a class, by internal name, is one whose code such reads rest on. */
  public static boolean restsOn(String name) {
    return KnownString.isOwner(name);
  }

  /** Which calls were replaced. */
  public List<PlacedDecision> decisions() {
    return decisions;
  }

  /** Rewrites the calls of a graph; returns how many. */
  @Override
  public int run(Graph graph) {
    List<Scan> scans = scans(graph);
    int written = 0;
    for (Scan scan : scans) {
      scan.keep(MOST - written);
      written += scan.calls.size();
    }
    scans.forEach(scan -> scan.askInFront(graph)); // first: to write the calls cuts blocks of loops
    for (Scan scan : scans) {
      for (Instr call : scan.calls) {
        decide(call);
        ByteReadWriter.write(graph, call, scan.bytes());
      }
    }
    return written;
  }

  /** Whether there is a loop for which it pays. */
  public boolean wouldChange(Graph graph) {
    return !scans(graph).isEmpty();
  }

  private List<Scan> scans(Graph graph) {
    if (KnownString.isOwner(owner.name()) || !asks(graph)) {
      return List.of();
    }
    List<Scan> scans = scans(graph, LoopForest.of(graph, Dominators.of(graph)));
    boolean may =
        !scans.isEmpty()
            && world.find(owner, RuntimeCalls.LATIN1).isPresent()
            && KnownString.isHere(world, owner);
    return may ? scans : List.of();
  }

  private static boolean asks(Graph graph) {
    List<Block> blocks = graph.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      List<Instr> body = blocks.get(i).body();
      for (int k = 0; k < body.size(); k++) {
        if (isCharAt(body.get(k))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isCharAt(Instr instr) {
    int op = instr.op();
    if (op != Opcodes.INVOKEVIRTUAL && op != Opcodes.INVOKEINTERFACE) {
      return false;
    }
    Operand.Method called = (Operand.Method) instr.operand();
    return called.name().equals("charAt")
        && called.descriptor().equals("(I)C")
        && called
            .owner()
            .equals(op == Opcodes.INVOKEVIRTUAL ? KnownString.STRING : "java/lang/CharSequence");
  }

  // --- what is worth it

  /** The characters that a loop asks a string for. */
  private static final class Scan {
    final LoopForest.Loop loop;
    final Instr string;
    final double entries;
    final List<Instr> calls = new ArrayList<>(2);
    private @Nullable Instr bytes;

    Scan(LoopForest.Loop loop, Instr string) {
      this.loop = loop;
      this.string = string;
      this.entries = entries(loop);
    }

    void add(Instr call, FreeChoices choices) {
      double frequency = call.home().frequency();
      String refusal = frequency > 0 && frequency >= entries ? null : "rarer than the loop";
      if (choices.refusal(refusal) == null) {
        calls.add(call);
      }
    }

    boolean pays(FreeChoices choices) {
      double reads = 0;
      for (Instr call : calls) {
        reads += call.home().frequency();
      }
      String refusal = reads >= LEAST * entries ? null : "few characters";
      return !calls.isEmpty() && choices.refusal(refusal) == null;
    }

    /** Leaves the most frequent calls, so many at most. */
    void keep(int most) {
      if (calls.size() > most) {
        Ordering.sort(calls, (a, b) -> Double.compare(b.home().frequency(), a.home().frequency()));
        calls.subList(most, calls.size()).clear();
      }
    }

    void askInFront(Graph graph) {
      if (calls.isEmpty()) {
        return;
      }
      Block before = Preheaders.of(loop);
      if (before == null) {
        before = Preheaders.insert(graph, loop);
      }
      Instr asked =
          graph.newInstr(
              Opcodes.INVOKESTATIC,
              new Operand.Method(
                  RuntimeCalls.LATIN1, RuntimeCalls.BYTES, "(Ljava/lang/Object;)[B", false),
              ValueType.ref("[B"),
              List.of(string),
              calls.get(0).position());
      asked.setTemporary(true); // the program has it nowhere
      before.append(asked);
      bytes = asked;
    }

    Instr bytes() {
      if (bytes == null) {
        throw new IllegalStateException("not asked for");
      }
      return bytes;
    }

    /** How often a loop is entered, at most. */
    private static double entries(LoopForest.Loop loop) {
      double around = loop.header().frequency();
      double before = 0;
      for (Block pred : loop.header().preds()) {
        double frequency = Math.max(0, pred.frequency());
        if (!loop.latches().contains(pred)) {
          before += frequency;
        } else if (pred.successors().size() == 1) {
          around -= frequency;
        }
      }
      return Math.max(0, Math.min(around, before));
    }
  }

  private List<Scan> scans(Graph graph, LoopForest loops) {
    List<Scan> scans = new ArrayList<>(2);
    for (Block block : graph.blocks()) {
      LoopForest.Loop inner = loops.innermost(block);
      if (inner == null) {
        continue;
      }
      for (Instr instr : block.body()) {
        if (isCharAt(instr) && isOfStrings(instr) && !ErrorHandlers.exist(world, owner, block)) {
          add(scans, loops, inner, instr);
        }
      }
    }
    scans.removeIf(scan -> !scan.pays(choices));
    return scans;
  }

  private boolean isOfStrings(Instr call) {
    return call.op() == Opcodes.INVOKEVIRTUAL
        || receivers.areMostly(call, KnownString.STRING, STRINGS);
  }

  private void add(List<Scan> scans, LoopForest loops, LoopForest.Loop inner, Instr call) {
    Instr string = call.input(0);
    LoopForest.Loop outermost = null;
    for (LoopForest.Loop loop = inner;
        loop != null && !isIn(loops, string.home(), loop);
        loop = loop.parent()) {
      outermost = loop.header().isHandlerEntry() ? outermost : loop;
    }
    if (outermost == null) {
      return;
    }
    for (Scan scan : scans) {
      if (scan.loop == outermost && scan.string == string) {
        scan.add(call, choices);
        return;
      }
    }
    Scan scan = new Scan(outermost, string);
    scan.add(call, choices);
    scans.add(scan);
  }

  private static boolean isIn(LoopForest loops, Block block, LoopForest.Loop loop) {
    for (LoopForest.Loop at = loops.innermost(block); at != null; at = at.parent()) {
      if (at == loop) {
        return true;
      }
    }
    return false;
  }

  /** Copies of a call, as of a loop that was unrolled, are one to whoever asks. */
  private void decide(Instr call) {
    for (PlacedDecision each : decisions) {
      if (each.at() == call.position() && each.decision().site() == call.site()) {
        return;
      }
    }
    String reason = "reads the string's bytes";
    decisions.add(KnownCalls.decision(call, true, reason, KnownString.methods()));
  }
}
