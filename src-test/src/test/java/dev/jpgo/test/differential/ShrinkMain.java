package dev.jpgo.test.differential;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Shrinks a program of which {@link FuzzMain} reported a difference. Arguments: its seed, and a
 * folder that the reproducer is written to.
 */
public final class ShrinkMain {
  private static final int ROUNDS = 4;

  private ShrinkMain() {}

  public static void main(String[] arguments) throws IOException {
    long seed = Long.parseLong(arguments[0]);
    String name = ProgramGenerator.packageName(seed);
    String source = ProgramGenerator.generate(seed);
    FuzzSetting setting = FuzzSetting.of(seed);
    DifferenceCheck check =
        new DifferenceCheck(
            seed, setting.transformation(new Transformations(1)), setting.effects(), ROUNDS);
    if (!check.differs(source, check.methods(source))) {
      System.out.println("seed " + seed + " does the same here");
      System.exit(1);
    }
    Reproducer least = new Shrinker(check).shrink(name, source, setting.name());
    System.out.println(least.write(Path.of(arguments[1])));
    System.exit(0); // a program that was cut down may still be running
  }
}
