package dev.jpgo.test.differential;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles generated programs in this JVM. */
final class ProgramCompiler {
  private ProgramCompiler() {}

  /** Compiles the programs of some seeds into a folder. */
  static void compile(long firstSeed, int count, Path folder) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<JavaFileObject> sources = new ArrayList<>();
    for (long seed = firstSeed; seed < firstSeed + count; seed++) {
      sources.add(new Source(seed));
    }
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(folder));
      boolean compiled =
          compiler
              .getTask(messages, files, null, List.of("-g", "-nowarn", "-proc:none"), null, sources)
              .call();
      if (!compiled) {
        throw new AssertionError("a generated program does not compile:\n" + messages);
      }
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final long seed;

    Source(long seed) {
      super(
          URI.create(
              "mem:///" + ProgramGenerator.packageName(seed).replace('.', '/') + "/Main.java"),
          Kind.SOURCE);
      this.seed = seed;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return ProgramGenerator.generate(seed);
    }
  }
}
