package dev.jpgo.core.profile;

import dev.jpgo.core.classfile.MethodId;
import java.util.Comparator;
import java.util.List;

/** The order of methods in a file: by class, loader, name, descriptor, hash of the code. */
final class MethodOrder implements Comparator<ProfiledMethod> {
  static final MethodOrder INSTANCE = new MethodOrder();

  private MethodOrder() {}

  @Override
  public int compare(ProfiledMethod a, ProfiledMethod b) {
    MethodId left = a.counts().method();
    MethodId right = b.counts().method();
    int order = compare(left.owner(), right.owner());
    order = order != 0 ? order : compare(a.loader(), b.loader());
    order = order != 0 ? order : compare(left.name(), right.name());
    order = order != 0 ? order : compare(left.descriptor(), right.descriptor());
    return order != 0 ? order : Long.compare(a.counts().codeHash(), b.counts().codeHash());
  }

  /** Texts of one table are often the same object, and comparing characters is slow interpreted. */
  @SuppressWarnings("ReferenceEquality")
  private static int compare(String a, String b) {
    return a == b ? 0 : a.compareTo(b);
  }

  static boolean sameClass(ProfiledMethod a, ProfiledMethod b) {
    return a.counts().method().owner().equals(b.counts().method().owner())
        && a.loader().equals(b.loader());
  }

  /** Whether methods stand in this order, none twice. */
  static boolean holds(List<ProfiledMethod> methods) {
    for (int i = 1; i < methods.size(); i++) {
      if (INSTANCE.compare(methods.get(i - 1), methods.get(i)) >= 0) {
        return false;
      }
    }
    return true;
  }
}
