package dev.jpgo.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** A linked {@code invokedynamic} site: what it names, where it is, what it was linked to. */
public final class JpgoSite {
  private static final int UNKNOWN = -1;

  final JpgoHandles handles;
  final Object bootstrap;
  final Object name;
  final Object type;
  final @Nullable Object arguments;

  /** The method it is in, the version that linked it first, and where in that version. */
  int method = UNKNOWN;

  int version = UNKNOWN;
  int bci = UNKNOWN;

  /** The last version that linked it, and where in that version. */
  int lastVersion = UNKNOWN;

  int lastBci = UNKNOWN;

  @Nullable Object adapter;
  @Nullable Object appendix;
  private @Nullable Throwable here;
  private int constants;

  private JpgoSite(
      JpgoHandles handles, Object bootstrap, Object name, Object type, @Nullable Object arguments) {
    this.handles = handles;
    this.bootstrap = bootstrap;
    this.name = name;
    this.type = type;
    this.arguments = arguments;
  }

  /** The name that the site gives. */
  public Object name() {
    return name;
  }

  /** The type that the site gives. */
  public Object type() {
    return type;
  }

  /** The static arguments of the bootstrap method. */
  public @Nullable Object arguments() {
    return arguments;
  }

  /** What the VM hands to the code that the site runs: the target, where that is constant. */
  public @Nullable Object appendix() {
    return appendix;
  }

  /** A site to record or to look for; null when its bootstrap method cannot be named. */
  static @Nullable JpgoSite of(
      JpgoHandles handles, Object bootstrap, Object name, Object type, @Nullable Object arguments) {
    Object member = bootstrap instanceof MethodHandle ? handles.member(bootstrap) : null;
    return member == null ? null : new JpgoSite(handles, member, name, type, arguments);
  }

  void locate(Throwable trace, @Nullable Object backtrace, Class<?> caller) {
    JpgoBacktrace frame = JpgoBacktrace.firstOf(backtrace, caller);
    if (frame != null) {
      method = frame.method();
      version = frame.version();
      lastVersion = version;
      bci = frame.bci();
      lastBci = bci;
    }
    here = trace;
  }

  /** Forgets what only a search needs. */
  void settle() {
    here = null;
  }

  /** Whether another site is the same instruction of the same version. */
  boolean isAt(JpgoSite other) {
    return other.version >= 0
        && method == other.method
        && lastVersion == other.lastVersion
        && lastBci == other.lastBci;
  }

  /** Whether another site names the same constants and is in the same method. */
  boolean names(JpgoSite other) {
    return method == other.method
        && bootstrap.equals(other.bootstrap)
        && name.equals(other.name)
        && type.equals(other.type)
        && JpgoLinkage.same(handles, arguments, other.arguments);
  }

  /**
   * Whether each run makes a result of its own, so that nobody sees which of two equal sites ran.
   */
  boolean takesArguments() {
    return type instanceof MethodType && ((MethodType) type).parameterCount() > 0;
  }

  /** A hash of the static arguments: the same for all sites that {@link #names} takes for one. */
  int constants() {
    int known = constants;
    if (known == 0) {
      known = JpgoLinkage.hash(handles, arguments) | 1;
      constants = known;
    }
    return known;
  }

  /** The line this was found at, while it is looked for; expanded, so the same in all versions. */
  int lineOf(Class<?> caller, JpgoSite recorded) {
    JpgoTraceSource source = JpgoTraces.source;
    String methodName = methodName(caller);
    return source == null || methodName == null
        ? UNKNOWN
        : source.line(caller, recorded.version, methodName, null, recorded.bci, null);
  }

  private @Nullable String methodName(Class<?> caller) {
    StackTraceElement element = element(caller);
    return element == null ? null : element.getMethodName();
  }

  private @Nullable StackTraceElement element(Class<?> caller) {
    Throwable trace = here;
    if (trace != null) {
      for (StackTraceElement element : trace.getStackTrace()) {
        if (element.getClassName().equals(caller.getName())) {
          return element;
        }
      }
    }
    return null;
  }

  /** The line of this site in the version that is linking it now. */
  int line(Class<?> caller) {
    StackTraceElement element = element(caller);
    return element == null ? UNKNOWN : element.getLineNumber();
  }
}
