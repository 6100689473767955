package dev.jpgo.test.corpus;

import dev.jpgo.core.instrument.CounterChunks;
import dev.jpgo.runtime.JpgoCounters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What versions of a JDK's classes need of the runtime from the JVM's first bytecode on: counters
 * that all share one chunk, sites that forget, no loop that is wanted elsewhere, and an assumption
 * flag that says that nothing may be assumed. In {@code java.lang}, as in the agent.
 */
final class StubRuntime {
  static final String PACKAGE = "dev/jpgo/runtime/";
  static final String FLAGS = "JpgoFlags0";
  private static final String RELOCATED = "java/lang/";

  private StubRuntime() {}

  /** Class files by internal name. */
  static Map<String, byte[]> classes() throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    classes.put(RELOCATED + "JpgoCounters", counters());
    for (int i = 0; i < JpgoCounters.CHUNKS; i++) {
      classes.put(RELOCATED + "JpgoChunk" + i, relocate(CounterChunks.generate(i)));
    }
    classes.put(RELOCATED + "JpgoTypes", recorder("JpgoTypes", "(Ljava/lang/Object;I)V"));
    classes.put(RELOCATED + "JpgoLocks", recorder("JpgoLocks", "(Ljava/lang/Object;I)V"));
    classes.put(RELOCATED + "JpgoValues", recorder("JpgoValues", "(II)V"));
    classes.put(RELOCATED + "JpgoOsr", field("JpgoOsr", "pending", "I"));
    classes.put(RELOCATED + FLAGS, field(FLAGS, "f0", "Z"));
    return classes;
  }

  private static ClassWriter begin(String name) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL,
        RELOCATED + name,
        null,
        "java/lang/Object",
        null);
    return writer;
  }

  private static void declare(ClassWriter writer, String name, String descriptor) {
    writer
        .visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, descriptor, null, null)
        .visitEnd();
  }

  private static byte[] field(String type, String name, String descriptor) {
    ClassWriter writer = begin(type);
    declare(writer, name, descriptor);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static byte[] counters() {
    String name = "JpgoCounters";
    ClassWriter writer = begin(name);
    declare(writer, "all", "[J");
    MethodVisitor start = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
    start.visitCode();
    start.visitLdcInsn(JpgoCounters.CHUNK);
    start.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_LONG);
    start.visitFieldInsn(Opcodes.PUTSTATIC, RELOCATED + name, "all", "[J");
    start.visitInsn(Opcodes.RETURN);
    start.visitMaxs(1, 0);
    start.visitEnd();
    MethodVisitor chunk =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "chunk", "(I)[J", null, null);
    chunk.visitCode();
    chunk.visitFieldInsn(Opcodes.GETSTATIC, RELOCATED + name, "all", "[J");
    chunk.visitInsn(Opcodes.ARETURN);
    chunk.visitMaxs(1, 1);
    chunk.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static byte[] recorder(String name, String descriptor) {
    ClassWriter writer = begin(name);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodVisitor method = writer.visitMethod(access, "record", descriptor, null, null);
    method.visitCode();
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 2);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** A class file in which everything that is named in the runtime's package is in java.lang. */
  static byte[] relocate(byte[] classFile) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(classFile);
    ByteBuffer out = ByteBuffer.allocate(classFile.length);
    copy(in, out, 8);
    int constants = in.getShort() & 0xffff;
    out.putShort((short) constants);
    for (int i = 1; i < constants; i++) {
      int tag = in.get();
      out.put((byte) tag);
      if (tag == 1) {
        byte[] text = new byte[in.getShort() & 0xffff];
        in.get(text);
        byte[] moved =
            new String(text, StandardCharsets.ISO_8859_1)
                .replace(PACKAGE, RELOCATED)
                .getBytes(StandardCharsets.ISO_8859_1);
        out.putShort((short) moved.length).put(moved);
      } else {
        copy(in, out, length(tag));
        i += tag == 5 || tag == 6 ? 1 : 0;
      }
    }
    out.put(in);
    byte[] result = new byte[out.position()];
    out.flip().get(result);
    return result;
  }

  private static void copy(ByteBuffer in, ByteBuffer out, int count) {
    byte[] bytes = new byte[count];
    in.get(bytes);
    out.put(bytes);
  }

  /** Bytes after the tag of a constant that is no text (JVMS 4.4). */
  private static int length(int tag) throws IOException {
    return switch (tag) {
      case 7, 8, 16, 19, 20 -> 2;
      case 15 -> 3;
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
      case 5, 6 -> 8;
      default -> throw new IOException("constant with tag " + tag);
    };
  }
}
