package dev.jpgo.agent.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.ClassRegistry;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.agent.world.UnknownBytesException;
import dev.jpgo.core.cache.Facts;
import dev.jpgo.core.cache.MethodFile;
import dev.jpgo.core.cache.RecordingWorld;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.SyntheticLines;
import dev.jpgo.core.jdk.MapReading;
import dev.jpgo.core.phase.CompileRequest;
import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.phase.CompileStats;
import dev.jpgo.core.phase.TierTwoCompiler;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.Mode;
import dev.jpgo.core.world.World;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.MethodNode;

/** Both ends of the pipe in one JVM: what is made at the other end is what is made here. */
class ConversationTest {
  private static final FlagField FLAG = new FlagField("dev/jpgo/runtime/JpgoFlags0", "f0", "m0");
  private static final Mode MODE = Mode.INTERPRETER;
  private static final int EVERY = 9;
  private static final int COMPARED = 600;

  private final LiveProgram program = new LiveProgram(256L << 20);
  private final RegistryWorld world = new RegistryWorld(program.registry());
  private final TierTwoCompiler compiler = new TierTwoCompiler();
  private final CostModel costs = CostModel.of(MODE);
  private PipedOutputStream toServer = new PipedOutputStream();
  private Thread server = new Thread();
  private Throwable ended = new Throwable("never started");

  @BeforeEach
  @AfterEach
  void stop() throws Exception {
    toServer.close();
    server.join();
  }

  private Conversation start(World seen, ProgramBytes bytes) throws IOException {
    toServer = new PipedOutputStream();
    PipedInputStream atServer = new PipedInputStream(toServer, 1 << 20);
    PipedOutputStream fromServer = new PipedOutputStream();
    PipedInputStream here = new PipedInputStream(fromServer, 1 << 20);
    Channel there = new Channel(atServer, fromServer);
    Deadline never = Deadline.start(Long.MAX_VALUE, () -> {});
    never.stop();
    server =
        new Thread(
            () -> {
              try {
                CompilerServer.serve(there, never);
              } catch (IOException | RuntimeException e) {
                ended = e;
              }
            });
    server.start();
    Conversation conversation =
        new Conversation(
            new Channel(new BufferedInputStream(here), toServer),
            new CompileSetting(MODE, Set.of("narrowing")),
            new WorldAnswers(seen, bytes));
    conversation.greet();
    return conversation;
  }

  private record Job(ClassRecord owner, MethodInfo method) {
    CompileJob plain() {
      return new CompileJob(owner, method, InlineLimits.of(MODE), FLAG, true);
    }
  }

  private List<Job> jobs() throws IOException {
    List<Job> jobs = new ArrayList<>();
    int seen = 0;
    ClassRegistry registry = program.registry();
    for (ClassRecord record : registry.all()) {
      capture(record);
    }
    for (ClassRecord type : registry.all()) {
      if (type.name().startsWith("java/util/") && !type.hidden() && registry.bytes(type) != null) {
        for (MethodInfo method : type.info().methods()) {
          if (method.codeLength() > 10 && seen++ % EVERY == 0 && jobs.size() < COMPARED) {
            jobs.add(new Job(type, method));
          }
        }
      }
    }
    return jobs;
  }

  private void capture(ClassRecord record) throws IOException {
    Class<?> type = record.type();
    if (type != null && !record.hidden()) {
      String file = record.name().substring(record.name().lastIndexOf('/') + 1) + ".class";
      try (InputStream in = type.getResourceAsStream(file)) {
        if (in != null) {
          program.known(type, in.readAllBytes());
        }
      }
    }
  }

  /**
   * This JVM loads and initializes classes while the test runs, so what is made here is looked at
   * before and after: one of them is what was made there.
   */
  @Test
  void codeFromElsewhereIsThatFromHere() throws Exception {
    Conversation conversation = start(world, world);
    int optimized = 0;
    int inlined = 0;
    int assumptions = 0;
    for (Job job : jobs()) {
      Seen before = here(job);
      Conversation.Made made = conversation.compile(job.plain());
      Seen there = Seen.of(made.version(), made.assumptions());
      if (!there.equals(before)) {
        assertEquals(here(job), there, () -> job.owner() + "." + job.method());
      }
      optimized += there.file().isEmpty() ? 0 : 1;
      inlined += made.version().stats().inlined();
      assumptions += made.assumptions().size();
    }
    assertTrue(optimized > 50 && inlined > optimized, optimized + " optimized, " + inlined);
    assertTrue(assumptions > 10, assumptions + " assumptions");
    stop();
    assertTrue(ended instanceof EOFException, () -> "ended with " + ended);
  }

  /** Asks a map by a box. */
  static final class Asking {
    private Asking() {}

    static Object got(Map<?, ?> map, int key) {
      return map.get(key);
    }
  }

  /** What is assumed of all classes but some is so on this side, too. */
  @Test
  void classesThatAreLeftOutOfAnAssumptionAreSaid() throws Exception {
    Set<Module> here = Set.of(ConversationTest.class.getModule());
    program
        .instrumentation()
        .redefineModule(
            Object.class.getModule(),
            Set.of(),
            Map.of(),
            Map.of("java.util", here),
            Set.of(),
            Map.of());
    byte[] maps = MapReading.generate(RuntimeCalls.MAPS);
    MethodHandles.Lookup lookup =
        MethodHandles.privateLookupIn(HashMap.class, MethodHandles.lookup());
    ClassRegistry registry = program.registry();
    Object unused = new LinkedHashMap<>(Asking.class.getModifiers());
    Class<?> reading = lookup.defineClass(maps);
    registry.refresh();
    for (ClassRecord record : registry.all()) {
      capture(record);
    }
    program.known(reading, maps);
    ClassRecord owner = registry.record(Asking.class);
    MethodInfo method = method(owner, "got");
    Conversation conversation = start(ofMaps(), world);
    List<Assumption> made = conversation.compile(new Job(owner, method).plain()).assumptions();
    ClassRecord map = registry.record(HashMap.class);
    ClassRecord linked = registry.record(LinkedHashMap.class);
    String get = "(Ljava/lang/Object;)Ljava/lang/Object;";
    assertEquals(List.of(new Assumption(map, "get", get, map, linked)), made);
  }

  private static MethodInfo method(ClassRecord owner, String name) {
    return owner.info().methods().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** All receivers were maps. */
  private World ofMaps() {
    return new Delegating(world) {
      @Override
      public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
        TypeHistogram.Entry entry = new TypeHistogram.Entry("java/util/HashMap", 100);
        TypeHistogram seen = new TypeHistogram(List.of(entry), 100);
        Map<Integer, TypeHistogram> sites = new HashMap<>();
        for (int site = 0; site < 10; site++) {
          sites.put(site, seen);
        }
        MethodId id = new MethodId(owner.name(), method.name(), method.descriptor());
        return Optional.of(new MethodProfile(id, 0, 100, List.of(), 0, sites));
      }
    };
  }

  /** All that a compilation results in, in a form that can be compared. */
  private record Seen(
      List<InlineDecision> decisions,
      CompileStats stats,
      String reason,
      String file,
      Map<Integer, Position> lines,
      List<Assumption> assumptions,
      List<Facts.Step> steps) {

    static Seen of(Version version, List<Assumption> assumptions) {
      Version.Better better = version.outcome() instanceof Version.Better code ? code : null;
      return new Seen(
          version.decisions(),
          version.stats(),
          version.outcome() instanceof Version.Unchanged unchanged ? unchanged.reason() : "",
          better == null ? "" : HexFormat.of().formatHex(better.classFile()),
          better == null ? Map.of() : better.lines(),
          assumptions,
          version.facts().steps());
    }
  }

  private Seen here(Job job) {
    RecordingWorld recording = new RecordingWorld(world);
    CompileResult result = compile(job, recording);
    List<Assumption> assumptions = List.of();
    String file = "";
    Map<Integer, Position> lines = Map.of();
    String reason = "";
    if (result instanceof CompileResult.Optimized better) {
      int version = job.owner().info().version();
      assumptions = better.assumptions();
      file = HexFormat.of().formatHex(MethodFile.write(better.method(), version).orElseThrow());
      lines = better.lines();
    } else if (result instanceof CompileResult.Unchanged unchanged) {
      reason = unchanged.reason();
    }
    List<Facts.Step> steps = recording.facts(assumptions).map(Facts::steps).orElse(List.of());
    return new Seen(
        result.decisions(),
        result.stats(),
        reason,
        file,
        lines,
        recording.plain(assumptions),
        steps);
  }

  private CompileResult compile(Job job, RecordingWorld recording) {
    return compiler.compile(
        new CompileRequest(
            recording.owner(job.owner()),
            job.method(),
            world.code(job.owner(), job.method()).orElseThrow(),
            null,
            world.profile(job.owner(), job.method()).orElse(null),
            recording,
            MODE,
            costs,
            InlineLimits.of(MODE),
            FLAG,
            FreeChoices.SENSIBLE,
            new Lines(),
            Set.of("narrowing"),
            false));
  }

  @Test
  void aFailureHereIsThrownHereAndTheNextMethodIsMade() throws Exception {
    RuntimeException failure = new IllegalStateException("no counts");
    boolean[] failing = {true};
    World seen =
        new Delegating(world) {
          @Override
          public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
            if (failing[0]) {
              throw failure;
            }
            return super.profile(owner, method);
          }
        };
    Conversation conversation = start(seen, world);
    Job job = jobs().get(0);
    assertSame(
        failure,
        assertThrows(IllegalStateException.class, () -> conversation.compile(job.plain())));
    failing[0] = false;
    assertEquals(
        compile(job, new RecordingWorld(world)).stats(),
        conversation.compile(job.plain()).version().stats());
  }

  @Test
  void bytesThatAreNotHereAreUnknown() throws Exception {
    Class<?> type = new LiveProgram.Loader().define(LiveProgram.classFile("Unseen"));
    ClassRecord unseen = program.registry().record(type);
    Conversation conversation = start(world, world);
    MethodInfo any = new MethodInfo("value", "()I", 1, 0, 5, false);
    Job job = new Job(unseen, any);
    UnknownBytesException thrown =
        assertThrows(UnknownBytesException.class, () -> conversation.compile(job.plain()));
    assertTrue(String.valueOf(thrown.getMessage()).contains("Unseen"), thrown.getMessage());
  }

  /** What another agent has changed is asked for anew. */
  @Test
  void changedBytesAreReadAgain() throws Exception {
    byte[] before = LiveProgram.classFile("Changing", "java/lang/Object", List.of(), true);
    ClassRecord type = program.known(new LiveProgram.Loader().define(before), before);
    Conversation conversation = start(world, world);
    MethodInfo method = type.info().method("value", "()I").orElseThrow();
    conversation.compile(new Job(type, method).plain());
    program.registry().captured(type, LiveProgram.classFile("Changing"));
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class, () -> conversation.compile(new Job(type, method).plain()));
    assertTrue(String.valueOf(thrown.getMessage()).contains("no method value"), thrown.toString());
  }

  @Test
  void whatIsNoMessageIsRefused() {
    byte[] noise = "jpgo: no such thing, and more of it".getBytes();
    Channel channel = new Channel(new ByteArrayInputStream(noise), new ByteArrayOutputStream());
    Conversation conversation =
        new Conversation(
            channel, new CompileSetting(MODE, Set.of()), new WorldAnswers(world, world));
    IOException thrown = assertThrows(IOException.class, conversation::greet);
    assertEquals("no message of jpgo's", thrown.getMessage());
  }

  private static class Delegating implements World {
    private final World world;

    Delegating(World world) {
      this.world = world;
    }

    @Override
    public Optional<LoadedClass> find(LoadedClass from, String internalName) {
      return world.find(from, internalName);
    }

    @Override
    public Optional<MethodNode> code(LoadedClass owner, MethodInfo method) {
      return world.code(owner, method);
    }

    @Override
    public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
      return world.profile(owner, method);
    }
  }

  /** Numbers as the server gives them out. */
  private static final class Lines implements SyntheticLines {
    private final Map<Position, Integer> given = new HashMap<>();

    @Override
    public int lineOf(Position position) {
      return given.computeIfAbsent(position, any -> HANDOVER - 1 - given.size());
    }
  }
}
