package dev.jpgo.core.phase;

import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.phase.dynamic.PlacedDecision;
import dev.jpgo.core.phase.list.ListLoops;
import dev.jpgo.core.phase.map.BoxedKeys;
import dev.jpgo.core.phase.sort.KeySorts;
import dev.jpgo.core.phase.stream.StreamLoops;
import dev.jpgo.core.phase.text.StringBytes;
import dev.jpgo.core.world.Assumption;
import dev.jpgo.core.world.Mode;
import java.util.ArrayList;
import java.util.List;

/**
 * The phases that know what the JDK's collections, streams and strings do, and have it done
 * otherwise where no optimizing compiler sees through them.
 */
final class LibraryPhases {
  private final CompileRequest request;
  private final PhaseLog log;
  private final List<PlacedDecision> decisions = new ArrayList<>(0);
  private final List<Assumption> assumptions = new ArrayList<>(0);

  LibraryPhases(CompileRequest request, PhaseLog log) {
    this.request = request;
    this.log = log;
  }

  /** What was decided about streams, sorts, loops over lists and strings and questions to maps. */
  List<PlacedDecision> decisions() {
    return decisions;
  }

  /** What the code rests on for it. */
  List<Assumption> assumptions() {
    return assumptions;
  }

  /** Writes streams as loops; returns how many. Comes first. */
  int writeStreams(Graph graph) {
    if (isOffOrEntered(StreamLoops.NAME)) {
      return 0;
    }
    StreamLoops phase = new StreamLoops(request.world(), request.owner(), request.profile());
    int written = phase.run(graph);
    decisions.addAll(phase.decisions());
    log.report(graph, StreamLoops.NAME, written, "streams written as loops");
    return written;
  }

  /** Has sorts compute keys once; returns how many. Comes before call sites are expanded. */
  int writeSorts(Graph graph) {
    if (isOffOrEntered(KeySorts.NAME)) {
      return 0;
    }
    KeySorts phase = new KeySorts(request.world(), request.owner());
    int written = phase.run(graph);
    decisions.addAll(phase.decisions());
    log.report(graph, KeySorts.NAME, written, "sorts by keys");
    return written;
  }

  /**
   * Has loops over lists do without iterators; returns how many. Comes when maps are asked by
   * numbers, which are calls less.
   */
  int writeLists(Graph graph) {
    if (log.isLeftToBestCompiler(ListLoops.NAME)) {
      return 0;
    }
    ListLoops phase = new ListLoops(request.memory(), request.profile());
    int written = phase.run(graph);
    decisions.addAll(phase.decisions());
    log.report(graph, ListLoops.NAME, written, "loops without an iterator");
    return written;
  }

  /** Has maps asked by numbers; returns how often. Comes after inlining, before boxes go. */
  int askMaps(Graph graph) {
    if (log.isLeftToBestCompiler(BoxedKeys.NAME)) {
      return 0;
    }
    BoxedKeys phase =
        new BoxedKeys(request.world(), request.owner(), request.profile(), request.flag());
    int written = phase.run(graph);
    decisions.addAll(phase.decisions());
    assumptions.addAll(phase.assumptions());
    log.report(graph, BoxedKeys.NAME, written, "maps asked by numbers");
    return written;
  }

  /** Whether there are loops that had better read the bytes of strings. */
  boolean wouldReadStrings(Graph graph) {
    return !log.isLeftToBestCompiler(StringBytes.NAME) && strings().wouldChange(graph);
  }

  private StringBytes strings() {
    return new StringBytes(request.world(), request.owner(), request.profile(), request.choices());
  }

  /** Has loops read the bytes of strings; returns how often. Comes last, for what is left. */
  int readStrings(Graph graph) {
    if (log.isLeftToBestCompiler(StringBytes.NAME)) {
      return 0;
    }
    StringBytes phase = strings();
    int written = phase.run(graph);
    decisions.addAll(phase.decisions());
    log.report(graph, StringBytes.NAME, written, "characters read as bytes");
    return written;
  }

  /** Whether a phase is off, or would need the original where a running loop comes in. */
  private boolean isOffOrEntered(String name) {
    return log.isOff(name)
        || ((request.mode() == Mode.JIT || request.sites() != null) && log.doesNotApply(name, ""));
  }
}
