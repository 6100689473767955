package dev.jpgo.cli.profile;

import dev.jpgo.core.profile.CompiledMethod;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TierStep;
import dev.jpgo.core.profile.TypeHistogram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A profile without some classes. Their names are nowhere in what is left: as receivers, where they
 * were tested for and where objects of them were locked, they become a part of what is not known,
 * decisions about calls of them go, and with them the bytecode, which names what it likes.
 */
final class ProfileFilter {
  private final List<Pattern> keep;
  private final List<Pattern> drop;
  private final boolean noCode;

  /**
   * @param keep patterns of classes, all when empty
   * @param drop patterns of classes, which go before the others
   */
  ProfileFilter(List<String> keep, List<String> drop, boolean noCode) {
    this.keep = patterns(keep);
    this.drop = patterns(drop);
    this.noCode = noCode;
  }

  private static List<Pattern> patterns(List<String> globs) {
    List<Pattern> patterns = new ArrayList<>();
    for (String glob : globs) {
      String quoted = "\\Q" + glob.replace('.', '/').replace("*", "\\E.*\\Q") + "\\E";
      patterns.add(Pattern.compile(quoted, Pattern.DOTALL));
    }
    return patterns;
  }

  Profile apply(Profile profile) {
    List<ProfiledMethod> methods = new ArrayList<>();
    for (ProfiledMethod method : profile.methods()) {
      if (stays(method.counts().method().owner())) {
        methods.add(apply(method));
      }
    }
    return new Profile(profile.origins(), methods);
  }

  private boolean stays(String owner) {
    return (keep.isEmpty() || matches(keep, owner)) && !matches(drop, owner);
  }

  private static boolean matches(List<Pattern> patterns, String owner) {
    for (Pattern pattern : patterns) {
      if (pattern.matcher(owner).matches()) {
        return true;
      }
    }
    return false;
  }

  private ProfiledMethod apply(ProfiledMethod method) {
    MethodProfile counts = method.counts();
    Map<Integer, TypeHistogram> receivers = new HashMap<>();
    for (Map.Entry<Integer, TypeHistogram> site : counts.receivers().entrySet()) {
      receivers.put(site.getKey(), apply(site.getValue()));
    }
    List<SiteCounts> sites = new ArrayList<>();
    for (SiteCounts site : counts.sites()) {
      boolean classes = site.kind().isOfClasses();
      sites.add(classes ? new SiteCounts(site.kind(), site.site(), apply(site.seen())) : site);
    }
    MethodProfile filtered =
        new MethodProfile(
            counts.method(),
            counts.codeHash(),
            counts.calls(),
            counts.edges(),
            counts.imbalance(),
            receivers,
            sites);
    Optional<CompiledMethod> compiled =
        noCode ? Optional.empty() : method.compiled().map(this::apply);
    List<TierStep> steps = new ArrayList<>();
    for (TierStep step : method.steps()) {
      steps.add(new TierStep(step.atMillis(), step.tier(), reason(step.reason())));
    }
    return new ProfiledMethod(
        filtered, loader(method.loader()), method.tier(), method.codeBytes(), compiled, steps);
  }

  private TypeHistogram apply(TypeHistogram classes) {
    List<TypeHistogram.Entry> entries = new ArrayList<>(classes.entries());
    entries.removeIf(entry -> !staysSeen(entry.className()));
    return new TypeHistogram(entries, classes.total());
  }

  /** Arrays are left out with the class that their elements are of. */
  private boolean staysSeen(String name) {
    if (name.isEmpty() || name.charAt(0) != '[') {
      return stays(name);
    }
    String element = name.substring(name.lastIndexOf('[') + 1);
    return !element.startsWith("L") || stays(element.substring(1, element.length() - 1));
  }

  private String loader(String kind) {
    boolean known = kind.equals("boot") || kind.equals("platform") || kind.equals("app");
    return known || stays(kind.replace('.', '/')) ? kind : "other";
  }

  /** Some reasons name a class. */
  private String reason(String reason) {
    boolean all = keep.isEmpty() && drop.isEmpty();
    return all || reason.indexOf('.') < 0 && reason.indexOf('/') < 0 ? reason : "left out";
  }

  private CompiledMethod apply(CompiledMethod compiled) {
    boolean all = keep.isEmpty() && drop.isEmpty();
    return new CompiledMethod(
        compiled.codeBytesBefore(),
        compiled.codeBytesAfter(),
        apply(compiled.decisions()),
        all ? compiled.text() : Optional.empty());
  }

  private List<InlineDecision> apply(List<InlineDecision> decisions) {
    List<InlineDecision> kept = new ArrayList<>();
    for (InlineDecision decision : decisions) {
      if (stays(decision.target().owner())) {
        kept.add(
            new InlineDecision(
                decision.site(),
                decision.line(),
                decision.target(),
                decision.inlined(),
                reason(decision.reason()),
                decision.count(),
                apply(decision.inner())));
      }
    }
    return kept;
  }
}
