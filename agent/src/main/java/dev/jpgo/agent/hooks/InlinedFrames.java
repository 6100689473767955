package dev.jpgo.agent.hooks;

import dev.jpgo.core.ir.Position;
import dev.jpgo.runtime.JpgoInlinedFrame;
import dev.jpgo.runtime.JpgoMemory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Makes the stack trace elements of inlined frames as the VM would: with module and loader, and
 * with the private bits that say how much of those is printed, computed by the JDK's own method.
 */
final class InlinedFrames {
  private @Nullable Method computeFormat;
  private long declaringClass;

  /** Frames of a position, innermost first. */
  JpgoInlinedFrame[] of(Class<?> holder, Position position, InlinedTypes types) {
    JpgoInlinedFrame[] frames = new JpgoInlinedFrame[position.depth() + 1];
    String own = holder.getName().replace('.', '/');
    Position at = position;
    for (int i = 0; at != null; i++, at = at.caller()) {
      String owner = at.method().owner();
      Class<?> type = owner.equals(own) ? holder : types.find(holder, owner);
      frames[i] = new JpgoInlinedFrame(element(type, at), at.method().descriptor(), type);
    }
    return frames;
  }

  private StackTraceElement element(@Nullable Class<?> type, Position at) {
    String className = at.method().owner().replace('/', '.');
    String method = at.method().name();
    if (type == null) {
      return new StackTraceElement(className, method, at.sourceFile(), at.line());
    }
    ClassLoader loader = type.getClassLoader();
    Module module = type.getModule();
    StackTraceElement element =
        new StackTraceElement(
            loader == null ? null : loader.getName(),
            module.getName(),
            module.getDescriptor() == null
                ? null
                : module.getDescriptor().rawVersion().orElse(null),
            className,
            method,
            at.sourceFile(),
            at.line());
    setFormat(element, type);
    return element;
  }

  private void setFormat(StackTraceElement element, Class<?> type) {
    JpgoMemory memory = JpgoMemory.instance;
    if (memory == null) {
      return; // only how much of module and loader is printed
    }
    try {
      Method compute = computeFormat;
      if (compute == null) {
        declaringClass = memory.offset(StackTraceElement.class, "declaringClassObject");
        compute = StackTraceElement.class.getDeclaredMethod("computeFormat");
        compute.setAccessible(true);
        computeFormat = compute;
      }
      memory.putReference(element, declaringClass, type);
      compute.invoke(element);
    } catch (IllegalAccessException | NoSuchMethodException | InvocationTargetException e) {
      throw new IllegalStateException("StackTraceElement of an unknown JDK", e);
    }
  }
}
