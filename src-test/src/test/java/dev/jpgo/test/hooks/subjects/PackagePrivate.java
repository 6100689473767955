package dev.jpgo.test.hooks.subjects;

/** A class that is not public. */
class PackagePrivate {
  private static int count = 1;
  private int own = count;

  private PackagePrivate() {
    own++;
  }

  static PackagePrivate create() {
    return new PackagePrivate();
  }

  int own() {
    return own;
  }
}
