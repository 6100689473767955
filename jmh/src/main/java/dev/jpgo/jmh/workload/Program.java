package dev.jpgo.jmh.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The workloads by name. Loads a workload's classes only when asked to make it. */
public enum Program {
  JACKSON(
      "jackson",
      Kind.REAL,
      "workload.JacksonWorkload",
      "Jackson databind writes and reads a batch of orders",
      "jackson-databind",
      "jackson-core",
      "jackson-annotations"),
  H2(
      "h2",
      Kind.REAL,
      "workload.H2Workload",
      "H2 answers joins, groupings and look-ups in memory",
      "h2"),
  ECJ(
      "ecj",
      Kind.REAL,
      "workload.EcjWorkload",
      "the Eclipse compiler compiles a part of StringTemplate",
      "ecj",
      "ST4",
      "antlr-runtime"),
  RHINO(
      "rhino",
      Kind.REAL,
      "workload.RhinoWorkload",
      "Rhino interprets a JavaScript program",
      "rhino"),
  STRINGTEMPLATE(
      "stringtemplate",
      Kind.REAL,
      "workload.StringTemplateWorkload",
      "StringTemplate renders pages",
      "ST4",
      "antlr-runtime"),
  ANTLR(
      "antlr",
      Kind.REAL,
      "workload.AntlrWorkload",
      "ANTLR's interpreter parses a program by a grammar",
      "antlr4",
      "antlr4-runtime",
      "antlr-runtime",
      "ST4",
      "org.abego.treelayout.core",
      "icu4j"),
  VELOCITY(
      "velocity",
      Kind.REAL,
      "workload.VelocityWorkload",
      "Velocity renders a page with macros",
      "velocity-engine-core",
      "commons-lang3",
      "slf4j-api",
      "slf4j-nop"),
  LUCENE(
      "lucene",
      Kind.REAL,
      "workload.LuceneWorkload",
      "Lucene indexes documents and answers queries",
      "lucene-core",
      "lucene-queryparser",
      "lucene-queries",
      "lucene-sandbox",
      "lucene-facet"),
  PEKKO(
      "pekko",
      Kind.REAL,
      "workload.PekkoWorkload",
      "Pekko actors find primes, each one a filter",
      "pekko-actor-typed_2.13",
      "pekko-actor_2.13",
      "pekko-slf4j_2.13",
      "pekko-remote_2.13",
      "pekko-stream_2.13",
      "pekko-protobuf-v3_2.13",
      "pekko-pki_2.13",
      "scala-library",
      "config",
      "reactive-streams",
      "ssl-config-core_2.13",
      "asn-one",
      "agrona",
      "slf4j-api",
      "slf4j-nop"),
  UNDERTOW(
      "undertow",
      Kind.REAL,
      "workload.UndertowWorkload",
      "Undertow answers requests over loopback",
      "undertow-core",
      "jboss-logging",
      "jboss-threads",
      "xnio-api",
      "xnio-nio",
      "wildfly-common",
      "wildfly-client-config",
      "slf4j-api",
      "slf4j-nop"),
  HSQLDB(
      "hsqldb",
      Kind.HELDOUT,
      "workload.heldout.HsqldbWorkload",
      "HSQLDB answers queries in memory",
      "hsqldb"),
  SAXON(
      "saxon",
      Kind.HELDOUT,
      "workload.heldout.SaxonWorkload",
      "Saxon transforms a document by a style sheet",
      "Saxon-HE"),
  COMMONS_MATH(
      "commons-math",
      Kind.HELDOUT,
      "workload.heldout.CommonsMathWorkload",
      "Commons Math decomposes, fits and solves",
      "commons-math3"),
  JGRAPHT(
      "jgrapht",
      Kind.HELDOUT,
      "workload.heldout.JgraphtWorkload",
      "JGraphT finds paths, flows and colours",
      "jgrapht-core",
      "jheaps",
      "apfloat"),
  JSOUP(
      "jsoup",
      Kind.HELDOUT,
      "workload.heldout.JsoupWorkload",
      "jsoup parses, selects from and cleans a page",
      "jsoup"),
  SNAKEYAML(
      "snakeyaml",
      Kind.HELDOUT,
      "workload.heldout.SnakeyamlWorkload",
      "SnakeYAML reads and writes a configuration",
      "snakeyaml"),
  ZXING(
      "zxing",
      Kind.HELDOUT,
      "workload.heldout.ZxingWorkload",
      "ZXing draws and reads codes",
      "core"),
  JTS(
      "jts",
      Kind.HELDOUT,
      "workload.heldout.JtsWorkload",
      "JTS unites, cuts and triangulates shapes",
      "jts-core"),
  GETTER_CHAIN(
      "getter-chain",
      Kind.KERNEL,
      "kernel.objects.GetterChain",
      "three getters across packages, private fields"),
  GETTER_CHAIN_BY_HAND(GETTER_CHAIN, "the same, inlined by hand"),
  EVENT_SIMULATION(
      "event-simulation",
      Kind.KERNEL,
      "kernel.objects.EventSimulation",
      "events on a heap, two kinds of handlers"),
  EVENT_SIMULATION_BY_HAND(EVENT_SIMULATION, "the same, inlined by hand"),
  CONSTRAINTS(
      "constraints",
      Kind.KERNEL,
      "kernel.objects.Constraints",
      "queens placed by a constraint solver"),
  CONSTRAINTS_BY_HAND(CONSTRAINTS, "the same, inlined by hand"),
  ACCOUNTS(
      "accounts",
      Kind.KERNEL,
      "kernel.objects.Accounts",
      "a bank whose every method locks, on one thread"),
  ACCOUNTS_BY_HAND(ACCOUNTS, "the same with as few monitors as may be"),
  TREE_VISITOR(
      "tree-visitor",
      Kind.KERNEL,
      "kernel.graph.TreeVisitor",
      "an expression tree under a visitor"),
  TREE_VISITOR_BY_HAND(TREE_VISITOR, "the same, as one switch"),
  SHORTEST_PATHS(
      "shortest-paths",
      Kind.KERNEL,
      "kernel.graph.ShortestPaths",
      "Dijkstra's algorithm with comparators and iterators"),
  SHORTEST_PATHS_BY_HAND(SHORTEST_PATHS, "the same, inlined by hand"),
  SEARCH_TREE(
      "search-tree",
      Kind.KERNEL,
      "kernel.graph.SearchTree",
      "a red-black tree of comparable records"),
  SEARCH_TREE_BY_HAND(SEARCH_TREE, "the same, inlined by hand"),
  EXPRESSION_PARSER(
      "expression-parser",
      Kind.KERNEL,
      "kernel.language.ExpressionParser",
      "reader, lexer, parser and evaluation of formulas"),
  EXPRESSION_PARSER_BY_HAND(EXPRESSION_PARSER, "the same, inlined by hand"),
  SWITCH_MACHINE(
      "switch-machine",
      Kind.KERNEL,
      "kernel.language.SwitchMachine",
      "a stack machine: a switch and small methods"),
  SWITCH_MACHINE_BY_HAND(SWITCH_MACHINE, "the same, inlined by hand"),
  VISITOR_INTERPRETER(
      "visitor-interpreter",
      Kind.KERNEL,
      "kernel.language.VisitorInterpreter",
      "a language run by visitors on boxed values"),
  VISITOR_INTERPRETER_BY_HAND(VISITOR_INTERPRETER, "the same, as two switches"),
  LIST_SUM(
      "list-sum",
      Kind.KERNEL,
      "kernel.data.ListSum",
      "for-each over an ArrayList of Integer and a HashMap"),
  LIST_SUM_BY_HAND(LIST_SUM, "the same over arrays"),
  INVENTORY(
      "inventory",
      Kind.KERNEL,
      "kernel.data.Inventory",
      "collections, entries and iterators that wrap others"),
  INVENTORY_BY_HAND(INVENTORY, "the same, inlined by hand"),
  WORD_REPORT(
      "word-report", Kind.KERNEL, "kernel.data.WordReport", "strings, and records as keys of maps"),
  WORD_REPORT_BY_HAND(WORD_REPORT, "the same, inlined by hand"),
  LAMBDA_PIPELINE(
      "lambda-pipeline",
      Kind.KERNEL,
      "kernel.data.LambdaPipeline",
      "streams, lambdas and collectors"),
  LAMBDA_PIPELINE_BY_HAND(LAMBDA_PIPELINE, "the same as loops"),
  MATRIX_PRODUCT(
      "matrix-product",
      Kind.KERNEL,
      "kernel.numeric.MatrixProduct",
      "matrices whose elements are read through methods"),
  MATRIX_PRODUCT_BY_HAND(MATRIX_PRODUCT, "the same, inlined by hand"),
  SORTING(
      "sorting",
      Kind.KERNEL,
      "kernel.numeric.Sorting",
      "quicksort and heapsort behind an interface"),
  SORTING_BY_HAND(SORTING, "the same, inlined by hand"),
  DIGEST(
      "digest",
      Kind.KERNEL,
      "kernel.numeric.Digest",
      "SHA-256 with a method for each of its functions"),
  DIGEST_BY_HAND(DIGEST, "the same, inlined by hand"),
  PRIME_SIEVE(
      "prime-sieve",
      Kind.KERNEL,
      "kernel.numeric.PrimeSieve",
      "Eratosthenes' sieve over a set of bits"),
  PRIME_SIEVE_BY_HAND(PRIME_SIEVE, "the same, inlined by hand"),
  FOURIER(
      "fourier",
      Kind.KERNEL,
      "kernel.numeric.Fourier",
      "Fourier transforms of complex numbers that are objects"),
  FOURIER_BY_HAND(FOURIER, "the same, inlined by hand");

  /** What a workload is there for. */
  public enum Kind {
    /** A program that nobody here wrote. */
    REAL,
    /** A library that nobody here wrote, and that nothing was tuned by. */
    HELDOUT,
    /** A small program that isolates one effect. */
    KERNEL,
    /** A kernel inlined by hand: what an optimizer could reach. */
    TWIN
  }

  private final String label;
  private final Kind kind;
  private final String description;
  private final String type;
  private final List<String> libraries;

  /**
   * @param type the class's name, below this package's parent
   * @param libraries the artifacts that it needs, those that these need among them
   */
  Program(String label, Kind kind, String type, String description, String... libraries) {
    this.libraries = List.of(libraries);
    this.label = label;
    this.kind = kind;
    this.type = type;
    this.description = description;
  }

  /** The twin of {@code kernel}. */
  Program(Program kernel, String description) {
    this(kernel.label + "-by-hand", Kind.TWIN, kernel.type + "ByHand", description);
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

  /** The artifacts of Maven Central that it runs with, and no others. */
  public List<String> libraries() {
    return libraries;
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
    Object workload = Class.forName("dev.jpgo.jmh." + type).getDeclaredConstructor().newInstance();
    return (Workload) workload;
  }
}
