package dev.jpgo.cli.common;

import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an instruction saw: a call the classes of its receivers, a cast or {@code instanceof} those
 * of what it tested, a switch or an array's allocation numbers, a lock how it was found and the
 * classes of objects.
 *
 * @param kind {@code call}, {@code type test}, {@code value}, {@code lock} or {@code monitor}
 * @param site ordinal of the instruction among the method's instructions with an opcode, or {@link
 *     SiteCounts#ENTRY}
 * @param seen what it saw
 */
public record SeenSite(String kind, int site, TypeHistogram seen) {
  private static final String CALL = "call";

  /** All of a method that ran: calls, then the others, each in the order of the code. */
  public static List<SeenSite> of(MethodProfile method) {
    List<SeenSite> all = new ArrayList<>();
    for (Map.Entry<Integer, TypeHistogram> call : new TreeMap<>(method.receivers()).entrySet()) {
      add(all, CALL, call.getKey(), call.getValue());
    }
    for (SiteCounts other : method.sites().stream().sorted().toList()) {
      add(all, word(other.kind()), other.site(), other.seen());
    }
    return all;
  }

  private static void add(List<SeenSite> all, String kind, int site, TypeHistogram seen) {
    if (seen.total() > 0) {
      all.add(new SeenSite(kind, site, seen));
    }
  }

  /** A kind in a word or two. */
  public static String word(SiteCounts.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Whether these are receivers. */
  public boolean isCall() {
    return kind.equals(CALL);
  }

  /** Whether these are classes that were tested for. */
  public boolean isTypeTest() {
    return kind.equals(word(SiteCounts.Kind.TYPE_TEST));
  }

  /** Whether these are classes of objects whose monitors were entered. */
  public boolean isMonitor() {
    return kind.equals(word(SiteCounts.Kind.MONITOR));
  }

  /**
   * Whether it is how a lock was found. Of that the total is what edges tell, and labels are of
   * those times that were looked at, which are none with {@code profile.locks=off}.
   */
  public boolean isLock() {
    return kind.equals(word(SiteCounts.Kind.LOCK));
  }

  /** Where it is. */
  public String place() {
    return site == SiteCounts.ENTRY ? "entry" : Integer.toString(site);
  }

  /** What the counts of labels are parts of. */
  public long whole() {
    return isLock() ? known() : seen.total();
  }

  /** How often it saw something that is not among those of which it is known how often. */
  public long others() {
    return seen.total() - known();
  }

  private long known() {
    long known = 0;
    for (TypeHistogram.Entry entry : seen.entries()) {
      known += Math.min(entry.count(), seen.total() - known); // sums of counts may be too large
    }
    return known;
  }

  /** What was seen with its shares, and what is not known; empty when nothing was looked at. */
  public String text() {
    StringBuilder line = new StringBuilder();
    for (TypeHistogram.Entry entry : seen.entries()) {
      line.append(line.length() == 0 ? "" : ", ").append(entry.className().replace('/', '.'));
      line.append(' ').append(percent(entry.count(), whole()));
    }
    if (others() > 0 && !isLock()) {
      line.append(line.length() == 0 ? "" : ", ").append("others ");
      line.append(percent(others(), whole()));
    }
    return line.toString();
  }

  private static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.1f%%", 100.0 * part / Math.max(1, whole));
  }
}
