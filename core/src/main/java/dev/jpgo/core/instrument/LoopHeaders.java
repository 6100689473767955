package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.core.classfile.StackMaps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The loop headers of a method, and at which of them a running frame can hand over to another
 * version. It can where the locals are all there is to hand over and their types are known:
 *
 * <ul>
 *   <li>the class file has a stack map frame there that is sure to be right, so each local has a
 *       verified type;
 *   <li>the operand stack is empty, no local holds an uninitialized object;
 *   <li>no monitor is held except the method's own, which the callee takes recursively; and that
 *       one is, if there is one;
 *   <li>the receiver is still in local 0 and initialized: not in constructors;
 *   <li>there is room for two more locals, which either side needs;
 *   <li>the method can be called again: not a class initializer;
 *   <li>one more frame of it is not seen by {@code Reflection.getCallerClass}: not in methods
 *       marked {@code CallerSensitive}.
 * </ul>
 */
public final class LoopHeaders {
  /**
   * A loop header.
   *
   * @param index position among the method's loops
   * @param ordinal ordinal of its first instruction
   * @param frame what is in the locals there; null when the class file does not say, or may be
   *     wrong
   * @param refusal why a frame cannot hand over here; null when it can
   */
  record Header(
      int index, int ordinal, StackFrames.@Nullable Frame frame, @Nullable String refusal) {}

  /** Locals that leaving a loop takes: one counts, one holds what is handed over. */
  private static final int LOCALS = 2;

  private final List<Header> headers;

  private LoopHeaders(List<Header> headers) {
    this.headers = headers;
  }

  /**
   * Finds the loop headers of a method.
   *
   * @param owner internal name of the declaring class
   * @param classVersion major class-file version of that class
   * @throws IllegalArgumentException when {@link Cfg#describes} is false
   */
  public static LoopHeaders of(String owner, int classVersion, MethodNode method) {
    CodeOrdinals code = CodeOrdinals.of(method);
    StackFrames frames = StackFrames.of(owner, method, code);
    return of(owner, classVersion, method, code, Cfg.of(method), frames);
  }

  static LoopHeaders of(
      String owner,
      int classVersion,
      MethodNode method,
      CodeOrdinals code,
      Cfg cfg,
      StackFrames frames) {
    List<Header> headers = new ArrayList<>();
    if (!cfg.loopHeaders().isEmpty()) {
      String general = refusal(method, code);
      if (general == null && OwnMonitor.mayBeLeft(method, code, cfg)) {
        general = "own monitor may have been left";
      }
      boolean framed = StackMaps.areBinding(classVersion);
      MonitorDepth monitors = MonitorDepth.of(method, code, cfg);
      for (int ordinal : cfg.loopHeaders()) {
        StackFrames.Frame frame = framed ? frames.at(ordinal) : null;
        String refusal = general;
        if (refusal == null && monitors.at(cfg.blockAt(ordinal).index()) > 0) {
          refusal = "monitor held";
        }
        if (refusal == null) {
          refusal = refusal(owner, method, frame);
        }
        headers.add(new Header(headers.size(), ordinal, frame, refusal));
      }
    }
    return new LoopHeaders(headers);
  }

  /** Number of loops. */
  public int count() {
    return headers.size();
  }

  /** Why a frame cannot hand over at a loop; empty when it can. */
  public Optional<String> refusal(int loop) {
    return Optional.ofNullable(headers.get(loop).refusal());
  }

  Header header(int loop) {
    return headers.get(loop);
  }

  private static @Nullable String refusal(MethodNode method, CodeOrdinals code) {
    if (method.name.startsWith("<")) {
      return "initializer";
    }
    if (method.maxLocals > MethodEditor.LIMIT - LOCALS) {
      return "no room for locals";
    }
    if (method.visibleAnnotations != null) {
      for (AnnotationNode annotation : method.visibleAnnotations) {
        if (annotation.desc.endsWith("/CallerSensitive;")) {
          return "caller sensitive";
        }
      }
    }
    if ((method.access & Opcodes.ACC_STATIC) == 0) {
      for (int i = 0; i < code.count(); i++) {
        if (code.instruction(i) instanceof VarInsnNode variable
            && variable.var == 0
            && variable.getOpcode() >= Opcodes.ISTORE
            && variable.getOpcode() <= Opcodes.ASTORE) {
          return "receiver overwritten";
        }
      }
    }
    return null;
  }

  private static @Nullable String refusal(
      String owner, MethodNode method, StackFrames.@Nullable Frame frame) {
    if (frame == null) {
      return "no stack map frame";
    }
    if (!frame.stack().isEmpty()) {
      return "operand stack not empty";
    }
    for (Object type : frame.locals()) {
      if (type == Opcodes.UNINITIALIZED_THIS
          || !(type instanceof String || type instanceof Integer)) {
        return "uninitialized object in a local";
      }
    }
    boolean instance = (method.access & Opcodes.ACC_STATIC) == 0;
    if (instance && (frame.locals().isEmpty() || !frame.locals().get(0).equals(owner))) {
      return "receiver not known";
    }
    return null;
  }
}
