package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WorkBudgetTest {
  @Test
  void afterWorkItRestsForAsLongAsItsShareAsks() {
    WorkBudget quarter = new WorkBudget(25);
    quarter.start(1000);
    assertEquals(300, quarter.rest(1100));
    WorkBudget all = new WorkBudget(100);
    all.start(1000);
    assertEquals(0, all.rest(5000));
  }

  @Test
  void aSliceIsSpentWhenItsTimeIsUpAndTheTimeStartsAnew() {
    WorkBudget budget = new WorkBudget(100);
    budget.start(1000);
    assertFalse(budget.spent(1099, 100));
    assertTrue(budget.spent(1100, 100));
    budget.start(1100);
    assertFalse(budget.spent(1100, 100));
  }
}
