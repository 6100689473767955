package dev.jpgo.agent.compiler;

import dev.jpgo.agent.world.UnknownBytesException;
import dev.jpgo.core.cache.Source;
import dev.jpgo.core.cache.Texts;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.cache.VersionReader;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.LoadedClass;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The agent's side of what it and {@link CompilerServer} say to each other. */
public final class Conversation {
  private final Channel channel;
  private final CompileSetting setting;
  private final WorldAnswers answers;

  /**
   * What became of a method.
   *
   * @param version code, or why there is none; with facts if they were wanted and are complete
   * @param assumptions what the code rests on
   * @param queries how much had to be asked for it
   */
  public record Made(Version version, List<Assumption> assumptions, int queries) {}

  Conversation(Channel channel, CompileSetting setting, WorldAnswers answers) {
    this.channel = channel;
    this.setting = setting;
    this.answers = answers;
  }

  /** Waits until the other side is there, and tells it how to optimize. */
  void greet() throws IOException {
    if (channel.receive().kind() != Channel.Kind.READY) {
      throw new IOException("it speaks another language");
    }
    channel.send(Channel.Kind.SETTING, setting.toBytes());
  }

  /**
   * Has a method optimized.
   *
   * @throws IOException when the other side is gone or makes no sense: it is of no use any more
   * @throws UnknownBytesException when bytes of a class are needed that are not here; they have
   *     been sent for
   * @throws IllegalStateException when the optimizer failed on this method
   */
  Made compile(CompileJob job) throws IOException {
    channel.send(Channel.Kind.JOB, answers.job(job));
    RuntimeException refused = null;
    while (true) {
      Channel.Message message = channel.receive();
      try {
        switch (message.kind()) {
          case QUERY -> refused = answer(message.body());
          case MADE -> {
            return made(message.body());
          }
          case UNKNOWN_BYTES -> throw new UnknownBytesException(text(message.body()));
          case FAILED ->
              throw refused == null ? new IllegalStateException(text(message.body())) : refused;
          default -> throw new IOException(message.kind() + " was not expected");
        }
      } catch (IllegalArgumentException damaged) {
        throw new IOException("its answer is damaged: " + damaged.getMessage(), damaged);
      }
    }
  }

  /** Answers, or returns why it cannot. */
  private @Nullable RuntimeException answer(Source query) throws IOException {
    byte[] answer;
    try {
      answer = answers.answer(query);
    } catch (RuntimeException failure) {
      channel.send(Channel.Kind.REFUSAL, new byte[0]);
      return failure;
    }
    channel.send(Channel.Kind.ANSWER, answer);
    return null;
  }

  private static String text(Source body) {
    return new String(body.rest(), StandardCharsets.UTF_8);
  }

  private Made made(Source body) {
    int queries = body.number(Wire.MOST);
    Texts texts = Texts.read(body);
    Version version = VersionReader.read(body.bytes(), texts);
    List<Assumption> assumptions = new ArrayList<>();
    for (int left = body.number(Wire.MOST); left > 0; left--) {
      LoadedClass root = answers.type(body.number(answers.last()));
      String name = Wire.text(body);
      String descriptor = Wire.text(body);
      LoadedClass target = answers.type(body.number(answers.last()));
      int number = body.signed(answers.last());
      LoadedClass except = number < 0 ? null : answers.type(number);
      assumptions.add(new Assumption(root, name, descriptor, target, except));
    }
    return new Made(version, assumptions, queries);
  }
}
