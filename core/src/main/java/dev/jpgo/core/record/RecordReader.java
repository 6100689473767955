package dev.jpgo.core.record;

import dev.jpgo.core.classfile.RawClass;
import dev.jpgo.core.record.RecordSite.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds in a record's class file the methods that are nothing but a call site of the JDK's. */
final class RecordReader {
  private static final String FACTORY = "java/lang/runtime/ObjectMethods";
  private static final String FACTORY_DESCRIPTOR =
      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;"
          + "Ljava/lang/invoke/TypeDescriptor;Ljava/lang/Class;Ljava/lang/String;"
          + "[Ljava/lang/invoke/MethodHandle;)Ljava/lang/Object;";

  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int HANDLE = 15;
  private static final int DYNAMIC = 18;
  private static final int GET_FIELD = 1;
  private static final int CALL_STATIC = 6;
  private static final int STATIC = 0x8;

  private static final int LOAD_THIS = 0x2a;
  private static final int LOAD_OTHER = 0x2b;
  private static final int INVOKE_DYNAMIC = 0xba;
  private static final int RETURN_INT = 0xac;
  private static final int RETURN_REFERENCE = 0xb0;

  private final RawClass in;
  private final String name;
  private final int bootstraps;

  /**
   * @param name of the class
   * @param bootstraps position of the table in {@code BootstrapMethods}
   */
  RecordReader(RawClass in, String name, int bootstraps) {
    this.in = in;
    this.name = name;
    this.bootstraps = bootstraps;
  }

  /** What the method that starts here is, or null. */
  @Nullable RecordSite read(int method) {
    Kind kind = kind(method);
    if (kind == null) {
      return null;
    }
    int attributes = in.u2(method + 6);
    int at = method + 8;
    for (int i = 0; i < attributes; i++) {
      if (in.is(in.u2(at), "Code")) {
        return site(kind, at);
      }
      at += 6 + in.u4(at + 2);
    }
    return null;
  }

  private @Nullable Kind kind(int method) {
    if ((in.u2(method) & STATIC) != 0) {
      return null;
    }
    for (Kind kind : Kind.values()) {
      if (in.is(in.u2(method + 2), kind.method) && in.is(in.u2(method + 4), kind.descriptor)) {
        return kind;
      }
    }
    return null;
  }

  private @Nullable RecordSite site(Kind kind, int code) {
    int length = in.u4(code + 10);
    int at = code + 14;
    int end = at + length;
    int other = kind == Kind.EQUALS ? 1 : 0;
    int back = kind == Kind.TO_STRING ? RETURN_REFERENCE : RETURN_INT;
    if (length != 7 + other
        || in.u2(end) != 0
        || u1(at) != LOAD_THIS
        || other == 1 && u1(at + 1) != LOAD_OTHER
        || u1(at + 1 + other) != INVOKE_DYNAMIC
        || u1(end - 1) != back
        || !DebugTables.areKept(in, end + 2, length)) {
      return null;
    }
    int dynamic = in.u2(at + 2 + other);
    List<Component> components = components(kind, dynamic);
    return components == null ? null : new RecordSite(kind, code, dynamic, components);
  }

  private int u1(int at) {
    return in.bytes[at] & 0xff;
  }

  private boolean is(int constant, int tag) {
    return in.bytes[in.constants[constant] - 1] == tag;
  }

  /** The components that a call site names; null when it is not what javac makes. */
  private @Nullable List<Component> components(Kind kind, int dynamic) {
    int at = in.constants[dynamic];
    int pair = in.constants[in.u2(at + 2)];
    if (!is(dynamic, DYNAMIC)
        || !in.is(in.u2(pair), kind.method)
        || !RawText.utf8(in, in.u2(pair + 2)).equals(kind.siteDescriptor(name))) {
      return null;
    }
    int bootstrap = bootstrap(in.u2(at));
    int arguments = in.u2(bootstrap + 2);
    if (!isFactory(in.u2(bootstrap)) || arguments < 2) {
      return null;
    }
    int type = in.u2(bootstrap + 4);
    int names = in.u2(bootstrap + 6);
    return is(type, CLASS) && RawText.named(in, type).equals(name) && is(names, STRING)
        ? components(RawText.named(in, names), bootstrap + 8, arguments - 2)
        : null;
  }

  private int bootstrap(int index) {
    int at = bootstraps + 2;
    for (int i = 0; i < index; i++) {
      at += 4 + 2 * in.u2(at + 2);
    }
    return at;
  }

  private boolean isFactory(int handle) {
    int at = in.constants[handle];
    int method = in.u2(at + 1);
    return is(handle, HANDLE)
        && u1(at) == CALL_STATIC
        && is(method, METHOD)
        && isMember(in.constants[method], FACTORY, "bootstrap", FACTORY_DESCRIPTOR);
  }

  private boolean isMember(int at, String owner, String member, String descriptor) {
    int pair = in.constants[in.u2(at + 2)];
    return RawText.named(in, in.u2(at)).equals(owner)
        && in.is(in.u2(pair), member)
        && in.is(in.u2(pair + 2), descriptor);
  }

  private @Nullable List<Component> components(String names, int at, int count) {
    List<Component> components = new ArrayList<>(count);
    int start = 0;
    for (int i = 0; i < count; i++) {
      int end = i == count - 1 ? names.length() : names.indexOf(';', start);
      Component component =
          end <= start ? null : component(in.u2(at + 2 * i), names.substring(start, end));
      if (component == null) {
        return null;
      }
      components.add(component);
      start = end + 1;
    }
    return count > 0 || names.isEmpty() ? components : null;
  }

  private @Nullable Component component(int handle, String text) {
    int at = in.constants[handle];
    int field = in.u2(at + 1);
    if (!is(handle, HANDLE)
        || u1(at) != GET_FIELD
        || !is(field, FIELD)
        || !RawText.named(in, in.u2(in.constants[field])).equals(name)
        || text.indexOf(';') >= 0) {
      return null;
    }
    int pair = in.constants[in.u2(in.constants[field] + 2)];
    return new Component(field, RawText.utf8(in, in.u2(pair + 2)), text);
  }
}
