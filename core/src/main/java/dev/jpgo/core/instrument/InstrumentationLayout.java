package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.cfg.SpanningTree;
import java.util.Arrays;
import java.util.BitSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Where the tier-1 counters and receiver sites of a method are, numbered from 0: a pure function of
 * its original code. The agent gives the method a range of counters and a range of sites; {@link
 * ClassRewriter} puts probes for them, {@link ProfileBuilder} reads them back.
 */
public final class InstrumentationLayout {
  /** Which edges get counters. */
  public enum Form {
    /** Those off a spanning tree: what is used. */
    SPARSE,
    /** Every edge: what tests compare the sparse form with. */
    DENSE
  }

  private static final int NO_COUNTER = -1;

  private final Cfg cfg;
  private final SpanningTree tree;
  private final int[] counterOf;
  private final int counters;
  private final int[] siteOrdinals;
  private final BitSet typeTests = new BitSet();

  private InstrumentationLayout(
      Cfg cfg, SpanningTree tree, int[] counterOf, int counters, CodeOrdinals code) {
    this.cfg = cfg;
    this.tree = tree;
    this.counterOf = counterOf;
    this.counters = counters;
    this.siteOrdinals = sites(code);
    for (int i = 0; i < siteOrdinals.length; i++) {
      typeTests.set(i, isTypeTest(code.instruction(siteOrdinals[i])));
    }
  }

  /**
   * Lays out a method.
   *
   * @throws IllegalArgumentException when {@link Cfg#describes} is false
   */
  public static InstrumentationLayout of(MethodNode method, Form form) {
    Cfg cfg = Cfg.of(method);
    SpanningTree tree = form == Form.DENSE ? SpanningTree.empty(cfg) : SpanningTree.maximum(cfg);
    int[] counterOf = new int[cfg.edges().size()];
    int counters = 0;
    for (Edge edge : cfg.edges()) {
      counterOf[edge.index()] = tree.contains(edge) ? NO_COUNTER : counters++;
    }
    return new InstrumentationLayout(cfg, tree, counterOf, counters, CodeOrdinals.of(method));
  }

  private static int[] sites(CodeOrdinals code) {
    int[] found = new int[code.count()];
    int count = 0;
    for (int i = 0; i < code.count(); i++) {
      if (hasReceiver(code.instruction(i)) || isTypeTest(code.instruction(i))) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** Virtual and interface calls; not {@code clone} and the like on arrays. */
  private static boolean hasReceiver(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return (opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE)
        && ((MethodInsnNode) insn).owner.charAt(0) != '[';
  }

  /** Whether the class on top of the stack is asked about. */
  static boolean isTypeTest(AbstractInsnNode insn) {
    return insn.getOpcode() == Opcodes.INSTANCEOF || insn.getOpcode() == Opcodes.CHECKCAST;
  }

  public Cfg cfg() {
    return cfg;
  }

  public SpanningTree tree() {
    return tree;
  }

  /** Number of counters. */
  public int counters() {
    return counters;
  }

  /** Whether an edge has a counter. */
  public boolean isCounted(Edge edge) {
    return counterOf[edge.index()] != NO_COUNTER;
  }

  /** The counter of an edge, from 0; only if it has one. */
  public int counterOf(Edge edge) {
    return counterOf[edge.index()];
  }

  /** Number of sites where classes are recorded: calls with receivers, and type tests. */
  public int sites() {
    return siteOrdinals.length;
  }

  /** Ordinal of the instruction of a site. Ordinals ascend with sites. */
  public int siteOrdinal(int site) {
    return siteOrdinals[site];
  }

  /** Whether a site is a type test, and not a call. */
  public boolean isTypeTest(int site) {
    return typeTests.get(site);
  }

  /** Number of loops. */
  public int loops() {
    return cfg.loopHeaders().size();
  }
}
