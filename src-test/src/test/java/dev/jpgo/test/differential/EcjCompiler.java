package dev.jpgo.test.differential;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jdt.core.compiler.CategorizedProblem;
import org.eclipse.jdt.core.compiler.CharOperation;
import org.eclipse.jdt.internal.compiler.ClassFile;
import org.eclipse.jdt.internal.compiler.CompilationResult;
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

/** Eclipse's compiler, for Java 17. */
final class EcjCompiler implements SourceCompiler {
  private static final DefaultProblemFactory PROBLEMS = new DefaultProblemFactory();

  private final Map<String, String> settings = new HashMap<>();

  /**
   * @param linked whether a concatenation is an {@code invokedynamic}
   */
  EcjCompiler(boolean linked) {
    settings.put(CompilerOptions.OPTION_Source, CompilerOptions.VERSION_17);
    settings.put(CompilerOptions.OPTION_Compliance, CompilerOptions.VERSION_17);
    settings.put(CompilerOptions.OPTION_TargetPlatform, CompilerOptions.VERSION_17);
    settings.put(CompilerOptions.OPTION_LineNumberAttribute, CompilerOptions.GENERATE);
    settings.put(CompilerOptions.OPTION_SourceFileAttribute, CompilerOptions.GENERATE);
    settings.put(CompilerOptions.OPTION_LocalVariableAttribute, CompilerOptions.DO_NOT_GENERATE);
    settings.put(CompilerOptions.OPTION_PreserveUnusedLocal, CompilerOptions.PRESERVE);
    settings.put(
        CompilerOptions.OPTION_UseStringConcatFactory,
        linked ? CompilerOptions.ENABLED : CompilerOptions.DISABLED);
  }

  @Override
  public Optional<Map<String, byte[]>> compile(
      Map<String, String> sources, StringBuilder messages) {
    List<ICompilationUnit> units = new ArrayList<>();
    sources.forEach((packageName, text) -> units.add(unit(packageName, text)));
    List<CompilationResult> results = new ArrayList<>();
    Compiler compiler =
        new Compiler(
            new Jdk(),
            DefaultErrorHandlingPolicies.exitAfterAllProblems(),
            new CompilerOptions(settings),
            results::add,
            PROBLEMS);
    compiler.useSingleThread = true;
    int before = messages.length();
    try {
      compiler.compile(units.toArray(ICompilationUnit[]::new));
    } catch (RuntimeException e) {
      messages.append(e).append('\n'); // its parser does not survive all that is no Java
    }
    Map<String, byte[]> files = new TreeMap<>();
    for (CompilationResult result : results) {
      if (result.hasErrors()) {
        for (CategorizedProblem error : result.getErrors()) {
          messages.append(error).append('\n');
        }
      }
      for (ClassFile each : result.getClassFiles()) {
        files.put(CharOperation.toString(each.getCompoundName()), each.getBytes());
      }
    }
    return messages.length() > before ? Optional.empty() : Optional.of(files);
  }

  /** Without warnings. */
  private static ICompilationUnit unit(String packageName, String text) {
    String file = packageName.replace('.', '/') + "/Main.java";
    return new CompilationUnit(text.toCharArray(), file, "UTF-8", null, true, null);
  }

  /** All that generated programs know beside themselves. */
  private static final class Jdk implements INameEnvironment {
    private static final Map<String, Optional<ClassFileReader>> READ = new ConcurrentHashMap<>();

    @Override
    public @Nullable NameEnvironmentAnswer findType(char[][] compoundName) {
      String name = CharOperation.toString(compoundName);
      if (!name.startsWith("java.")) {
        return null;
      }
      return READ.computeIfAbsent(name.replace('.', '/'), Jdk::read)
          .map(type -> new NameEnvironmentAnswer(type, null))
          .orElse(null);
    }

    @Override
    public @Nullable NameEnvironmentAnswer findType(char[] typeName, char[][] packageName) {
      return findType(CharOperation.arrayConcat(packageName, typeName));
    }

    /** Class names begin with a capital, here and in the JDK. */
    @Override
    public boolean isPackage(char[][] parentPackageName, char[] packageName) {
      return Character.isLowerCase(packageName[0]);
    }

    @Override
    public void cleanup() {
      // what has been read of the JDK stays true
    }

    private static Optional<ClassFileReader> read(String internalName) {
      try (InputStream in = ClassLoader.getSystemResourceAsStream(internalName + ".class")) {
        return in == null
            ? Optional.empty()
            : Optional.of(new ClassFileReader(in.readAllBytes(), internalName.toCharArray()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (ClassFormatException e) {
        throw new IllegalStateException(internalName, e);
      }
    }
  }
}
