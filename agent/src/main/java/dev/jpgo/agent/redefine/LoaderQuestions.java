package dev.jpgo.agent.redefine;

import dev.jpgo.agent.world.LoaderRecord;
import dev.jpgo.core.classfile.NamedClasses;

/**
 * Has the loaders of a program's classes asked for what new versions of these name, by the agent's
 * own thread and before there is such a version. From then on the VM knows the answer, and does not
 * ask again. Were it to ask when the code runs, the loader might, to answer, run that very code: as
 * one does that has a filter among the classes it defines, and so on until the stack is full.
 */
final class LoaderQuestions {
  private final TierZero tierZero;

  LoaderQuestions(TierZero tierZero) {
    this.tierZero = tierZero;
  }

  /** Whether a loader finds what probes name, and all counters that there are by now. */
  boolean findsProbes(LoaderRecord loader) {
    return loader.checkProbes(tierZero.chunks());
  }

  /** What the loader of a version's class does not find; empty if it finds everything. */
  String missing(PlannedVersion version) {
    LoaderRecord loader = version.state().record().loaderRecord();
    if (loader.isBuiltIn() || version.asItIs()) {
      return "";
    }
    if (!findsProbes(loader)) {
      return "the runtime";
    }
    byte[] result = version.result();
    byte[] original = version.expected();
    if (result == null || original == null) {
      return ""; // made of counters alone
    }
    for (String name : NamedClasses.added(result, original)) {
      if (!loader.finds(name)) {
        return name.replace('/', '.');
      }
    }
    return "";
  }
}
