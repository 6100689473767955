package dev.jpgo.agent;

import dev.jpgo.agent.options.AgentArguments;
import dev.jpgo.agent.options.OptionException;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/**
 * What can be asked of an agent that is there: {@code command=dump,out=FILE} (and {@code
 * stats=FILE}), {@code command=reset}, {@code command=phase,name=NAME}, {@code
 * command=out,out=PATTERN}, {@code command=idle,millis=N}, {@code command=detach}, and after that
 * {@code command=attach} with options. Called on the attach listener's thread, and on the program's
 * own ({@code dev.jpgo.api}).
 */
final class Commands implements Function<String, String> {
  /** What is answered to an attach when the agent has not been detached. */
  static final String PRESENT = "present";

  /** What is answered to {@link #STATE} when the agent has been detached. */
  static final String DETACHED = "the agent is detached";

  /**
   * Asked before any other command of one who attaches: after a detach there is no agent for them
   * any more. To the program itself, which does not know of it, commands are as good as done.
   */
  static final String STATE = "command=state";

  static final String ATTACH = "command=attach,";

  private final AgentStart agent;

  Commands(AgentStart agent) {
    this.agent = agent;
  }

  private String awaitIdle(String millis) throws InterruptedException {
    try {
      return agent.session().awaitIdle(Math.max(0, Long.parseLong(millis)));
    } catch (NumberFormatException e) {
      return "idle needs millis=N";
    }
  }

  /** Does it; answers what failed, or an empty string. */
  @Override
  public String apply(String arguments) {
    try {
      if (arguments.startsWith(ATTACH)) {
        return agent.again(arguments.substring(ATTACH.length())) ? "" : PRESENT;
      }
      Map<String, String> parts = AgentArguments.split(arguments);
      String command = parts.getOrDefault("command", "");
      return switch (command) {
        case "dump" ->
            agent.session().dump(parts.getOrDefault("out", ""), parts.getOrDefault("stats", ""));
        case "detach" -> agent.session().detach();
        case "reset" -> agent.session().reset();
        case "phase" -> agent.session().phase(parts.getOrDefault("name", ""));
        case "out" -> agent.session().writeTo(parts.getOrDefault("out", ""));
        case "state" -> agent.session().detached() ? DETACHED : "";
        case "idle" -> awaitIdle(parts.getOrDefault("millis", ""));
        default ->
            "unknown command "
                + command
                + "; there are attach, detach, dump, idle, out, phase and reset";
      };
    } catch (OptionException | IOException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    } catch (Exception e) {
      return e.toString();
    }
  }
}
