package dev.jpgo.jmh.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import org.antlr.runtime.Token;
import org.eclipse.jdt.core.compiler.CategorizedProblem;
import org.eclipse.jdt.internal.compiler.ClassFile;
import org.eclipse.jdt.internal.compiler.Compiler;
import org.eclipse.jdt.internal.compiler.DefaultErrorHandlingPolicies;
import org.eclipse.jdt.internal.compiler.batch.CompilationUnit;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFileReader;
import org.eclipse.jdt.internal.compiler.classfmt.ClassFormatException;
import org.eclipse.jdt.internal.compiler.env.ICompilationUnit;
import org.eclipse.jdt.internal.compiler.env.INameEnvironment;
import org.eclipse.jdt.internal.compiler.env.NameEnvironmentAnswer;
import org.eclipse.jdt.internal.compiler.impl.CompilerOptions;
import org.eclipse.jdt.internal.compiler.problem.DefaultProblemFactory;
import org.jspecify.annotations.Nullable;
import org.stringtemplate.v4.ST;

/**
 * Compiles sources of StringTemplate, which the jar's library folder holds, in memory. The checksum
 * covers the class files; the library they are compiled against is read once per class and then
 * parsed from memory, so that iterations do no input or output.
 */
public final class EcjWorkload implements Workload {
  private static final String PACKAGE = "org/stringtemplate/v4/";
  private static final List<String> SOURCES =
      List.of(
          "AutoIndentWriter",
          "InstanceScope",
          "compiler/CompilationState",
          "misc/ObjectModelAdaptor",
          "misc/TypeRegistry");

  private final Map<String, String> sources = new HashMap<>();
  private final ClassPath classPath = new ClassPath();

  public EcjWorkload() throws IOException {
    for (String source : SOURCES) {
      String name = PACKAGE + source + ".java";
      byte[] bytes = ClassPath.read(ClassLoader.getSystemClassLoader(), name);
      if (bytes.length == 0) {
        throw new IOException("no source " + name + " on the class path");
      }
      sources.put(name, new String(bytes, StandardCharsets.UTF_8));
    }
  }

  @Override
  public long iterate() {
    Map<String, String> settings = new HashMap<>();
    settings.put(CompilerOptions.OPTION_Source, CompilerOptions.VERSION_11);
    settings.put(CompilerOptions.OPTION_Compliance, CompilerOptions.VERSION_11);
    settings.put(CompilerOptions.OPTION_TargetPlatform, CompilerOptions.VERSION_11);
    ClassFileSum sum = new ClassFileSum();
    List<String> problems = new ArrayList<>();
    Compiler compiler =
        new Compiler(
            classPath,
            DefaultErrorHandlingPolicies.proceedWithAllProblems(),
            new CompilerOptions(settings),
            result -> {
              if (result.hasErrors()) {
                for (CategorizedProblem error : result.getErrors()) {
                  problems.add(error.toString());
                }
              }
              for (ClassFile file : result.getClassFiles()) {
                sum.add(file.getBytes());
              }
            },
            new DefaultProblemFactory(Locale.ROOT));
    compiler.useSingleThread = true;
    compiler.compile(units());
    if (!problems.isEmpty()) {
      throw new IllegalStateException("does not compile: " + problems);
    }
    return sum.value;
  }

  /** Independent of the files' order: ecj keeps nested classes in an identity hash map. */
  private static final class ClassFileSum {
    private long value;

    void add(byte[] bytes) {
      CRC32 crc = new CRC32();
      crc.update(bytes, 0, bytes.length);
      value += crc.getValue() * 31 + bytes.length;
    }
  }

  private ICompilationUnit[] units() {
    List<ICompilationUnit> units = new ArrayList<>();
    for (String source : SOURCES) {
      String name = PACKAGE + source + ".java";
      units.add(new CompilationUnit(sources.getOrDefault(name, "").toCharArray(), name, "UTF-8"));
    }
    return units.toArray(new ICompilationUnit[0]);
  }

  /** The platform's types and those of StringTemplate and its parser library. */
  private static final class ClassPath implements INameEnvironment {
    private static final byte[] ABSENT = {};

    private final Map<String, byte[]> classes = new HashMap<>();
    private final ClassLoader libraries =
        new URLClassLoader(
            new URL[] {place(ST.class), place(Token.class)}, ClassLoader.getPlatformClassLoader());

    private static URL place(Class<?> type) {
      return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    public @Nullable NameEnvironmentAnswer findType(char[][] compound) {
      return find(join(compound, compound.length));
    }

    @Override
    public @Nullable NameEnvironmentAnswer findType(char[] type, char[][] packages) {
      String inside = join(packages, packages.length);
      return find(inside.isEmpty() ? new String(type) : inside + '/' + new String(type));
    }

    @Override
    public boolean isPackage(char[] @Nullable [] parents, char[] name) {
      String inside = parents == null ? "" : join(parents, parents.length);
      String whole = inside.isEmpty() ? new String(name) : inside + '/' + new String(name);
      return Character.isLowerCase(name[0]) && classes.getOrDefault(whole, ABSENT).length == 0;
    }

    @Override
    public void cleanup() {}

    private @Nullable NameEnvironmentAnswer find(String name) {
      byte[] bytes = bytes(name);
      if (bytes.length == 0) {
        return null;
      }
      try {
        return new NameEnvironmentAnswer(
            new ClassFileReader(bytes, (name + ".class").toCharArray()), null);
      } catch (ClassFormatException unreadable) {
        throw new IllegalStateException(name, unreadable);
      }
    }

    private byte[] bytes(String name) {
      byte[] known = classes.get(name);
      if (known == null) {
        known = read(libraries, name + ".class");
        classes.put(name, known);
      }
      return known;
    }

    static byte[] read(ClassLoader loader, String resource) {
      try (InputStream stream = loader.getResourceAsStream(resource)) {
        return stream == null ? ABSENT : stream.readAllBytes();
      } catch (IOException unreadable) {
        throw new UncheckedIOException(resource, unreadable);
      }
    }

    private static String join(char[][] parts, int count) {
      StringBuilder name = new StringBuilder();
      for (int i = 0; i < count; i++) {
        if (i > 0) {
          name.append('/');
        }
        name.append(parts[i]);
      }
      return name.toString();
    }
  }
}
