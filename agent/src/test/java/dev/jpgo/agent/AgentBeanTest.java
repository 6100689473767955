package dev.jpgo.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import org.junit.jupiter.api.Test;

class AgentBeanTest {
  @Test
  void nullIsRefusedInWordsAndGoesNowhere() throws Exception {
    List<String> sent = new ArrayList<>();
    AgentBean.register(
        command -> {
          sent.add(command);
          return "";
        });
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("dev.jpgo:type=Agent");
    try {
      String[] signature = {String.class.getName()};
      for (String operation : new String[] {"phase", "dumpTo", "writeTo"}) {
        RuntimeMBeanException failure =
            assertThrows(
                RuntimeMBeanException.class,
                () -> server.invoke(name, operation, new Object[] {null}, signature));
        assertEquals(IllegalArgumentException.class, failure.getTargetException().getClass());
      }
      assertEquals(List.of(), sent);
      server.invoke(name, "phase", new Object[] {"warm"}, signature);
      assertEquals(List.of("command=phase,name=warm"), sent);
    } finally {
      server.unregisterMBean(name);
    }
  }
}
