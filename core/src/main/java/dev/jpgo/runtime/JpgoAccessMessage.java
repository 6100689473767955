package dev.jpgo.runtime;

import java.lang.invoke.MethodType;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * What the VM says when a class calls a method of another that it may not (HotSpot's {@code
 * LinkResolver} in 17 and 25): an opened member must be refused with the same words.
 */
final class JpgoAccessMessage {
  private JpgoAccessMessage() {}

  /**
   * The message for a method or constructor.
   *
   * @param access the access that its source declares
   */
  static String of(int access, Class<?> owner, String name, Object type, Class<?> caller) {
    StringBuilder text = new StringBuilder(160);
    text.append("class ").append(caller.getName()).append(" tried to access ");
    if (access != 0) {
      text.append(access == Modifier.PRIVATE ? "private " : "protected ");
    }
    text.append("method '");
    method(text, owner, name, type);
    text.append("' (");
    if (caller.getModule() == owner.getModule()) {
      text.append(caller.getName()).append(" and ").append(owner.getName()).append(" are in ");
      module(text, caller);
    } else {
      text.append(caller.getName()).append(" is in ");
      module(text, caller);
      text.append("; ").append(owner.getName()).append(" is in ");
      module(text, owner);
    }
    return text.append(')').toString();
  }

  private static void method(StringBuilder text, Class<?> owner, String name, Object type) {
    MethodType method = type instanceof MethodType ? (MethodType) type : null;
    boolean constructor = name.equals("<init>");
    text.append(constructor || method == null ? "void" : method.returnType().getTypeName());
    text.append(' ').append(owner.getName()).append('.').append(name).append('(');
    for (int i = 0; method != null && i < method.parameterCount(); i++) {
      text.append(i == 0 ? "" : ", ").append(method.parameterType(i).getTypeName());
    }
    text.append(')');
  }

  private static void module(StringBuilder text, Class<?> type) {
    Module module = type.getModule();
    if (module.isNamed()) {
      text.append("module ").append(module.getName());
      String version = version(module);
      if (version != null && showsVersion(module, version, type.getClassLoader())) {
        text.append('@').append(version);
      }
      text.append(" of loader ");
    } else {
      text.append("unnamed module of loader ");
    }
    loader(text, type.getClassLoader());
  }

  private static @Nullable String version(Module module) {
    ModuleDescriptor descriptor = module.getDescriptor();
    return descriptor == null ? null : descriptor.rawVersion().orElse(null);
  }

  /** {@code ModuleEntry::should_show_version}: not for the JDK's own modules. */
  private static boolean showsVersion(Module module, String version, @Nullable ClassLoader loader) {
    boolean builtIn = loader == null || loader == ClassLoader.getPlatformClassLoader();
    if (builtIn && module.getName().startsWith("java.")) {
      return false;
    }
    return !module.getName().startsWith("jdk.")
        || !version.equals(version(Object.class.getModule()));
  }

  private static void loader(StringBuilder text, @Nullable ClassLoader loader) {
    if (loader == null) {
      text.append("'bootstrap'");
      return;
    }
    String name = loader.getName();
    if (name != null) {
      text.append('\'').append(name).append('\'');
      if (loader == ClassLoader.getSystemClassLoader()
          || loader == ClassLoader.getPlatformClassLoader()) {
        return;
      }
      text.append(" @");
    } else {
      text.append(loader.getClass().getName()).append(" @");
    }
    text.append(Integer.toHexString(System.identityHashCode(loader)));
  }
}
