package dev.jpgo.cli.transfer;

import dev.jpgo.cli.common.Printable;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A profile as stacks, for tools that show stacks. A profile holds none: each method stands at the
 * bottom of its own, with its calls, and on it stand the calls that the optimizer looked at, with
 * how often they ran, inlined or not. So widths are executions, not time.
 */
public final class CallTree {
  /**
   * One frame.
   *
   * @param line of the call inside the frame below it, 0 when not known
   */
  public record Frame(MethodId method, int line) {}

  /**
   * Frames from the bottom up, and how often the topmost ran there.
   *
   * @param frames the outermost first
   */
  public record Stack(List<Frame> frames, long count) {}

  /** A call of one target, of which several things may have been decided. */
  private record Call(int site, int line, MethodId target) {
    static Call of(InlineDecision decision) {
      return new Call(decision.site(), decision.line(), decision.target());
    }
  }

  private CallTree() {}

  /** All stacks with a count. */
  public static List<Stack> of(Profile profile) {
    List<Stack> stacks = new ArrayList<>();
    for (ProfiledMethod method : profile.methods()) {
      List<Frame> root = List.of(new Frame(method.counts().method(), 0));
      add(root, method.counts().calls(), stacks);
      method.compiled().ifPresent(code -> add(root, code.decisions(), stacks));
    }
    return stacks;
  }

  private static void add(List<Frame> below, List<InlineDecision> decisions, List<Stack> into) {
    Map<Call, Long> counts = new HashMap<>();
    decisions.forEach(each -> counts.merge(Call.of(each), each.count(), Math::max));
    for (InlineDecision decision : decisions) {
      List<Frame> frames = new ArrayList<>(below);
      frames.add(new Frame(decision.target(), decision.line()));
      Long count = counts.remove(Call.of(decision));
      add(frames, count == null ? 0 : count, into);
      add(frames, decision.inner(), into);
    }
  }

  private static void add(List<Frame> frames, long count, List<Stack> into) {
    if (count > 0) {
      into.add(new Stack(List.copyOf(frames), count));
    }
  }

  /** As a person reads it, without descriptor: {@code java.util.List.get}. */
  public static String name(MethodId method) {
    return clean(method.owner().replace('/', '.') + '.' + method.name());
  }

  /** Names in class files may hold line ends, which formats of lines cannot. */
  static String clean(String name) {
    return Printable.of(name);
  }

  /** The source file as javac would have it, since a profile does not name it. */
  public static String sourceFile(MethodId method) {
    int slash = method.owner().lastIndexOf('/');
    int dollar = method.owner().indexOf('$', slash + 2);
    return (dollar < 0 ? method.owner() : method.owner().substring(0, dollar)) + ".java";
  }
}
