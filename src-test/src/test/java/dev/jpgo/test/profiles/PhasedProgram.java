package dev.jpgo.test.profiles;

import dev.jpgo.api.Jpgo;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** A program in three phases, of which it writes the second to a file of its own. */
public final class PhasedProgram {
  private PhasedProgram() {}

  public static void main(String[] arguments) throws Exception {
    System.out.println("agent " + Jpgo.isPresent());
    work(100);
    if (!Jpgo.reset()) {
      System.out.println(Jpgo.dump(Path.of("none")) || Jpgo.phase("x") || Jpgo.setFile("y"));
      return;
    }
    Jpgo.phase("second, of three");
    work(1000);
    Jpgo.dump(Path.of("second.jpgo"));
    Jpgo.awaitIdle(Duration.ofMinutes(1));
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName agent = new ObjectName("dev.jpgo:type=Agent");
    server.invoke(agent, "reset", new Object[0], new String[0]);
    String[] text = {"java.lang.String"};
    server.invoke(agent, "phase", new Object[] {"third"}, text);
    server.invoke(agent, "writeTo", new Object[] {"%m.jpgo"}, text);
    work(7);
    server.invoke(agent, "dump", new Object[0], new String[0]);
    work(70);
    try {
      Jpgo.setFile("nowhere/x.jpgo");
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }

  private static void work(int calls) {
    for (int i = 0; i < calls; i++) {
      Counted.step(i);
    }
  }
}
