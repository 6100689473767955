package dev.jpgo.test.differential;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles generated programs in this JVM, in memory. Many at once are far cheaper than each by
 * itself: what javac reads of the JDK it reads once a task.
 */
final class ProgramCompiler {
  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

  private ProgramCompiler() {}

  /** Compiles the programs of some seeds into a folder. */
  static void compile(long firstSeed, int count, Path folder) throws IOException {
    for (Map<String, byte[]> program : compile(firstSeed, count).values()) {
      for (Map.Entry<String, byte[]> each : program.entrySet()) {
        Path file = folder.resolve(each.getKey().replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, each.getValue());
      }
    }
  }

  /**
   * Compiles the programs of some seeds.
   *
   * @return class files by class name, by seed
   */
  static Map<Long, Map<String, byte[]>> compile(long firstSeed, int count) {
    List<JavaFileObject> sources = new ArrayList<>();
    Map<String, Long> seeds = new HashMap<>();
    for (long seed = firstSeed; seed < firstSeed + count; seed++) {
      String packageName = ProgramGenerator.packageName(seed);
      sources.add(new Source(packageName, ProgramGenerator.generate(seed)));
      seeds.put(packageName, seed);
    }
    StringWriter messages = new StringWriter();
    Map<String, byte[]> classes =
        run(sources, concatenation(firstSeed), messages)
            .orElseThrow(
                () -> new AssertionError("a generated program does not compile:\n" + messages));
    Map<Long, Map<String, byte[]>> programs = new TreeMap<>();
    classes.forEach(
        (name, bytes) -> {
          Long seed = seeds.get(name.substring(0, name.lastIndexOf('.')));
          programs.computeIfAbsent(seed, s -> new TreeMap<>()).put(name, bytes);
        });
    return programs;
  }

  /**
   * Compiles one source text.
   *
   * @return its class files by class name, or empty when javac refuses it
   */
  static Optional<Map<String, byte[]>> compile(String packageName, String source) {
    return run(List.of(new Source(packageName, source)), concatenation(0), new StringWriter());
  }

  /**
   * Linking a concatenation that is an {@code invokedynamic} takes as long as the rest of a
   * program, so only every eighth thousand of seeds has it.
   */
  private static String concatenation(long seed) {
    return "-XDstringConcat=" + (seed / 1000 % 8 == 0 ? "indyWithConstants" : "inline");
  }

  private static Optional<Map<String, byte[]>> run(
      List<JavaFileObject> sources, String concatenation, StringWriter messages) {
    try (StandardJavaFileManager standard = JAVAC.getStandardFileManager(null, null, null);
        Classes classes = new Classes(standard)) {
      List<String> options = List.of("-g:source,lines", "-nowarn", "-proc:none", concatenation);
      boolean compiled = JAVAC.getTask(messages, classes, null, options, null, sources).call();
      return compiled ? Optional.of(classes.files()) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Keeps class files in memory. */
  private static final class Classes extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

    Classes(StandardJavaFileManager files) {
      super(files);
    }

    Map<String, byte[]> files() {
      Map<String, byte[]> files = new TreeMap<>();
      written.forEach((name, bytes) -> files.put(name, bytes.toByteArray()));
      return files;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        JavaFileManager.Location location,
        String className,
        JavaFileObject.Kind kind,
        FileObject sibling) {
      return new SimpleJavaFileObject(uri(className, kind), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          written.put(className, bytes);
          return bytes;
        }
      };
    }
  }

  private static URI uri(String className, JavaFileObject.Kind kind) {
    return URI.create("mem:///" + className.replace('.', '/') + kind.extension);
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String packageName, String text) {
      super(uri(packageName + ".Main", Kind.SOURCE), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
