package dev.jpgo.core.instrument;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.classfile.MethodIndex;
import dev.jpgo.core.classfile.StackMaps;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Assembles a version of a class from the bytes the transformer was handed and a plan. The constant
 * pool of the original is kept in front, so a version costs the VM little. Frames are updated by
 * hand: nothing here asks for a class hierarchy.
 */
public final class ClassRewriter extends ClassVisitor {
  private final Map<Integer, MethodVersion> methods;
  private final int[] kept;
  private final int handoverLine;
  private final Map<String, Integer> ordinals = new HashMap<>();
  private String owner = "";
  private int classVersion;
  private boolean isInterface;
  private int next;

  /**
   * @param kept ordinals of the methods that will be visited, in that order
   */
  private ClassRewriter(
      ClassWriter writer, Map<Integer, MethodVersion> methods, int[] kept, int handoverLine) {
    super(Opcodes.ASM9, writer);
    this.methods = methods;
    this.kept = kept;
    this.handoverLine = handoverLine;
  }

  /**
   * Makes a version.
   *
   * @param original class file as the transformer was handed it
   * @param plan what becomes of which method; ordinals that the class lacks or that have no code
   *     are ignored
   * @return the new class file; {@code original} itself when the plan changes nothing
   * @throws IllegalArgumentException when the class cannot be read
   * @throws MethodTooLargeException when a method of tier 1 or 2 outgrows 65535 bytes, or words of
   *     locals or operands
   */
  public static byte[] rewrite(byte[] original, ClassPlan plan) {
    Map<Integer, MethodVersion> trees = new HashMap<>();
    Map<Integer, Integer> entries = new HashMap<>();
    for (Map.Entry<Integer, MethodVersion> entry : plan.methods().entrySet()) {
      if (entry.getValue() instanceof MethodVersion.Counted counted
          && counted.loops().patchpoints() == LoopPlan.Patchpoints.NONE) {
        if (counted.callCounter() != MethodVersion.NONE) {
          entries.put(entry.getKey(), counted.callCounter());
        }
      } else {
        trees.put(entry.getKey(), entry.getValue());
      }
    }
    byte[] bytes = assemble(original, trees, plan.handoverLine());
    return entries.isEmpty() ? bytes : countEntries(bytes, entries);
  }

  /**
   * Makes a version from the last one: what does not change is copied as it stands, which is much
   * cheaper than instrumenting it again.
   *
   * @param last what {@link #rewrite} or this method made of {@code original}
   * @param original class file as the transformer was handed it
   * @param changes what becomes of which method; the others stay as they are in {@code last}
   * @return the new class file
   * @throws IllegalArgumentException when a class cannot be read
   * @throws MethodTooLargeException when a method of tier 1 or 2 outgrows 65535 bytes, or words of
   *     locals or operands
   * @throws ClassTooLargeException when the constant pool is full
   */
  public static byte[] update(byte[] last, byte[] original, ClassPlan changes) {
    MethodIndex before = new MethodIndex(original);
    MethodIndex index = new MethodIndex(last);
    int[] kept = ordinals(changes.methods().keySet(), Math.min(before.size(), index.size()));
    List<MethodNode> changed = read(before.only(kept), isAllReplaced(changes));
    Map<Integer, MethodVersion> versions = new HashMap<>(changes.methods());
    ClassReader reader = new ClassReader(index.only(kept));
    while (true) {
      ClassWriter writer = new ClassWriter(reader, 0);
      ClassRewriter rewriter = new ClassRewriter(writer, versions, kept, changes.handoverLine());
      try {
        reader.accept(new Exchange(writer, rewriter, changed), StackMaps.reading(reader, 0));
        return index.with(writer.toByteArray(), kept);
      } catch (MethodTooLargeException e) {
        rewriter.simplify(e);
      }
    }
  }

  /** Those that there are, ascending. */
  private static int[] ordinals(Set<Integer> wanted, int methods) {
    int[] found = new int[wanted.size()];
    int count = 0;
    for (int ordinal : wanted) {
      if (ordinal < methods) {
        found[count++] = ordinal;
      }
    }
    int[] ordinals = Arrays.copyOf(found, count);
    Arrays.sort(ordinals);
    return ordinals;
  }

  private static List<MethodNode> read(byte[] methods, boolean withoutCode) {
    ClassReader reader = new ClassReader(methods);
    ClassNode node = new ClassNode();
    reader.accept(node, StackMaps.reading(reader, withoutCode ? ClassReader.SKIP_CODE : 0));
    return node.methods;
  }

  /** Hands a rewriter the methods of the original in place of those that are there. */
  private static final class Exchange extends ClassVisitor {
    private final ClassRewriter rewriter;
    private final Iterator<MethodNode> changed;

    Exchange(ClassWriter writer, ClassRewriter rewriter, List<MethodNode> changed) {
      super(Opcodes.ASM9, writer);
      this.rewriter = rewriter;
      this.changed = changed.iterator();
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      rewriter.visit(version, access, name, signature, superName, interfaces);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      changed.next().accept(rewriter);
      return null;
    }
  }

  /** Whether nothing of the original's code is needed. */
  private static boolean isAllReplaced(ClassPlan changes) {
    for (MethodVersion version : changes.methods().values()) {
      if (!(version instanceof MethodVersion.Optimized)) {
        return false;
      }
    }
    return true;
  }

  private static byte[] countEntries(byte[] classFile, Map<Integer, Integer> counters) {
    EntryCounterPatch.Outcome outcome = EntryCounterPatch.apply(classFile, counters);
    Map<Integer, MethodVersion> left = new HashMap<>();
    for (int ordinal : outcome.left()) {
      Integer counter = counters.get(ordinal);
      if (counter != null) {
        left.put(ordinal, new MethodVersion.Counted(counter, LoopPlan.NONE));
      }
    }
    return assemble(outcome.bytes(), left, 0);
  }

  /**
   * Rewrites methods by way of visitors. A tier-0 method that outgrows a limit of JVMS 4.7.3 does
   * without its patchpoints, or without its counter.
   */
  private static byte[] assemble(
      byte[] original, Map<Integer, MethodVersion> methods, int handoverLine) {
    Map<Integer, MethodVersion> versions = new HashMap<>(methods);
    if (versions.isEmpty()) {
      return original;
    }
    MethodIndex index = new MethodIndex(original);
    int[] kept = ordinals(methods.keySet(), index.size());
    ClassReader reader = new ClassReader(index.only(kept));
    while (!versions.isEmpty()) {
      ClassWriter writer = new ClassWriter(reader, 0);
      ClassRewriter rewriter = new ClassRewriter(writer, versions, kept, handoverLine);
      try {
        reader.accept(rewriter, StackMaps.reading(reader, 0));
        return index.with(writer.toByteArray(), kept);
      } catch (MethodTooLargeException e) {
        rewriter.simplify(e);
      }
    }
    return original;
  }

  private void simplify(MethodTooLargeException e) {
    Integer large = ordinals.get(e.getMethodName() + e.getDescriptor());
    if (large != null && methods.get(large) instanceof MethodVersion.Counted counted) {
      if (counted.loops().patchpoints() == LoopPlan.Patchpoints.NONE) {
        methods.remove(large);
      } else {
        methods.put(large, new MethodVersion.Counted(counted.callCounter(), LoopPlan.NONE));
      }
    } else {
      throw e;
    }
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    owner = name;
    classVersion = version & 0xFFFF; // without the minor version
    isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
    super.visit(version, access, name, signature, superName, interfaces);
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    int ordinal = kept[next++];
    MethodVersion version = methods.get(ordinal);
    if (version != null) {
      ordinals.put(name + descriptor, ordinal);
    }
    MethodVisitor writer = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (version == null || (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
      return writer;
    }
    if (version instanceof MethodVersion.Optimized optimized) {
      return new Replacement(
          access,
          name,
          descriptor,
          optimized.code(),
          entryCounter(optimized.callCounter(), writer));
    }
    if (version instanceof MethodVersion.Counted counted
        && counted.loops().patchpoints() == LoopPlan.Patchpoints.NONE) {
      return entryCounter(counted.callCounter(), writer);
    }
    return new Instrumented(access, name, descriptor, version, writer);
  }

  private static MethodVisitor entryCounter(int counter, MethodVisitor writer) {
    return counter == MethodVersion.NONE ? writer : new EntryCounter(writer, counter);
  }

  /** Reads a method whole, instruments it, writes it. */
  private final class Instrumented extends MethodNode {
    private final MethodVersion version;
    private final MethodVisitor writer;

    Instrumented(
        int access, String name, String descriptor, MethodVersion version, MethodVisitor writer) {
      super(Opcodes.ASM9, access, name, descriptor, null, null);
      this.version = version;
      this.writer = writer;
    }

    @Override
    public void visitEnd() {
      if (Cfg.describes(this)) {
        new Instrumenter(owner, classVersion, isInterface, handoverLine).apply(this, version);
        accept(writer);
      } else if (version instanceof MethodVersion.Counted counted) {
        accept(entryCounter(counted.callCounter(), writer));
      } else {
        accept(writer);
      }
    }
  }

  /** Keeps what surrounds the code of a method (annotations and the like), replaces the code. */
  private static final class Replacement extends MethodNode {
    private final MethodVisitor writer;
    private final MethodNode code;

    Replacement(int access, String name, String descriptor, MethodNode code, MethodVisitor writer) {
      super(Opcodes.ASM9, access, name, descriptor, null, null);
      this.writer = writer;
      this.code = code;
    }

    @Override
    public void visitEnd() {
      instructions = code.instructions;
      instructions.resetLabels(); // they have the places of the last time it was written
      tryCatchBlocks = code.tryCatchBlocks;
      localVariables = code.localVariables;
      visibleLocalVariableAnnotations = code.visibleLocalVariableAnnotations;
      invisibleLocalVariableAnnotations = code.invisibleLocalVariableAnnotations;
      maxStack = code.maxStack;
      maxLocals = code.maxLocals;
      accept(writer);
    }
  }
}
