package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.world.LiveProgram;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanQueueTest {
  private final LiveProgram program = new LiveProgram(0);
  private final ClassState string = state(String.class);
  private final ClassState list = state(List.class);
  private final ClassState object = state(Object.class);

  private ClassState state(Class<?> type) {
    return new ClassState(program.registry().record(type));
  }

  private static List<ClassState> take(PlanQueue queue, int count, long now) {
    List<ClassState> taken = new ArrayList<>();
    for (PlanQueue.Plan plan : queue.take(count, now)) {
      taken.add(plan.state());
    }
    return taken;
  }

  @Test
  void theMostPromisingComeFirst() {
    PlanQueue queue = new PlanQueue(10);
    queue.add(string, 1);
    queue.add(list, 3);
    queue.add(object, 2);
    assertEquals(List.of(list, object), take(queue, 2, 0));
    assertEquals(List.of(string), take(queue, 2, 0));
    assertTrue(queue.isEmpty());
  }

  @Test
  void aClassWaitsOnceAndMayWaitAgainAfterItsTurn() {
    PlanQueue queue = new PlanQueue(10);
    queue.add(string, 1);
    queue.add(string, 5);
    assertEquals(1, queue.size());
    assertEquals(List.of(string), take(queue, 10, 0));
    assertFalse(string.pace().queued());
    queue.add(string, 1);
    assertEquals(List.of(string), take(queue, 10, 0));
  }

  @Test
  void aClassThatRestsLetsOthersPassUntilItsRestIsOver() {
    PlanQueue queue = new PlanQueue(10);
    queue.add(string, 9);
    queue.add(list, 1);
    string.pace().restUntil(100);
    assertEquals(List.of(list), take(queue, 10, 99));
    assertEquals(List.of(), take(queue, 10, 99));
    assertTrue(string.pace().queued());
    assertEquals(List.of(string), take(queue, 10, 100));
  }

  @Test
  void whatIsReadyDoesNotWaitUntilItsClassHasRestedOnce() {
    PlanQueue queue = new PlanQueue(10);
    string.pace().restUntil(100);
    queue.add(string, 1);
    assertEquals(List.of(), take(queue, 10, 99));
    string.pace().makeReady();
    assertTrue(string.pace().rests(99));
    assertEquals(List.of(string), take(queue, 10, 99));
    string.pace().restUntil(200);
    queue.add(string, 1);
    assertEquals(List.of(), take(queue, 10, 199));
  }

  @Test
  void aClassThatIsUrgentDoesNotRest() {
    PlanQueue queue = new PlanQueue(10);
    queue.add(string, 9);
    assertFalse(queue.isUrgent());
    string.pace().restUntil(100);
    queue.addUrgent(string, 9);
    assertTrue(queue.isUrgent());
    assertEquals(1, queue.size());
    assertEquals(List.of(string), take(queue, 10, 0));
    assertFalse(queue.isUrgent());
  }

  @Test
  void asLongAsThereMayBeMoreThanWereTakenTheQueueIsUrgent() {
    PlanQueue queue = new PlanQueue(10);
    queue.addUrgent(string, 9);
    queue.addUrgent(list, 9);
    take(queue, 1, 0);
    assertTrue(queue.isUrgent());
    take(queue, 2, 0);
    assertFalse(queue.isUrgent());
  }

  @Test
  void fromAFullQueueTheLeastPromisingAreDroppedAndMayComeAgain() {
    PlanQueue queue = new PlanQueue(2);
    queue.add(string, 2);
    queue.add(list, 3);
    queue.add(object, 1);
    assertEquals(1, queue.size());
    assertFalse(string.pace().queued());
    assertFalse(object.pace().queued());
    assertEquals(List.of(list), take(queue, 10, 0));
  }
}
