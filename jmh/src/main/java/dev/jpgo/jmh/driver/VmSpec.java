package dev.jpgo.jmh.driver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM and how it runs bytecode.
 *
 * @param name such as {@code 17-xint}
 * @param java the launcher
 * @param flags what makes it run that way
 */
public record VmSpec(String name, Path java, List<String> flags) {

  /** The ways a JVM can run bytecode, by the second half of a specification's name. */
  public enum Flavor {
    /** HotSpot's template interpreter. */
    XINT("xint", List.of("-Xint")),
    /**
     * The same with half the pages touched at each call: on JDK 17 a call's cost is mostly that.
     */
    XINT10("xint10", List.of("-Xint", "-XX:StackShadowPages=10")),
    /** The portable C++ interpreter. */
    ZERO("zero", List.of("-zero")),
    /** The client compiler alone. */
    C1("c1", List.of("-XX:TieredStopAtLevel=1")),
    /** Whatever the JVM does by itself. */
    DEFAULT("default", List.of());

    private final String label;
    private final List<String> flags;

    Flavor(String label, List<String> flags) {
      this.label = label;
      this.flags = flags;
    }
  }

  /**
   * Reads a specification: {@code FEATURE-FLAVOR}, where the feature release is a number or {@code
   * this} for the JVM that runs.
   *
   * @throws IllegalArgumentException if there is no such flavor
   * @throws NoSuchJvm if there is no such JDK here
   */
  public static VmSpec parse(String name) {
    int dash = name.indexOf('-');
    String feature = dash < 0 ? name : name.substring(0, dash);
    Flavor flavor = flavor(name, dash < 0 ? "default" : name.substring(dash + 1));
    if (!feature.equals("this") && !feature.matches("[1-9][0-9]?")) {
      throw new IllegalArgumentException(
          "unknown VM " + name + "; it is a release or 'this', and a way to run, as in 17-xint");
    }
    return new VmSpec(name, Jdks.java(feature), flavor.flags);
  }

  /**
   * A JVM by its java command: {@code PATH}, or {@code FLAVOR:PATH}. Whether it is one is not asked
   * here.
   *
   * @throws IllegalArgumentException if there is no such flavor
   */
  public static VmSpec ofJava(String text) {
    int colon = text.indexOf(':');
    boolean named = colon > 1 && text.indexOf('/') > colon;
    Flavor flavor = named ? flavor(text, text.substring(0, colon)) : Flavor.DEFAULT;
    Path java = Path.of(named ? text.substring(colon + 1) : text).toAbsolutePath().normalize();
    Path bin = java.getParent();
    Path home = bin == null ? null : bin.getParent();
    Path last = home == null ? null : home.getFileName();
    return new VmSpec((last == null ? java : last) + "-" + flavor.label, java, flavor.flags);
  }

  /** The names of all ways to run. */
  public static List<String> flavors() {
    List<String> known = new ArrayList<>();
    for (Flavor flavor : Flavor.values()) {
      known.add(flavor.label);
    }
    return known;
  }

  private static Flavor flavor(String text, String label) {
    for (Flavor flavor : Flavor.values()) {
      if (flavor.label.equals(label)) {
        return flavor;
      }
    }
    throw new IllegalArgumentException("unknown way to run in " + text + "; known: " + flavors());
  }
}
