package dev.jpgo.test.corpus;

import dev.jpgo.core.classfile.ClassInfo;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.emit.Emitter;
import dev.jpgo.core.emit.LineNumbers;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.GraphBuilder;
import dev.jpgo.core.ir.GraphVerifier;
import dev.jpgo.core.ir.MethodSource;
import dev.jpgo.core.ir.UnsupportedMethodException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Takes every method of a corpus through the graph and back, and keeps count. */
final class RoundTrip {
  private final Map<String, Integer> refused = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private final List<String> classes = new ArrayList<>();
  private int methods;
  private long bytesBefore;
  private long bytesAfter;

  private RoundTrip() {}

  /** Writes a jar with the classes of a corpus, each of their methods emitted anew. */
  static RoundTrip of(Corpus corpus, Path target) throws IOException {
    RoundTrip result = new RoundTrip();
    try (OutputStream out = Files.newOutputStream(target);
        ZipOutputStream jar = new ZipOutputStream(out)) {
      jar.setLevel(Deflater.NO_COMPRESSION);
      corpus.forEach(
          (name, classFile) -> {
            jar.putNextEntry(new ZipEntry(name + ".class"));
            jar.write(result.rewrite(classFile));
            result.classes.add(name.replace('/', '.'));
          });
    }
    return result;
  }

  private byte[] rewrite(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassNode node = new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    boolean[] emitted = new boolean[node.methods.size()];
    for (int i = 0; i < emitted.length; i++) {
      MethodNode method = node.methods.get(i);
      emitted[i] = method.instructions.size() > 0 && rewrite(node, method);
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    node.accept(writer);
    byte[] result = writer.toByteArray();
    List<MethodInfo> before = ClassInfo.read(classFile).methods();
    List<MethodInfo> after = ClassInfo.read(result).methods();
    for (int i = 0; i < emitted.length; i++) {
      if (emitted[i]) {
        methods++;
        bytesBefore += before.get(i).codeLength();
        bytesAfter += after.get(i).codeLength();
      }
    }
    return result;
  }

  private boolean rewrite(ClassNode owner, MethodNode method) {
    try {
      Graph graph = GraphBuilder.build(MethodSource.of(owner.name, owner.version & 0xffff, method));
      GraphVerifier.verify(graph);
      MethodNode emitted = Emitter.emit(graph, LineNumbers.ofSource());
      method.instructions = emitted.instructions;
      method.tryCatchBlocks = emitted.tryCatchBlocks;
      method.localVariables = null;
      method.visibleLocalVariableAnnotations = null;
      method.invisibleLocalVariableAnnotations = null;
      method.maxLocals = emitted.maxLocals;
      method.maxStack = emitted.maxStack;
      return true;
    } catch (UnsupportedMethodException e) {
      refused.merge(String.valueOf(e.getMessage()), 1, Integer::sum);
    } catch (RuntimeException e) {
      failures.add(owner.name + "." + method.name + method.desc + ": " + e);
    }
    return false;
  }

  /** Names of all classes, as {@code Class.forName} takes them. */
  List<String> classes() {
    return classes;
  }

  /** Methods that the optimizer fell over: none, if all is well. */
  List<String> failures() {
    return failures;
  }

  /** How many methods were emitted. */
  int methods() {
    return methods;
  }

  /** How many methods the optimizer leaves alone, by its reason. */
  Map<String, Integer> refused() {
    return refused;
  }

  /** Bytecode of the emitted methods in the corpus, in bytes. */
  long bytesBefore() {
    return bytesBefore;
  }

  /** Bytecode of the emitted methods as emitted, in bytes. */
  long bytesAfter() {
    return bytesAfter;
  }
}
