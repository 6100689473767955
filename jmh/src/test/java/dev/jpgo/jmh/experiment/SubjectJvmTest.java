package dev.jpgo.jmh.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.jmh.driver.ForkFailure;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.experiment.subject.ActorSubject;
import dev.jpgo.jmh.experiment.subject.BigAppSubject;
import dev.jpgo.jmh.experiment.subject.HttpSubject;
import dev.jpgo.jmh.experiment.subject.LockSubject;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubjectJvmTest {
  private static final VmSpec VM = VmSpec.parse("this-default");

  private static SubjectJvm start(Class<?> main, Object... arguments) throws Exception {
    return SubjectJvm.start(VM, List.of(), Setting.BASE, main, arguments);
  }

  @Test
  void locksCountTheSameHoweverTheyAreTaken() throws Exception {
    try (SubjectJvm thin = start(LockSubject.class, LockSubject.Scenario.THIN, 40_000);
        SubjectJvm nested = start(LockSubject.class, LockSubject.Scenario.NESTED, 40_000)) {
      thin.finish();
      nested.finish();
      assertEquals(thin.value("checksum"), nested.value("checksum"));
    }
  }

  @Test
  void aServerAnswersUntilItsInputEnds() throws Exception {
    try (SubjectJvm jvm = start(HttpSubject.class, 1)) {
      HttpLoad load = new HttpLoad(Integer.parseInt(jvm.await("port")), 2);
      assertEquals(20, load.paced(0.1, 200).count());
      jvm.finish();
    }
  }

  @Test
  void actorsExchangeEveryMessage() throws Exception {
    try (SubjectJvm jvm = start(ActorSubject.class, ActorSubject.Style.TYPED, 5, 2, 2, 50)) {
      jvm.finish();
      assertEquals("200", jvm.value("messages"));
    }
  }

  @Test
  void aBigApplicationTellsLatenciesWhenOrdered() throws Exception {
    try (SubjectJvm jvm = start(BigAppSubject.class, 400, 2)) {
      jvm.await("called");
      jvm.order("tell now");
      assertEquals(4, jvm.await("now").split(" ").length);
      jvm.finish();
      assertEquals("400", jvm.value("methods"));
    }
  }

  @Test
  void aSubjectThatFailsIsAnErrorWithItsLastWords() throws Exception {
    try (SubjectJvm jvm = start(LockSubject.class, "NO_SUCH_SCENARIO", 1)) {
      ForkFailure failure = assertThrows(ForkFailure.class, jvm::finish);
      assertTrue(String.valueOf(failure.getMessage()).contains("NO_SUCH_SCENARIO"));
    }
  }
}
