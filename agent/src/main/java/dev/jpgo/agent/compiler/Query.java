package dev.jpgo.agent.compiler;

/** What the optimizer asks about the program; each is a method of its world or of a class there. */
enum Query {
  /** A class and a name in its code; answered by a class, or none. */
  FIND,
  /** A class; answered by the bytes that its shape is read from, or none. */
  SHAPE,
  /** A class; answered by the bytes that its code is read from, or none. */
  CODE,
  /** A class; answered by a word. */
  SHAPE_FINGERPRINT,
  /** A class; answered by a word. */
  CODE_FINGERPRINT,
  /** A class, a method's name and descriptor; answered by counts, or none. */
  PROFILE,
  /** A class; answered by yes or no. */
  INITIALIZED,
  /** A class and the name of a field; answered by a handle, or none. */
  HANDLE,
  /** A class; answered by yes or no. */
  EXPORTED,
  /** A class; answered by classes. */
  SUBTYPES,
  /** A class, a method's name and descriptor; answered by yes or no. */
  MAY_DECLARE,
  /** Two classes; answered by yes or no. */
  SAME_MODULE,
  /** Two classes; answered by yes or no. */
  READS;

  private static final Query[] ALL = values();

  static Query of(int number) {
    return ALL[number];
  }

  static int last() {
    return ALL.length - 1;
  }
}
