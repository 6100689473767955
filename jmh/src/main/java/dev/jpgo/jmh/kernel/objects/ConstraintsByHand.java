package dev.jpgo.jmh.kernel.objects;

import static dev.jpgo.jmh.kernel.objects.Constraints.QUEENS;

import dev.jpgo.jmh.workload.Workload;

/** {@link Constraints} with its calls written out, lists as arrays, and constraints by kind. */
public final class ConstraintsByHand implements Workload {
  private static final int APARTS = QUEENS * (QUEENS - 1) / 2 * 3;

  /** An unknown. */
  private static final class Variable {
    private final Constraint[] watchers = new Constraint[APARTS];
    private int watching;
    private int domain = (1 << QUEENS) - 1;
  }

  /** Both kinds; {@code less} tells which. */
  private static final class Constraint {
    private final Variable first;
    private final Variable second;
    private final int distance;
    private final boolean less;
    private boolean waiting;

    Constraint(Variable first, Variable second, int distance, boolean less) {
      this.first = first;
      this.second = second;
      this.distance = distance;
      this.less = less;
      first.watchers[first.watching++] = this;
      second.watchers[second.watching++] = this;
    }
  }

  private final Variable[] variables = new Variable[QUEENS];
  private final Constraint[] agenda = new Constraint[APARTS + 1];
  private final Variable[] changed = new Variable[QUEENS * QUEENS * QUEENS];
  private final int[] formerDomains = new int[QUEENS * QUEENS * QUEENS];
  private int agendaSize;
  private int changedSize;
  private long checksum;

  public ConstraintsByHand() {
    for (int i = 0; i < QUEENS; i++) {
      variables[i] = new Variable();
    }
    for (int i = 0; i < QUEENS; i++) {
      for (int j = i + 1; j < QUEENS; j++) {
        new Constraint(variables[i], variables[j], 0, false);
        new Constraint(variables[i], variables[j], j - i, false);
        new Constraint(variables[i], variables[j], i - j, false);
      }
    }
    new Constraint(variables[0], variables[QUEENS - 1], 0, true);
  }

  @Override
  public long iterate() {
    checksum = 1;
    for (int round = 0; round < Constraints.ROUNDS; round++) {
      search(0);
    }
    return checksum;
  }

  private void search(int position) {
    if (position == QUEENS) {
      long sum = checksum;
      for (Variable variable : variables) {
        sum = sum * 31 + variable.domain;
      }
      checksum = sum;
      return;
    }
    Variable variable = variables[position];
    int mark = changedSize;
    int candidates = variable.domain;
    while (candidates != 0) {
      int value = candidates & -candidates;
      candidates ^= value;
      int former = variable.domain;
      if (((former & value) == former || shrink(variable, former, former & value)) && propagate()) {
        search(position + 1);
      }
      int size = changedSize;
      while (size > mark) {
        size--;
        changed[size].domain = formerDomains[size];
      }
      changedSize = size;
    }
  }

  /** The rarer half of {@code Constraints.restrict}: the domain does change. */
  private boolean shrink(Variable variable, int former, int now) {
    int at = changedSize++;
    formerDomains[at] = former;
    changed[at] = variable;
    variable.domain = now;
    Constraint[] watchers = variable.watchers;
    int end = variable.watching;
    int size = agendaSize;
    for (int i = 0; i < end; i++) {
      Constraint constraint = watchers[i];
      if (!constraint.waiting) {
        constraint.waiting = true;
        agenda[size++] = constraint;
      }
    }
    agendaSize = size;
    return now != 0;
  }

  private boolean propagate() {
    boolean possible = true;
    while (agendaSize > 0) {
      Constraint constraint = agenda[--agendaSize];
      constraint.waiting = false;
      if (!possible) {
        continue;
      }
      Variable first = constraint.first;
      Variable second = constraint.second;
      int distance = constraint.distance;
      int domain = first.domain;
      int other = second.domain;
      if (constraint.less) {
        possible = less(first, second);
        continue;
      }
      if ((domain & (domain - 1)) == 0) {
        int left = other & ~(distance >= 0 ? domain << distance : domain >>> -distance);
        if (left != other && !shrink(second, other, left)) {
          possible = false;
          continue;
        }
        other = left;
      }
      if ((other & (other - 1)) == 0) {
        int left = domain & ~(distance <= 0 ? other << -distance : other >>> distance);
        if (left != domain && !shrink(first, domain, left)) {
          possible = false;
        }
      }
    }
    return possible;
  }

  private boolean less(Variable first, Variable second) {
    int domain = first.domain;
    int other = second.domain;
    int least = domain & -domain;
    int left = other & ~(least | (least - 1));
    if (left != other && !shrink(second, other, left)) {
      return false;
    }
    int greatest = 1;
    while (left > 1) {
      left >>>= 1;
      greatest <<= 1;
    }
    int below = domain & (greatest - 1);
    return below == domain || shrink(first, domain, below);
  }
}
