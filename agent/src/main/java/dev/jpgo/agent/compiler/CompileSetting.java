package dev.jpgo.agent.compiler;

import dev.jpgo.core.cache.Sink;
import dev.jpgo.core.cache.Source;
import dev.jpgo.core.world.Mode;
import java.util.HashSet;
import java.util.Set;

/**
 * What is the same for all methods.
 *
 * @param mode how the VM executes that the code is for
 * @param phasesOff names of phases that are switched off
 */
public record CompileSetting(Mode mode, Set<String> phasesOff) {
  public CompileSetting {
    phasesOff = Set.copyOf(phasesOff);
  }

  byte[] toBytes() {
    Sink sink = new Sink();
    sink.number(mode.ordinal());
    sink.number(phasesOff.size());
    for (String phase : phasesOff) {
      Wire.text(sink, phase);
    }
    return sink.toBytes();
  }

  static CompileSetting read(Source source) {
    Mode mode = Mode.values()[source.number(Mode.values().length - 1)];
    Set<String> phasesOff = new HashSet<>();
    for (int left = source.number(Wire.MOST); left > 0; left--) {
      phasesOff.add(Wire.text(source));
    }
    return new CompileSetting(mode, phasesOff);
  }
}
