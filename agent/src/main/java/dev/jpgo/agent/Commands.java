package dev.jpgo.agent;

import dev.jpgo.agent.options.AgentArguments;
import dev.jpgo.agent.options.OptionException;
import java.util.Map;
import java.util.function.Function;

/**
 * What can be asked of a running agent: {@code command=dump,out=FILE} (and {@code stats=FILE}),
 * {@code command=detach}. Called on the attach listener's thread.
 */
final class Commands implements Function<String, String> {
  private final Session session;

  Commands(Session session) {
    this.session = session;
  }

  /** Does it; answers what failed, or an empty string. */
  @Override
  public String apply(String arguments) {
    try {
      Map<String, String> parts = AgentArguments.split(arguments);
      String command = parts.getOrDefault("command", "");
      return switch (command) {
        case "dump" -> session.dump(parts.getOrDefault("out", ""), parts.getOrDefault("stats", ""));
        case "detach" -> session.detach();
        default -> "unknown command " + command + "; there are dump and detach";
      };
    } catch (OptionException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
