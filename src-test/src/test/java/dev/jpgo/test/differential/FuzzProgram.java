package dev.jpgo.test.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A generated program in both its versions.
 *
 * @param seed what it was generated from
 * @param plain as compiled
 * @param transformed as its seed says
 */
record FuzzProgram(long seed, ProgramVersion plain, ProgramVersion transformed) {
  /** Programs of some seeds, transformed as their seeds say. */
  static List<FuzzProgram> make(long firstSeed, int count, Transformations all) {
    List<FuzzProgram> made = new ArrayList<>();
    for (Map.Entry<Long, Map<String, byte[]>> each :
        ProgramCompiler.compile(firstSeed, count).entrySet()) {
      made.add(make(each.getKey(), each.getValue(), all));
    }
    return made;
  }

  /** What all programs report their effects to is the same in all; seldom is enough for that. */
  private static boolean isIncluded(long seed, ProgramMethod method) {
    return seed % 32 < 4 || !method.id().startsWith("Fx.");
  }

  private static FuzzProgram make(long seed, Map<String, byte[]> compiled, Transformations all) {
    ProgramClasses program = new ProgramClasses(compiled);
    ProgramVersion transformed =
        FuzzSetting.of(seed).apply(program, all, method -> isIncluded(seed, method));
    return new FuzzProgram(seed, ProgramVersion.plain(compiled), transformed);
  }
}
