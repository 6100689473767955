package dev.jpgo.test.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What other modules see of a module.
 *
 * @param name its name; empty for the unnamed module of a jar's loader
 * @param level which loader defines its classes: a loader sees those of lower levels, too
 * @param exports packages that are exported to every module
 * @param reads modules that it reads, itself among them
 */
record ModuleShape(String name, int level, Set<String> exports, Set<String> reads) {
  static final int BOOT = 0;
  static final int PLATFORM = 1;
  static final int APPLICATION = 2;
  private static final int JAR = 3;

  /** The module of a jar that is loaded by a loader of its own. */
  static ModuleShape ofJar() {
    return new ModuleShape("", JAR, Set.of(), Set.of());
  }

  /** All modules of a JDK, ordered by name. */
  static List<ModuleShape> of(Vm vm) {
    ForkedJvm.Result result =
        ForkedJvm.on(vm).with("--add-modules", "ALL-SYSTEM").run(ModuleMain.class);
    assertEquals(0, result.exitCode(), result.err());
    List<ModuleShape> modules = new ArrayList<>();
    result
        .out()
        .lines()
        .sorted()
        .forEach(
            line -> {
              String[] parts = line.split("\t", -1);
              modules.add(
                  new ModuleShape(
                      parts[0],
                      Integer.parseInt(parts[1]),
                      Set.copyOf(List.of(parts[2].split(",", -1))),
                      Set.copyOf(List.of(parts[3].split(",", -1)))));
            });
    return modules;
  }

  boolean unnamed() {
    return name.isEmpty();
  }

  /** Whether a package, by its internal name, is exported to all. */
  boolean exports(String packageName) {
    return unnamed() || exports.contains(packageName.replace('/', '.'));
  }

  boolean reads(ModuleShape other) {
    return unnamed() || reads.contains(other.name);
  }
}
