package dev.jpgo.test.corpus;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class whose one method returns an int where a reference is due. */
final class BrokenClass {
  static final String NAME = "Broken";

  private BrokenClass() {}

  /** A jar with the class alone. */
  static Path jar(Path folder) throws IOException {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_STATIC, "broken", "()Ljava/lang/Object;", null, null);
    method.visitCode();
    method.visitInsn(Opcodes.ICONST_0);
    method.visitInsn(Opcodes.ARETURN);
    method.visitMaxs(1, 0);
    method.visitEnd();
    Path jar = folder.resolve("broken.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream entries = new ZipOutputStream(out)) {
      entries.putNextEntry(new ZipEntry(NAME + ".class"));
      entries.write(writer.toByteArray());
    }
    return jar;
  }
}
