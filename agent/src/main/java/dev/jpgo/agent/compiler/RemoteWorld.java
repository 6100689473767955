package dev.jpgo.agent.compiler;

import dev.jpgo.agent.world.MethodBytes;
import dev.jpgo.core.cache.Source;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodNode;

/** The running program, as the optimizer sees it from another process. */
final class RemoteWorld implements World {
  /** The agent has no answer, and the job is off. */
  static final class RefusedException extends RuntimeException {
    RefusedException() {
      super("the agent refused", null, false, false);
    }
  }

  private record Counted(LoadedClass owner, String name, String descriptor) {}

  private final Channel channel;
  private final List<RemoteClass> classes = new ArrayList<>();
  private final Map<Integer, Object> loaders = new HashMap<>();
  private final Map<Counted, Optional<MethodProfile>> profiles = new HashMap<>();
  private final MethodBytes methods = new MethodBytes();
  private int job;
  private int queries;

  RemoteWorld(Channel channel) {
    this.channel = channel;
    loaders.put(0, BOOT_LOADER);
  }

  /** A job begins, with this message; what follows the new classes is left to be read. */
  void begin(Source message) {
    job++;
    queries = 0;
    profiles.clear();
    news(message);
    for (int left = message.number(Wire.MOST); left > 0; left--) {
      type(message).outdated();
    }
  }

  /** Number of the job. */
  int job() {
    return job;
  }

  /** How often the agent was asked in this job. */
  int queries() {
    return queries;
  }

  /** Asks; what follows the new classes is left to be read. */
  Source ask(Question question) {
    queries++;
    try {
      channel.send(Channel.Kind.QUERY, question.toBytes());
      Channel.Message answer = channel.receive();
      if (answer.kind() == Channel.Kind.REFUSAL) {
        throw new RefusedException();
      }
      if (answer.kind() != Channel.Kind.ANSWER) {
        throw new IOException("no answer but " + answer.kind());
      }
      news(answer.body());
      return answer.body();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  private void news(Source message) {
    for (int left = message.number(Wire.MOST); left > 0; left--) {
      String name = Wire.text(message);
      Object loader = loaders.computeIfAbsent(message.number(Wire.MOST), number -> new Object());
      RemoteClass superclass = optional(message);
      List<LoadedClass> interfaces = all(message);
      classes.add(new RemoteClass(this, classes.size(), name, loader, superclass, interfaces));
    }
  }

  RemoteClass type(Source message) {
    return classes.get(message.number(classes.size() - 1));
  }

  @Nullable RemoteClass optional(Source message) {
    int number = message.signed(classes.size() - 1);
    return number == Wire.NONE ? null : classes.get(number);
  }

  List<LoadedClass> all(Source message) {
    List<LoadedClass> all = new ArrayList<>();
    for (int left = message.number(Wire.MOST); left > 0; left--) {
      all.add(type(message));
    }
    return List.copyOf(all);
  }

  static byte @Nullable [] bytes(Source message) {
    return Wire.flag(message) ? message.bytes() : null;
  }

  boolean flag(Question question) {
    return Wire.flag(ask(question));
  }

  @Override
  public Optional<LoadedClass> find(LoadedClass from, String internalName) {
    return ((RemoteClass) from).find(internalName);
  }

  @Override
  public Optional<MethodNode> code(LoadedClass owner, MethodInfo method) {
    byte[] bytes = method.hasCode() ? ((RemoteClass) owner).code() : null;
    return bytes == null
        ? Optional.empty()
        : methods.shared(bytes, method.name(), method.descriptor(), method.ordinal());
  }

  @Override
  public Optional<MethodProfile> profile(LoadedClass owner, MethodInfo method) {
    Counted key = new Counted(owner, method.name(), method.descriptor());
    return profiles.computeIfAbsent(key, this::ask);
  }

  private Optional<MethodProfile> ask(Counted method) {
    Question question = new Question(Query.PROFILE, (RemoteClass) method.owner());
    return Wire.profile(ask(question.text(method.name()).text(method.descriptor())));
  }
}
