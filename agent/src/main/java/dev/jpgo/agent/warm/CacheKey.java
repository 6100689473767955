package dev.jpgo.agent.warm;

import dev.jpgo.agent.options.Option;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import dev.jpgo.core.world.Mode;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Everything that optimized code depends on besides the program's classes, as text: the JVM's
 * build, the agent's, how the VM executes, what the agent could hook, and the options that change
 * what the optimizer does.
 */
public final class CacheKey {
  private static final List<String> PROPERTIES =
      List.of(
          "java.vm.name",
          "java.vm.vendor",
          "java.vm.version",
          "java.runtime.version",
          "java.home",
          "os.arch");

  private static final List<Option<?>> OPTIONS =
      List.of(Options.PHASES_OFF, Options.GROWTH, Options.ACCESS, Options.HOOKS_OFF, Options.JDK);

  private CacheKey() {}

  /**
   * The key of this JVM.
   *
   * @param agent the agent's jar, which is told by the checksums of all that is in it
   * @param inlines whether traces are kept true, without which nothing is inlined
   * @param hooks the hooks that were installed
   */
  public static String of(
      JarFile agent, OptionValues options, Mode mode, boolean inlines, String hooks) {
    StringBuilder key = new StringBuilder();
    for (String property : PROPERTIES) {
      key.append(System.getProperty(property, "")).append('\n');
    }
    long sum = 0;
    for (Enumeration<JarEntry> all = agent.entries(); all.hasMoreElements(); ) {
      JarEntry entry = all.nextElement();
      sum = sum * 31 + entry.getCrc() + entry.getName().hashCode();
    }
    key.append("agent ").append(Long.toHexString(sum)).append('\n');
    key.append(mode).append(inlines).append(hooks).append('\n');
    for (Option<?> option : OPTIONS) {
      key.append(option.key()).append('=').append(options.get(option)).append('\n');
    }
    return key.toString();
  }
}
