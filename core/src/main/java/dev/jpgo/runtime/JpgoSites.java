package dev.jpgo.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The linked sites, or constants, of one class, in the order in which they were first linked. */
final class JpgoSites {
  private static final int FEW = 8;

  private JpgoSite[] sites = new JpgoSite[4];
  private int size;

  synchronized boolean isEmpty() {
    return size == 0;
  }

  /**
   * Records a site that was just linked; when another thread linked it meanwhile, be it in another
   * version, what that one got is returned instead, so that the VM is offered one result only.
   * Where its version is not known, any equal one might be another site of the very same.
   */
  JpgoSite add(JpgoSite site, Class<?> caller) {
    while (true) {
      int known = size();
      JpgoSite first = site.version < 0 ? null : take(site, caller);
      if (first != null) {
        return first;
      }
      if (appendIf(known, site)) {
        site.settle();
        return site;
      }
    }
  }

  private synchronized int size() {
    return size;
  }

  private synchronized boolean appendIf(int expected, JpgoSite site) {
    if (size != expected) {
      return false;
    }
    append(site);
    return true;
  }

  private void append(JpgoSite site) {
    if (size == sites.length) {
      sites = Arrays.copyOf(sites, 2 * size);
    }
    sites[size++] = site;
  }

  /** Records a constant; where it is there already, that one is returned. */
  synchronized JpgoSite addConstant(JpgoSite made) {
    JpgoSite known = takeConstant(made);
    if (known != null) {
      return known;
    }
    append(made);
    return made;
  }

  /** The recorded constant that names the same, or null. */
  synchronized @Nullable JpgoSite takeConstant(JpgoSite wanted) {
    for (int i = 0; i < size; i++) {
      if (sites[i].constants() == wanted.constants() && sites[i].names(wanted)) {
        return sites[i];
      }
    }
    return null;
  }

  /** Gives out a recorded site to a version that has not had it; null when there is none. */
  @Nullable JpgoSite take(JpgoSite wanted, Class<?> caller) {
    JpgoSite[] matches = matches(wanted);
    for (JpgoSite match : matches) {
      if (match.isAt(wanted)) {
        return match; // a race for one instruction
      }
    }
    boolean either = matches.length == 1 && wanted.takesArguments();
    JpgoSite chosen = either ? matches[0] : onSameLine(matches, wanted, caller);
    return chosen == null || !claim(chosen, wanted) ? null : chosen;
  }

  private synchronized boolean claim(JpgoSite chosen, JpgoSite wanted) {
    if (wanted.version >= 0 && chosen.lastVersion == wanted.version) {
      return chosen.isAt(wanted); // otherwise another site of this very version
    }
    chosen.lastVersion = wanted.version;
    chosen.lastBci = wanted.bci;
    return true;
  }

  /** Those whose bootstrap method is a member. */
  synchronized JpgoSite[] linkedBy(Object bootstrap) {
    JpgoSite[] found = new JpgoSite[size];
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (sites[i].bootstrap.equals(bootstrap)) {
        found[count++] = sites[i];
      }
    }
    return Arrays.copyOf(found, count);
  }

  private synchronized JpgoSite[] matches(JpgoSite wanted) {
    JpgoSite[] found = new JpgoSite[size];
    int count = 0;
    boolean many = size > FEW; // a method may have hundreds, and link them all in each version
    for (int i = 0; i < size; i++) {
      if ((!many || sites[i].constants() == wanted.constants()) && sites[i].names(wanted)) {
        found[count++] = sites[i];
      }
    }
    return Arrays.copyOf(found, count);
  }

  private static @Nullable JpgoSite onSameLine(
      JpgoSite[] matches, JpgoSite wanted, Class<?> caller) {
    int line = matches.length == 0 ? -1 : wanted.line(caller);
    for (JpgoSite match : matches) {
      if (wanted.version >= 0 && match.lastVersion == wanted.version) {
        continue;
      }
      int known = wanted.lineOf(caller, match);
      if (line < 0 || known < 0 || known == line) {
        return match;
      }
    }
    return null;
  }
}
