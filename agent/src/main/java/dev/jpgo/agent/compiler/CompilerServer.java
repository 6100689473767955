package dev.jpgo.agent.compiler;

import dev.jpgo.agent.world.UnknownBytesException;
import dev.jpgo.core.cache.Facts;
import dev.jpgo.core.cache.MethodFile;
import dev.jpgo.core.cache.RecordingWorld;
import dev.jpgo.core.cache.Sink;
import dev.jpgo.core.cache.Source;
import dev.jpgo.core.cache.Texts;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.cache.VersionWriter;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.ir.SyntheticLines;
import dev.jpgo.core.phase.CompileRequest;
import dev.jpgo.core.phase.CompileResult;
import dev.jpgo.core.phase.TierTwoCompiler;
import dev.jpgo.core.phase.inline.FreeChoices;
import dev.jpgo.core.phase.inline.InlineLimits;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.CostModel;
import dev.jpgo.core.world.FlagField;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;

/**
 * The optimizer as a process of its own: takes methods from standard input, one at a time, until
 * that ends, and answers on standard output. Started by {@link CompilerProcess} alone.
 */
public final class CompilerServer {
  /** No method takes so long. */
  private static final long LONGEST_NANOS = 20_000_000_000L;

  private static final Facts NO_FACTS =
      new Facts(List.of(), List.of(), List.of(), List.of(), List.of());

  private final Channel channel;
  private final RemoteWorld world;
  private final Deadline deadline;
  private final TierTwoCompiler compiler = new TierTwoCompiler();
  private final CompileSetting setting;
  private final CostModel costs;

  private CompilerServer(Channel channel, Deadline deadline) throws IOException {
    this.channel = channel;
    this.deadline = deadline;
    this.world = new RemoteWorld(channel);
    channel.send(Channel.Kind.READY, new byte[0]);
    Channel.Message first = channel.receive();
    if (first.kind() != Channel.Kind.SETTING) {
      throw new IOException("no setting but " + first.kind());
    }
    this.setting = CompileSetting.read(first.body());
    this.costs = CostModel.deciding(setting.mode());
  }

  /** Serves until standard input ends. */
  public static void run() {
    Channel channel =
        new Channel(
            new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16),
            new FileOutputStream(FileDescriptor.out));
    System.setOut(System.err); // nobody else may write there
    Thread thread = new Thread(null, () -> end(channel), "jpgo-compiler", 64L << 20);
    thread.start();
  }

  private static void end(Channel channel) {
    try {
      serve(channel, Deadline.start(LONGEST_NANOS, CompilerServer::giveUp));
    } catch (IOException | UncheckedIOException gone) {
      Runtime.getRuntime().halt(0); // the program has ended, or does not want us any more
    } catch (Throwable failure) {
      Runtime.getRuntime().halt(1); // the agent goes on without
    }
  }

  /** Serves until the agent is gone, which is thrown. */
  static void serve(Channel channel, Deadline deadline) throws IOException {
    CompilerServer server = new CompilerServer(channel, deadline);
    while (true) {
      server.next();
    }
  }

  private static void giveUp() {
    Runtime.getRuntime().halt(2);
  }

  private void next() throws IOException {
    Channel.Message message = channel.receive();
    if (message.kind() != Channel.Kind.JOB) {
      throw new IOException("no job but " + message.kind());
    }
    deadline.begin();
    try {
      channel.send(Channel.Kind.MADE, compile(message.body()));
    } catch (RemoteWorld.RefusedException refused) {
      failed(Channel.Kind.FAILED, refused);
    } catch (UnknownBytesException unknown) {
      failed(Channel.Kind.UNKNOWN_BYTES, unknown);
    } catch (UncheckedIOException gone) {
      throw gone;
    } catch (RuntimeException | LinkageError | StackOverflowError failure) {
      failed(Channel.Kind.FAILED, failure);
    } finally {
      deadline.end();
    }
  }

  private void failed(Channel.Kind kind, Throwable failure) throws IOException {
    StringBuilder text = new StringBuilder(kind == Channel.Kind.FAILED ? failure.toString() : "");
    if (kind == Channel.Kind.UNKNOWN_BYTES) {
      text.append(failure.getMessage());
    } else if (failure.getStackTrace().length > 0) {
      text.append(" at ").append(failure.getStackTrace()[0]);
    }
    channel.send(kind, text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private byte[] compile(Source job) {
    world.begin(job);
    RemoteClass owner = world.type(job);
    String name = Wire.text(job);
    String descriptor = Wire.text(job);
    InlineLimits limits = Wire.limits(job);
    FlagField flag = Wire.field(job);
    RecordingWorld recording = Wire.flag(job) ? new RecordingWorld(world) : null;
    MethodInfo info =
        owner
            .info()
            .method(name, descriptor)
            .orElseThrow(() -> new IllegalStateException("no method " + name + descriptor));
    MethodNode code =
        world.code(owner, info).orElseThrow(() -> new UnknownBytesException(owner.name()));
    CompileResult result =
        compiler.compile(
            new CompileRequest(
                recording == null ? owner : recording.owner(owner),
                info,
                code,
                null,
                world.profile(owner, info).orElse(null),
                recording == null ? world : recording,
                setting.mode(),
                costs,
                limits,
                flag,
                FreeChoices.SENSIBLE,
                new Lines(),
                setting.phasesOff(),
                false));
    return write(owner, info, flag, recording, result);
  }

  private byte[] write(
      RemoteClass owner,
      MethodInfo info,
      FlagField flag,
      @Nullable RecordingWorld recording,
      CompileResult result) {
    List<Assumption> assumptions = List.of();
    Version.Outcome outcome;
    if (result instanceof CompileResult.Optimized optimized) {
      byte[] file =
          MethodFile.write(optimized.method(), owner.info().version())
              .orElseThrow(() -> new IllegalStateException("its code is too large"));
      assumptions = optimized.assumptions();
      outcome = new Version.Better(file, flag, optimized.lines());
    } else {
      outcome = new Version.Unchanged(((CompileResult.Unchanged) result).reason());
    }
    Facts facts = recording == null ? NO_FACTS : recording.facts(assumptions).orElse(NO_FACTS);
    Version version =
        new Version(
            info.name(), info.descriptor(), facts, result.decisions(), result.stats(), outcome);
    Texts texts = new Texts();
    byte[] bytes = VersionWriter.write(version, texts);
    Sink sink = new Sink();
    sink.number(world.queries());
    texts.write(sink);
    sink.bytes(bytes);
    List<Assumption> plain = recording == null ? assumptions : recording.plain(assumptions);
    sink.number(plain.size());
    for (Assumption each : plain) {
      sink.number(((RemoteClass) each.root()).number());
      Wire.text(sink, each.name());
      Wire.text(sink, each.descriptor());
      sink.number(((RemoteClass) each.target()).number());
      sink.number(each.except() instanceof RemoteClass except ? except.number() : -1);
    }
    return sink.toBytes();
  }

  /** Numbers of its own; the agent puts those of the class in their place. */
  private static final class Lines implements SyntheticLines {
    private final Map<Position, Integer> given = new HashMap<>();

    @Override
    public int lineOf(Position position) {
      Integer known = given.get(position);
      if (known == null) {
        known = HANDOVER - 1 - given.size();
        if (known <= 1 << 15) {
          return EXHAUSTED;
        }
        given.put(position, known);
      }
      return known;
    }
  }
}
