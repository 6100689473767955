package dev.jpgo.core.phase.golden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.GraphPrinter;
import dev.jpgo.core.ir.GraphVerifier;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.UnsupportedMethodException;
import dev.jpgo.core.jdk.ListReading;
import dev.jpgo.core.jdk.MapReading;
import dev.jpgo.core.phase.Always;
import dev.jpgo.core.phase.RareBlocks;
import dev.jpgo.core.phase.StringRuntime;
import dev.jpgo.core.phase.TestWorld;
import dev.jpgo.core.phase.Weights;
import dev.jpgo.core.phase.box.BoxElimination;
import dev.jpgo.core.phase.dynamic.DynamicSites;
import dev.jpgo.core.phase.dynamic.KnownBootstraps;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineContext;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.phase.inline.MergedCasts;
import dev.jpgo.core.phase.list.ListLoops;
import dev.jpgo.core.phase.lock.MergedLocks;
import dev.jpgo.core.phase.loop.CopyLoops;
import dev.jpgo.core.phase.loop.FillLoops;
import dev.jpgo.core.phase.loop.LoopUnrolling;
import dev.jpgo.core.phase.map.BoxedKeys;
import dev.jpgo.core.phase.memory.LoopElements;
import dev.jpgo.core.phase.memory.LoopInvariants;
import dev.jpgo.core.phase.memory.LoopTests;
import dev.jpgo.core.phase.memory.MemoryContext;
import dev.jpgo.core.phase.memory.ValueNumbering;
import dev.jpgo.core.phase.order.TypeTestOrder;
import dev.jpgo.core.phase.scalar.ScalarReplacement;
import dev.jpgo.core.phase.scalar.UnsharedLocks;
import dev.jpgo.core.phase.simplify.BlockMerging;
import dev.jpgo.core.phase.simplify.ConstantFolding;
import dev.jpgo.core.phase.simplify.DeadCode;
import dev.jpgo.core.phase.simplify.GraphPhase;
import dev.jpgo.core.phase.simplify.JumpThreading;
import dev.jpgo.core.phase.simplify.NarrowConversions;
import dev.jpgo.core.phase.simplify.RedundantChecks;
import dev.jpgo.core.phase.simplify.TailDuplication;
import dev.jpgo.core.phase.sort.KeySorts;
import dev.jpgo.core.phase.stream.StreamLoops;
import dev.jpgo.core.phase.text.StringBytes;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.VariableHandle;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Each phase alone on the methods of {@link Snippets} that are named after it. When a change is
 * meant, {@code -Djpgo.golden.update=true} writes the texts anew; read the difference.
 */
class GoldenTest {
  private static final Path TEXTS = Path.of("src/test/resources/dev/jpgo/core/phase/golden");

  /** More than a snippet has instructions. */
  private static final int SITES = 100;

  static Stream<GraphPhase> phases() {
    return Stream.of(
        new StreamLoops(memory().world(), memory().owner(), null),
        lists(),
        sorts(),
        maps(),
        strings(),
        new ConstantFolding(),
        new NarrowConversions(),
        new RedundantChecks(),
        new JumpThreading(),
        new TailDuplication(),
        new DeadCode(),
        new BlockMerging(),
        new MergedCasts(memory().world(), memory().owner()),
        new BoxElimination(memory().world(), memory().owner()),
        new ScalarReplacement(inlining()),
        new LoopTests(memory().world(), memory().owner()),
        new UnsharedLocks(inlining()),
        new MergedLocks(memory()),
        new LoopInvariants(memory()),
        new LoopElements(memory()),
        new ValueNumbering(memory()),
        new CopyLoops(memory(), Always.UNROLLED, 7500),
        new FillLoops(memory(), Always.UNROLLED, 7500),
        new LoopUnrolling(memory().costs(), call -> false, Always.UNROLLED, 7500),
        new TypeTestOrder(memory().world(), memory().owner()),
        handles(),
        constants());
  }

  /** Handles alone; what the snippets' fields hold is said here. */
  private static GraphPhase handles() {
    String owner = Snippets.class.getName().replace('.', '/');
    VariableHandle field =
        new VariableHandle(
            VariableHandle.Kind.FIELD, owner + "$Cell", "value", "Ljava/lang/Object;", 12);
    TestWorld world =
        new TestWorld()
            .handle(Snippets.class, "VALUE", field)
            .handle(Snippets.class, "INTS", VariableHandle.view(true, "I"));
    DynamicSites sites = new DynamicSites(world, Mode.INTERPRETER, new KnownBootstraps(), Set.of());
    return new GraphPhase() {
      @Override
      public String name() {
        return "variable-handles";
      }

      @Override
      public int run(Graph graph) {
        return sites.expand(world.loaded(owner), graph);
      }
    };
  }

  private static GraphPhase constants() {
    String owner = Snippets.class.getName().replace('.', '/');
    TestWorld world = new TestWorld().number(Snippets.class, "CHECKS", 0);
    DynamicSites sites = new DynamicSites(world, Mode.INTERPRETER, new KnownBootstraps(), Set.of());
    return new GraphPhase() {
      @Override
      public String name() {
        return "static-constants";
      }

      @Override
      public int run(Graph graph) {
        return sites.expand(world.loaded(owner), graph);
      }
    };
  }

  /** All calls have seen lists. */
  private static ListLoops lists() {
    TestWorld world = new TestWorld().define(ListReading.generate(RuntimeCalls.LISTS));
    LoadedClass owner = world.loaded(Snippets.class.getName().replace('.', '/'));
    MemoryContext context =
        new MemoryContext(world, owner, "no/Runtime", CostModel.of(Mode.INTERPRETER));
    return new ListLoops(context, receivers(owner, "java/util/ArrayList"));
  }

  private static MethodProfile receivers(LoadedClass owner, String type) {
    TypeHistogram seen = new TypeHistogram(List.of(new TypeHistogram.Entry(type, 100)), 100);
    Map<Integer, TypeHistogram> receivers = new HashMap<>();
    for (int site = 0; site < SITES; site++) {
      receivers.put(site, seen);
    }
    MethodId any = new MethodId(owner.name(), "any", "()V");
    return new MethodProfile(any, 0, 100, List.of(), 0, receivers);
  }

  /** All calls have seen maps. */
  private static BoxedKeys maps() {
    TestWorld world = new TestWorld().define(MapReading.generate(RuntimeCalls.MAPS));
    LoadedClass owner = world.loaded(Snippets.class.getName().replace('.', '/'));
    FlagField flag = new FlagField("no/Runtime", "f0", "m0");
    return new BoxedKeys(world, owner, receivers(owner, "java/util/HashMap"), flag);
  }

  /** Loops go around for ever. */
  private static GraphPhase strings() {
    TestWorld world = new TestWorld().load(String.class).define(StringRuntime.bytes());
    world.loaded("java/lang/StringLatin1");
    LoadedClass owner = world.loaded(Snippets.class.getName().replace('.', '/'));
    return new GraphPhase() {
      @Override
      public String name() {
        return StringBytes.NAME;
      }

      @Override
      public int run(Graph graph) {
        new Weights().run(graph);
        return new StringBytes(world, owner, null, FreeChoices.SENSIBLE).run(graph);
      }
    };
  }

  private static KeySorts sorts() {
    TestWorld world = new TestWorld().define(ListReading.generate(RuntimeCalls.LISTS));
    return new KeySorts(world, world.loaded(Snippets.class.getName().replace('.', '/')));
  }

  private static InlineContext inlining() {
    MemoryContext memory = memory();
    Mode mode = Mode.INTERPRETER;
    return new InlineContext(
        memory.owner(),
        memory.world(),
        mode,
        memory.costs(),
        InlineLimits.of(mode),
        new FlagField("no/Runtime", "f0"),
        FreeChoices.SENSIBLE,
        false,
        new DynamicSites(memory.world(), mode, new KnownBootstraps(), Set.of()));
  }

  private static MemoryContext memory() {
    TestWorld world =
        new TestWorld().load(Snippets.class, Snippets.Cell.class, Snippets.Link.class);
    LoadedClass owner = world.loaded(Snippets.class.getName().replace('.', '/'));
    return new MemoryContext(world, owner, "no/Runtime", CostModel.of(Mode.INTERPRETER));
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.MethodSource("phases")
  void aPhaseDoesWhatItsTextShows(GraphPhase phase) throws Exception {
    String actual = textOf(phase);
    Path file = TEXTS.resolve(phase.name() + ".txt");
    if (Boolean.getBoolean("jpgo.golden.update")) {
      Files.createDirectories(TEXTS);
      Files.writeString(file, actual, UTF_8);
    }
    assertEquals(Files.readString(file, UTF_8), actual);
  }

  private static String textOf(GraphPhase phase) throws IOException, UnsupportedMethodException {
    StringBuilder text = new StringBuilder();
    for (MethodNode method : snippets().methods) {
      if (method.name.startsWith(camelCase(phase.name()))) {
        Graph graph = GraphBuilder.build(MethodSource.of("Snippets", 61, method));
        if (method.name.endsWith("AfterConstantFolding")) {
          new ConstantFolding().run(graph);
        }
        if (phase instanceof LoopUnrolling
            || phase instanceof CopyLoops
            || phase instanceof FillLoops) {
          new LoopInvariants(memory()).run(graph);
        }
        if (phase instanceof ScalarReplacement) {
          new RareBlocks().run(graph);
        }
        if (phase instanceof TypeTestOrder) {
          new Weights().run(graph);
        }
        String before = print(graph);
        phase.run(graph);
        GraphVerifier.verify(graph);
        text.append("== ").append(words(method.name)).append('\n').append(before);
        text.append("-- after\n").append(print(graph)).append('\n');
      }
    }
    return text.toString();
  }

  private static ClassNode snippets() throws IOException {
    try (InputStream in = Snippets.class.getResourceAsStream("Snippets.class")) {
      ClassNode node = new ClassNode();
      new ClassReader(requireNonNull(in)).accept(node, ClassReader.EXPAND_FRAMES);
      return node;
    }
  }

  /** The graph without what does not matter here: the method's name, sites and lines. */
  private static String print(Graph graph) {
    String text = GraphPrinter.print(graph);
    return text.substring(text.indexOf('\n') + 1)
        .replaceAll(" +(@\\d+ )?line \\d+( in .*)?\n", "\n");
  }

  private static String camelCase(String phase) {
    StringBuilder name = new StringBuilder();
    for (String word : phase.split("-")) {
      name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private static String words(String name) {
    return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }
}
