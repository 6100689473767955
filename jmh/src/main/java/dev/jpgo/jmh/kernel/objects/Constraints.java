package dev.jpgo.jmh.kernel.objects;

import dev.jpgo.jmh.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * A solver of constraints over small sets of numbers: propagation from an agenda, search with a
 * trail. It finds every way to place queens of which none attacks another, the first one left of
 * the last.
 */
public final class Constraints implements Workload {
  static final int QUEENS = 7;
  static final int ROUNDS = 4;

  /** An unknown: the values that it may still have, as bits. */
  static final class Variable {
    private final List<Constraint> watchers = new ArrayList<>();
    private int domain;

    Variable(int domain) {
      this.domain = domain;
    }

    int domain() {
      return domain;
    }

    void restore(int former) {
      domain = former;
    }

    boolean isFixed() {
      return (domain & (domain - 1)) == 0;
    }

    boolean isImpossible() {
      return domain == 0;
    }

    List<Constraint> watchers() {
      return watchers;
    }

    void watch(Constraint constraint) {
      watchers.add(constraint);
    }
  }

  /** What must hold between variables. */
  abstract static class Constraint {
    private boolean waiting;

    /** Takes values away that cannot be; false if none is left for some variable. */
    abstract boolean propagate(Constraints solver);

    boolean isWaiting() {
      return waiting;
    }

    void setWaiting(boolean waiting) {
      this.waiting = waiting;
    }
  }

  /** The first and the second differ by anything but a distance. */
  static final class Apart extends Constraint {
    private final Variable first;
    private final Variable second;
    private final int distance;

    Apart(Variable first, Variable second, int distance) {
      this.first = first;
      this.second = second;
      this.distance = distance;
      first.watch(this);
      second.watch(this);
    }

    @Override
    boolean propagate(Constraints solver) {
      if (first.isFixed() && !solver.restrict(second, ~shifted(first.domain(), distance))) {
        return false;
      }
      return !second.isFixed() || solver.restrict(first, ~shifted(second.domain(), -distance));
    }

    private static int shifted(int domain, int distance) {
      return distance >= 0 ? domain << distance : domain >>> -distance;
    }
  }

  /** The first is less than the second. */
  static final class Less extends Constraint {
    private final Variable first;
    private final Variable second;

    Less(Variable first, Variable second) {
      this.first = first;
      this.second = second;
      first.watch(this);
      second.watch(this);
    }

    @Override
    boolean propagate(Constraints solver) {
      int least = first.domain() & -first.domain();
      if (!solver.restrict(second, ~(least | (least - 1)))) {
        return false;
      }
      return solver.restrict(first, below(second.domain()));
    }

    /** Every value less than the greatest of a domain. */
    private static int below(int domain) {
      int greatest = 1;
      while (domain > 1) {
        domain >>>= 1;
        greatest <<= 1;
      }
      return greatest - 1;
    }
  }

  private final List<Variable> variables = new ArrayList<>();
  private final List<Constraint> agenda = new ArrayList<>();
  private final List<Variable> changed = new ArrayList<>();
  private final int[] formerDomains = new int[QUEENS * QUEENS * QUEENS];
  private long checksum;

  public Constraints() {
    for (int i = 0; i < QUEENS; i++) {
      variables.add(new Variable((1 << QUEENS) - 1));
    }
    for (int i = 0; i < QUEENS; i++) {
      for (int j = i + 1; j < QUEENS; j++) {
        new Apart(variables.get(i), variables.get(j), 0);
        new Apart(variables.get(i), variables.get(j), j - i);
        new Apart(variables.get(i), variables.get(j), i - j);
      }
    }
    new Less(variables.get(0), variables.get(QUEENS - 1));
  }

  @Override
  public long iterate() {
    checksum = 1;
    for (int round = 0; round < ROUNDS; round++) {
      search(0);
    }
    return checksum;
  }

  private void search(int position) {
    if (position == QUEENS) {
      for (Variable variable : variables) {
        checksum = checksum * 31 + variable.domain();
      }
      return;
    }
    Variable variable = variables.get(position);
    int mark = changed.size();
    int candidates = variable.domain();
    while (candidates != 0) {
      int value = candidates & -candidates;
      candidates ^= value;
      if (restrict(variable, value) && propagate()) {
        search(position + 1);
      }
      undo(mark);
    }
  }

  boolean restrict(Variable variable, int allowed) {
    int former = variable.domain();
    if ((former & allowed) == former) {
      return true;
    }
    formerDomains[changed.size()] = former;
    changed.add(variable);
    variable.restore(former & allowed);
    for (Constraint constraint : variable.watchers()) {
      if (!constraint.isWaiting()) {
        constraint.setWaiting(true);
        agenda.add(constraint);
      }
    }
    return !variable.isImpossible();
  }

  private boolean propagate() {
    boolean possible = true;
    while (!agenda.isEmpty()) {
      Constraint constraint = agenda.remove(agenda.size() - 1);
      constraint.setWaiting(false);
      possible = possible && constraint.propagate(this);
    }
    return possible;
  }

  private void undo(int mark) {
    while (changed.size() > mark) {
      Variable variable = changed.remove(changed.size() - 1);
      variable.restore(formerDomains[changed.size()]);
    }
  }
}
