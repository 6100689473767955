package dev.jpgo.cli.transfer;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfileOrigin;
import dev.jpgo.core.profile.ProfiledMethod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a sampling profiler saw, as a profile of methods with as many calls as there were samples,
 * of code that is not known (hash 0).
 */
final class Samples {
  /** A method as samples name it. */
  private record Key(MethodId method, String loader) {}

  private final String format;
  private final Map<Key, Long> counts = new LinkedHashMap<>();

  Samples(String format) {
    this.format = format;
  }

  void add(MethodId method, String loader, long samples) {
    counts.merge(new Key(method, loader), samples, Long::sum);
  }

  /** A method by class and name between dots; what has no dot is no Java method and left out. */
  void add(String name, long samples) {
    int paren = name.indexOf('(');
    String plain = paren < 0 ? name : name.substring(0, paren);
    int dot = plain.lastIndexOf('.');
    if (dot > 0) {
      String owner = plain.substring(0, dot).replace('.', '/');
      add(new MethodId(owner, plain.substring(dot + 1), ""), "app", samples);
    }
  }

  Profile profile() throws IOException {
    if (counts.isEmpty()) {
      throw new IOException("no samples of Java methods in it");
    }
    List<ProfiledMethod> methods = new ArrayList<>();
    for (Map.Entry<Key, Long> each : counts.entrySet()) {
      MethodProfile profile =
          new MethodProfile(each.getKey().method(), 0, each.getValue(), List.of(), 0, Map.of());
      methods.add(new ProfiledMethod(profile, each.getKey().loader(), 0, 0, Optional.empty()));
    }
    ProfileOrigin origin =
        new ProfileOrigin("", "", "", "", "imported from " + format, "", "samples", 0, 0, 1);
    return new Profile(List.of(origin), methods);
  }
}
