package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.profile.InlineDecision;
import java.util.ArrayList;
import java.util.List;

/**
 * The decisions about the calls of a method, those about calls in inlined code below the decision
 * that brought the code. Each call has one decision, or one for each of the targets that were
 * inlined for it; what is decided about it later takes the place of why it was not inlined before.
 * Calls of the runtime are not the program's, and not told of.
 */
public final class DecisionTree {
  private final List<InlineDecision> decisions;

  /** Starts with decisions that are in their places. */
  public DecisionTree(List<InlineDecision> placed) {
    decisions = new ArrayList<>(placed);
  }

  /** Adds decisions in the order in which they were made. */
  public DecisionTree add(List<PlacedDecision> later) {
    for (PlacedDecision each : later) {
      if (!isOfRuntime(each.decision())) {
        put(decisions, path(each.at()), 0, withoutRuntime(each.decision()));
      }
    }
    return this;
  }

  public List<InlineDecision> decisions() {
    return List.copyOf(decisions);
  }

  private static boolean isOfRuntime(InlineDecision decision) {
    return RuntimeCalls.isRuntime(decision.target().owner());
  }

  private static InlineDecision withoutRuntime(InlineDecision call) {
    List<InlineDecision> inner = new ArrayList<>(call.inner().size());
    boolean same = true;
    for (InlineDecision each : call.inner()) {
      InlineDecision kept = withoutRuntime(each);
      same &= kept == each && !isOfRuntime(each);
      if (!isOfRuntime(each)) {
        inner.add(kept);
      }
    }
    return same ? call : with(call, inner);
  }

  /** Positions from the one in the method's own code inwards. */
  private static List<Position> path(Position at) {
    List<Position> path = new ArrayList<>(1);
    for (Position each = at; each != null; each = each.caller()) {
      path.add(0, each);
    }
    return path;
  }

  /**
   * Adds a decision to those about a body.
   *
   * @param depth which of the positions is in the body
   */
  private static void put(
      List<InlineDecision> body, List<Position> path, int depth, InlineDecision decision) {
    if (depth == path.size() - 1) {
      put(body, decision);
      return;
    }
    int around = inlinedAt(body, path, depth);
    if (around < 0) {
      body.add(outside(decision, path.get(depth)));
      return;
    }
    InlineDecision call = body.get(around);
    List<InlineDecision> inner = new ArrayList<>(call.inner());
    put(inner, path, depth + 1, decision);
    body.set(around, with(call, inner));
  }

  /**
   * The decision that brought the code at the next position, or -1. Positions have lines and no
   * sites: of two calls of one method in one line it is the first.
   */
  private static int inlinedAt(List<InlineDecision> body, List<Position> path, int depth) {
    for (int i = 0; i < body.size(); i++) {
      InlineDecision each = body.get(i);
      if (each.inlined()
          && each.line() == Math.max(0, path.get(depth).line())
          && each.target().equals(path.get(depth + 1).method())) {
        return i;
      }
    }
    return -1;
  }

  private static InlineDecision with(InlineDecision call, List<InlineDecision> inner) {
    return new InlineDecision(
        call.site(),
        call.line(),
        call.target(),
        call.inlined(),
        call.reason(),
        call.count(),
        inner);
  }

  /** A decision about code that no decision has brought, as seen from the body around it. */
  private static InlineDecision outside(InlineDecision decision, Position around) {
    return new InlineDecision(
        Instr.NO_SITE,
        Math.max(0, around.line()),
        decision.target(),
        decision.inlined(),
        decision.reason(),
        decision.count(),
        decision.inner());
  }

  private static void put(List<InlineDecision> body, InlineDecision decision) {
    int place = -1;
    for (int i = body.size() - 1; i >= 0; i--) {
      InlineDecision each = body.get(i);
      if (isOfOneCall(each, decision)) {
        if (each.inlined() && !decision.inlined()) {
          return; // what is left of the call beside the body
        }
        if (!each.inlined()) {
          if (place >= 0) {
            body.remove(place);
          }
          place = i;
        }
      }
    }
    if (place < 0) {
      body.add(decision);
    } else {
      body.set(place, inPlaceOf(body.get(place), decision));
    }
  }

  /** That counts might have told a target stays known where the call stays. */
  private static InlineDecision inPlaceOf(InlineDecision before, InlineDecision decision) {
    return decision.inlined() || !before.reason().startsWith(CallTargets.UNCOUNTED)
        ? decision
        : new InlineDecision(
            decision.site(),
            decision.line(),
            decision.target(),
            false,
            CallTargets.UNCOUNTED + "; " + decision.reason(),
            decision.count(),
            decision.inner());
  }

  private static boolean isOfOneCall(InlineDecision a, InlineDecision b) {
    return a.site() == b.site()
        && a.site() != Instr.NO_SITE
        && a.target().name().equals(b.target().name())
        && a.target().descriptor().equals(b.target().descriptor());
  }
}
