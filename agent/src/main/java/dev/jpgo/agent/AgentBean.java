package dev.jpgo.agent;

import dev.jpgo.agent.options.AgentArguments;
import java.lang.management.ManagementFactory;
import java.util.function.Function;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;

/**
 * The bean behind {@link AgentMXBean}; it opens nothing by itself: who may connect, the JVM says.
 */
final class AgentBean implements AgentMXBean {
  private static final String NAME = "dev.jpgo:type=Agent";

  private final Function<String, String> commands;

  private AgentBean(Function<String, String> commands) {
    this.commands = commands;
  }

  /**
   * Registers the bean, in place of one of a session before.
   *
   * @throws JMException when it cannot be
   */
  static void register(Function<String, String> commands) throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName(NAME);
    if (server.isRegistered(name)) {
      server.unregisterMBean(name);
    }
    server.registerMBean(new StandardMBean(new AgentBean(commands), AgentMXBean.class, true), name);
  }

  @Override
  public void reset() {
    send("command=reset");
  }

  @Override
  public void dump() {
    send("command=dump");
  }

  @Override
  public void dumpTo(String file) {
    send("command=dump,out=" + AgentArguments.quote(required(file, "file")));
  }

  @Override
  public void writeTo(String pattern) {
    send("command=out,out=" + AgentArguments.quote(required(pattern, "pattern")));
  }

  @Override
  public void phase(String name) {
    send("command=phase,name=" + AgentArguments.quote(required(name, "name")));
  }

  @Override
  public void awaitIdle(long millis) {
    send("command=idle,millis=" + millis);
  }

  /** A client may send null for any parameter. */
  private static String required(@Nullable String given, String what) {
    if (given == null) {
      throw new IllegalArgumentException("null is no " + what);
    }
    return given;
  }

  private void send(String command) {
    String failure = commands.apply(command);
    if (!failure.isEmpty()) {
      throw new IllegalStateException(failure);
    }
  }
}
