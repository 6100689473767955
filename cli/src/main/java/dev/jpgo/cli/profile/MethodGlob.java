package dev.jpgo.cli.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.regex.Pattern;

/**
 * Names methods: {@code com.acme.Shop.total}, with {@code *} for any characters and {@code ?} for
 * one. A name without a package means a class of that name in any package; a descriptor may follow.
 */
final class MethodGlob {
  private final Pattern pattern;

  MethodGlob(String glob) {
    StringBuilder regex = new StringBuilder("(?:.*[.$])?");
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      switch (c) {
        case '*' -> regex.append(".*");
        case '?' -> regex.append('.');
        case '/', '#' -> regex.append("\\.");
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    if (glob.indexOf('(') < 0) {
      regex.append("\\(.*");
    }
    pattern = Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  boolean matches(MethodId method) {
    String descriptor = method.descriptor().replace('/', '.');
    String name = method.owner().replace('/', '.') + '.' + method.name() + descriptor;
    return pattern.matcher(name).matches();
  }
}
