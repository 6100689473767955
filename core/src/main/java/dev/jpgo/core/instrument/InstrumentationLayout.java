package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.core.cfg.Edge;
import dev.jpgo.core.cfg.SpanningTree;
import java.util.List;
import org.objectweb.asm.tree.MethodNode;

/**
 * Where the tier-1 counters and sites of a method are, numbered from 0: a pure function of its
 * original code, whatever of it is recorded. The agent gives the method a range of counters and a
 * range of sites; {@link ClassRewriter} puts probes for them, {@link ProfileBuilder} reads them
 * back.
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
  private final List<SiteFinder.Site> sites;
  private final List<Switch> switches;
  private final Monitors monitors;

  private InstrumentationLayout(
      Cfg cfg, SpanningTree tree, int[] counterOf, int counters, MethodNode method) {
    CodeOrdinals code = CodeOrdinals.of(method);
    this.cfg = cfg;
    this.tree = tree;
    this.counterOf = counterOf;
    this.counters = counters;
    this.switches = Switch.of(code, cfg);
    this.monitors = Monitors.of(method, code);
    this.sites = new SiteFinder(method, code, cfg, switches, monitors).find();
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
    return new InstrumentationLayout(cfg, tree, counterOf, counters, method);
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

  /** Number of sites, of all kinds. */
  public int sites() {
    return sites.size();
  }

  /** Ordinal of the instruction of a site, or {@code SiteCounts.ENTRY}. */
  public int siteOrdinal(int site) {
    return sites.get(site).ordinal();
  }

  /** What is looked at there. Calls with receivers and type tests are the first sites. */
  public SiteKind kind(int site) {
    return sites.get(site).kind();
  }

  /** The switches, in the order of the code. */
  List<Switch> switches() {
    return switches;
  }

  Monitors monitors() {
    return monitors;
  }

  /** Number of loops. */
  public int loops() {
    return cfg.loopHeaders().size();
  }
}
