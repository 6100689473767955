package dev.jpgo.test.differential;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/** Runs a generated program in this JVM, its classes changed by a transformation. */
final class TransformedRun {
  private TransformedRun() {}

  /**
   * What two runs of the program observe.
   *
   * @throws Exception when the transformation fails or a class does not verify
   */
  static String observe(long seed, Path folder, int rounds, Transformation transformation)
      throws Exception {
    ProgramClasses program =
        new ProgramClasses(folder.resolve(ProgramGenerator.packageName(seed).replace('.', '/')));
    Map<String, byte[]> classes = new HashMap<>();
    for (ProgramClasses.ProgramClass each : program.all()) {
      ClassNode node = new ClassNode();
      new ClassReader(each.bytes()).accept(node, ClassReader.EXPAND_FRAMES);
      transformation.apply(program, each, node);
      ClassWriter writer = new ClassWriter(0);
      node.accept(writer);
      classes.put(each.name().replace('/', '.'), writer.toByteArray());
    }
    Class<?> main =
        Class.forName(
            ProgramGenerator.packageName(seed) + ".Main", true, new ProgramLoader(classes));
    Field frames =
        Class.forName(ProgramGenerator.packageName(seed) + ".Fx", true, main.getClassLoader())
            .getDeclaredField("frames");
    frames.setAccessible(true);
    frames.set(null, (UnaryOperator<StackTraceElement[]>) InlinedLines::expand);
    return once(main, rounds) + " | " + once(main, rounds);
  }

  private static String once(Class<?> main, int rounds) throws ReflectiveOperationException {
    try {
      return (String) main.getMethod("run", int.class, boolean.class).invoke(null, rounds, true);
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause());
    }
  }

  private static final class ProgramLoader extends ClassLoader {
    private final Map<String, byte[]> classes;

    ProgramLoader(Map<String, byte[]> classes) {
      super(TransformedRun.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
