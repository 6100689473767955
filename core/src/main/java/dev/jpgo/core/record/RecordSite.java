package dev.jpgo.core.record;

import java.util.List;

/**
 * A method that is nothing but the call site that javac makes for it.
 *
 * @param kind which
 * @param code position of its {@code Code} attribute
 * @param dynamic index of the call site's constant
 * @param components of the record, in order
 */
record RecordSite(Kind kind, int code, int dynamic, List<Component> components) {
  /** A method that the JDK links for records. */
  enum Kind {
    EQUALS("equals", "(Ljava/lang/Object;)Z"),
    HASH_CODE("hashCode", "()I"),
    TO_STRING("toString", "()Ljava/lang/String;");

    final String method;
    final String descriptor;

    Kind(String method, String descriptor) {
      this.method = method;
      this.descriptor = descriptor;
    }

    /** Descriptor of the call site: the receiver is its first argument. */
    String siteDescriptor(String owner) {
      return "(L" + owner + ';' + descriptor.substring(1);
    }
  }
}
