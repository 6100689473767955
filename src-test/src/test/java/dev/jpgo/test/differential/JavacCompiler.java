package dev.jpgo.test.differential;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
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

/** The javac of this JVM. */
final class JavacCompiler implements SourceCompiler {
  private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();

  private final List<String> options;

  /**
   * @param linked whether a concatenation is an {@code invokedynamic}
   */
  JavacCompiler(boolean linked) {
    String concatenation = "-XDstringConcat=" + (linked ? "indyWithConstants" : "inline");
    options = List.of("-g:source,lines", "-nowarn", "-proc:none", concatenation);
  }

  @Override
  public Optional<Map<String, byte[]>> compile(
      Map<String, String> sources, StringBuilder messages) {
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((packageName, text) -> units.add(new Source(packageName, text)));
    StringWriter out = new StringWriter();
    try (StandardJavaFileManager standard = JAVAC.getStandardFileManager(null, null, null);
        Classes classes = new Classes(standard)) {
      boolean compiled = JAVAC.getTask(out, classes, null, options, null, units).call();
      messages.append(out);
      return compiled ? Optional.of(classes.files()) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URI uri(String className, JavaFileObject.Kind kind) {
    return URI.create("mem:///" + className.replace('.', '/') + kind.extension);
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
