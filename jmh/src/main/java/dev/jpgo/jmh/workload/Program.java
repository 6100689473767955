package dev.jpgo.jmh.workload;

import dev.jpgo.jmh.kernel.EventSimulation;
import dev.jpgo.jmh.kernel.EventSimulationByHand;
import dev.jpgo.jmh.kernel.GetterChain;
import dev.jpgo.jmh.kernel.GetterChainByHand;
import dev.jpgo.jmh.kernel.ListSum;
import dev.jpgo.jmh.kernel.ListSumByHand;
import dev.jpgo.jmh.kernel.TreeVisitor;
import dev.jpgo.jmh.kernel.TreeVisitorByHand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The workloads by name. Loads a workload's classes only when asked to make it. */
public enum Program {
  JACKSON("jackson", Kind.REAL, "Jackson databind writes and reads a batch of orders"),
  H2("h2", Kind.REAL, "H2 answers joins, groupings and look-ups in memory"),
  ECJ("ecj", Kind.REAL, "the Eclipse compiler compiles a part of StringTemplate"),
  RHINO("rhino", Kind.REAL, "Rhino interprets a JavaScript program"),
  STRINGTEMPLATE("stringtemplate", Kind.REAL, "StringTemplate renders pages"),
  ANTLR("antlr", Kind.REAL, "ANTLR's interpreter parses a program by a grammar"),
  GETTER_CHAIN("getter-chain", Kind.KERNEL, "three getters across packages, private fields"),
  GETTER_CHAIN_BY_HAND("getter-chain-by-hand", Kind.TWIN, "the same, inlined by hand"),
  EVENT_SIMULATION("event-simulation", Kind.KERNEL, "events on a heap, two kinds of handlers"),
  EVENT_SIMULATION_BY_HAND("event-simulation-by-hand", Kind.TWIN, "the same, inlined by hand"),
  TREE_VISITOR("tree-visitor", Kind.KERNEL, "an expression tree under a visitor"),
  TREE_VISITOR_BY_HAND("tree-visitor-by-hand", Kind.TWIN, "the same, as one switch"),
  LIST_SUM("list-sum", Kind.KERNEL, "for-each over an ArrayList of Integer and a HashMap"),
  LIST_SUM_BY_HAND("list-sum-by-hand", Kind.TWIN, "the same over arrays");

  /** What a workload is there for. */
  public enum Kind {
    /** A program that nobody here wrote. */
    REAL,
    /** A small program that isolates one effect. */
    KERNEL,
    /** A kernel inlined by hand: what an optimizer could reach. */
    TWIN
  }

  private final String label;
  private final Kind kind;
  private final String description;

  Program(String label, Kind kind, String description) {
    this.label = label;
    this.kind = kind;
    this.description = description;
  }

  public String label() {
    return label;
  }

  public Kind kind() {
    return kind;
  }

  public String description() {
    return description;
  }

  /** Every program of {@code kind}, in order of declaration. */
  public static List<Program> of(Kind kind) {
    List<Program> programs = new ArrayList<>();
    for (Program program : values()) {
      if (program.kind == kind) {
        programs.add(program);
      }
    }
    return programs;
  }

  /**
   * @throws IllegalArgumentException if no program is called {@code label}; the message lists them
   */
  public static Program byLabel(String label) {
    List<String> labels = new ArrayList<>();
    for (Program program : values()) {
      if (program.label.equals(label)) {
        return program;
      }
      labels.add(program.label);
    }
    throw new IllegalArgumentException(
        "unknown program " + label + "; known: " + Arrays.toString(labels.toArray()));
  }

  /** A new workload, ready to iterate. */
  public Workload create() throws Exception {
    return switch (this) {
      case JACKSON -> new JacksonWorkload();
      case H2 -> new H2Workload();
      case ECJ -> new EcjWorkload();
      case RHINO -> new RhinoWorkload();
      case STRINGTEMPLATE -> new StringTemplateWorkload();
      case ANTLR -> new AntlrWorkload();
      case GETTER_CHAIN -> new GetterChain();
      case GETTER_CHAIN_BY_HAND -> new GetterChainByHand();
      case EVENT_SIMULATION -> new EventSimulation();
      case EVENT_SIMULATION_BY_HAND -> new EventSimulationByHand();
      case TREE_VISITOR -> new TreeVisitor();
      case TREE_VISITOR_BY_HAND -> new TreeVisitorByHand();
      case LIST_SUM -> new ListSum();
      case LIST_SUM_BY_HAND -> new ListSumByHand();
    };
  }
}
