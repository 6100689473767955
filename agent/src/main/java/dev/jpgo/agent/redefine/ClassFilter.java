package dev.jpgo.agent.redefine;

import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.options.Options;
import java.util.List;

/**
 * Which classes may be touched, by name. Hidden, array and primitive classes and those of the
 * agent's own loader never get here.
 *
 * <p>Left alone whatever the options say:
 *
 * <ul>
 *   <li>{@code java/lang/Jpgo*}, {@code java/util/Jpgo*}, {@code jdk/internal/misc/Jpgo*}: the
 *       runtime itself.
 *   <li>{@code java/lang/Object}: in every class's method table; a new version of it touches all.
 *   <li>{@code java/lang/Thread*}, {@code VirtualThread*}, {@code java/lang/ref/}: the VM runs
 *       parts of them where no Java frame may be expected to behave as usual (thread start, mount
 *       and unmount, reference handling).
 *   <li>{@code java/lang/invoke/}, {@code jdk/internal/reflect/}: the VM knows methods of them by
 *       heart (signature polymorphism, intrinsic adapters, caller-sensitive frames), and linking of
 *       call sites runs through them while our own transformations are under way.
 *   <li>{@code Class}, {@code System}, {@code Math}, {@code AtomicInteger}, {@code Unsafe}: what
 *       probes themselves call; a probe in them would call itself.
 *   <li>{@code AccessController}: the VM looks for its frames, and on JDK 17 leaves the one that
 *       runs an action out of traces, with what were inlined in it.
 *   <li>{@code ScopedValue}: the VM looks for bindings in a variable, by its number, of the frame
 *       that has made them.
 *   <li>{@code java/lang/instrument/}, {@code sun/instrument/}: on the stack whenever we work.
 * </ul>
 */
public final class ClassFilter {
  private static final String[] NAMES = {
    "java/lang/Object",
    "java/lang/Class",
    "java/lang/System",
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/util/concurrent/atomic/AtomicInteger",
    "jdk/internal/misc/Unsafe",
    "jdk/internal/misc/VM",
    "sun/misc/Unsafe",
  };
  private static final String[] PREFIXES = {
    "java/lang/Jpgo",
    "java/util/Jpgo",
    "jdk/internal/misc/Jpgo",
    "java/lang/Thread",
    "java/lang/VirtualThread",
    "java/lang/BaseVirtualThread",
    "java/lang/ScopedValue",
    "java/lang/ref/",
    "java/lang/invoke/",
    "java/lang/instrument/",
    "java/security/AccessController",
    "sun/instrument/",
    "jdk/internal/reflect/",
    "jdk/internal/vm/",
    "dev/jpgo/agent/JpgoAgent",
  };

  private final List<String> include;
  private final List<String> exclude;
  private final List<String> aggressive;
  private final boolean jdk;

  public ClassFilter(OptionValues options) {
    include = options.get(Options.INCLUDE);
    exclude = options.get(Options.EXCLUDE);
    aggressive = options.get(Options.AGGRESSIVE);
    jdk = options.get(Options.JDK);
  }

  /**
   * Why a class may not be touched.
   *
   * @param internalName its internal name
   * @param builtIn whether the boot or platform loader defined it
   * @return the reason, or an empty string when it may be
   */
  public String whyNot(String internalName, boolean builtIn) {
    if (builtIn || internalName.startsWith("dev/jpgo/")) {
      if (isVital(internalName)) {
        return "vital to the VM or to the agent itself";
      }
      if (builtIn && !jdk) {
        return "option jdk=off";
      }
    }
    if (include.isEmpty() && exclude.isEmpty()) {
      return "";
    }
    String name = internalName.replace('/', '.');
    if (!include.isEmpty() && !ClassPattern.any(include, name)) {
      return "option include";
    }
    return ClassPattern.any(exclude, name) ? "option exclude" : "";
  }

  /** Whether its methods are promoted at their first calls. */
  public boolean isAggressive(String internalName) {
    return !aggressive.isEmpty() && ClassPattern.any(aggressive, internalName.replace('/', '.'));
  }

  private static boolean isVital(String name) {
    for (String each : NAMES) {
      if (name.equals(each)) {
        return true;
      }
    }
    for (String prefix : PREFIXES) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
