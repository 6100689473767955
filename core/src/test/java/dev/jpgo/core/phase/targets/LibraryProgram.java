package dev.jpgo.core.phase.targets;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.util.TraceClassVisitor;

/** Reads, writes and prints classes with a bytecode library. */
public final class LibraryProgram {
  private LibraryProgram() {}

  /** A digest of everything computed. */
  public static String run() throws IOException {
    long digest = 0;
    for (String name :
        new String[] {
          "java/util/ArrayList",
          "java/util/concurrent/locks/AbstractQueuedSynchronizer",
          "java/lang/Character"
        }) {
      try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
        byte[] bytes = in.readAllBytes();
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        reader.accept(writer, 0);
        digest = digest * 31 + Arrays.hashCode(writer.toByteArray());
        StringWriter text = new StringWriter();
        reader.accept(new TraceClassVisitor(new PrintWriter(text)), ClassReader.EXPAND_FRAMES);
        digest = digest * 31 + text.toString().hashCode();
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.EXPAND_FRAMES);
        ClassWriter again = new ClassWriter(0);
        node.accept(again);
        digest = digest * 31 + Arrays.hashCode(again.toByteArray());
      }
    }
    return Long.toHexString(digest);
  }
}
