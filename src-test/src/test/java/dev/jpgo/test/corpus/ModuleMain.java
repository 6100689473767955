package dev.jpgo.test.corpus;

import java.util.Set;
import java.util.stream.Collectors;

/** Prints the modules of the JVM that it runs in, as {@link ModuleShape} reads them. */
final class ModuleMain {
  private ModuleMain() {}

  /** Prints a line for each module of the boot layer; its parts are separated by tabs. */
  public static void main(String[] arguments) {
    Set<Module> all = ModuleLayer.boot().modules();
    for (Module module : all) {
      String exports =
          module.getPackages().stream().filter(module::isExported).collect(Collectors.joining(","));
      String reads =
          all.stream()
              .filter(module::canRead)
              .map(Module::getName)
              .collect(Collectors.joining(","));
      System.out.println(
          String.join("\t", module.getName(), String.valueOf(level(module)), exports, reads));
    }
  }

  private static int level(Module module) {
    ClassLoader loader = module.getClassLoader();
    if (loader == null) {
      return ModuleShape.BOOT;
    }
    return loader == ClassLoader.getPlatformClassLoader()
        ? ModuleShape.PLATFORM
        : ModuleShape.APPLICATION;
  }
}
