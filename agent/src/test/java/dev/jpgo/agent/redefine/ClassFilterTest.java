package dev.jpgo.agent.redefine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.runtime.JpgoCounters;
import dev.jpgo.runtime.JpgoHandover;
import dev.jpgo.runtime.JpgoLockSite;
import dev.jpgo.runtime.JpgoLocks;
import dev.jpgo.runtime.JpgoOsr;
import dev.jpgo.runtime.JpgoSampling;
import dev.jpgo.runtime.JpgoTrial;
import dev.jpgo.runtime.JpgoTrials;
import dev.jpgo.runtime.JpgoTypeSite;
import dev.jpgo.runtime.JpgoTypes;
import dev.jpgo.runtime.JpgoValueSite;
import dev.jpgo.runtime.JpgoValues;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

class ClassFilterTest {
  /** What probes, patchpoints and methods on trial call. */
  private static final List<Class<?>> CALLED =
      List.of(
          JpgoCounters.class,
          JpgoTypes.class,
          JpgoTypeSite.class,
          JpgoSampling.class,
          JpgoValues.class,
          JpgoValueSite.class,
          JpgoLocks.class,
          JpgoLockSite.class,
          JpgoOsr.class,
          JpgoHandover.class,
          JpgoTrials.class,
          JpgoTrial.class);

  /** Else a probe in what a probe calls would call itself. */
  @Test
  void nothingThatProbesCallIsRewritten() throws Exception {
    ClassFilter filter = new ClassFilter(OptionValues.defaults());
    Set<String> rewritten = new TreeSet<>();
    int calls = 0;
    for (Class<?> type : CALLED) {
      for (MethodNode method : parse(type).methods) {
        for (AbstractInsnNode instruction : method.instructions) {
          if (instruction instanceof MethodInsnNode call
              && !call.owner.startsWith("dev/jpgo/runtime/")
              && !call.owner.startsWith("[")) {
            calls++;
            if (filter.whyNot(call.owner, true).isEmpty() && mayHaveProbes(call)) {
              rewritten.add(call.owner + "." + call.name);
            }
          }
        }
      }
    }
    assertTrue(calls > 10, () -> "what probes call was not found");
    assertEquals(Set.of(), rewritten);
  }

  /** Native methods have no code, and what a failing check throws is made once. */
  private static boolean mayHaveProbes(MethodInsnNode call) throws ClassNotFoundException {
    Class<?> owner = Class.forName(call.owner.replace('/', '.'));
    if (Throwable.class.isAssignableFrom(owner)) {
      return false;
    }
    for (Method method : owner.getDeclaredMethods()) {
      if (method.getName().equals(call.name)
          && Type.getMethodDescriptor(method).equals(call.desc)
          && Modifier.isNative(method.getModifiers())) {
        return false;
      }
    }
    return true;
  }

  private static ClassNode parse(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
      ClassNode node = new ClassNode();
      new ClassReader(Objects.requireNonNull(in).readAllBytes()).accept(node, 0);
      return node;
    }
  }

  /** What were inlined in a method that the VM leaves out of traces would be left out, too. */
  @Test
  void noMethodThatTheVmHidesIsRewritten() throws IOException {
    ClassFilter filter = new ClassFilter(OptionValues.defaults());
    List<String> rewritten = new ArrayList<>();
    int hidden = 0;
    Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
    try (Stream<Path> files = Files.walk(base)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        ClassNode type = new ClassNode();
        new ClassReader(Files.readAllBytes(file)).accept(type, ClassReader.SKIP_CODE);
        if (type.methods.stream().anyMatch(ClassFilterTest::isHidden)) {
          hidden++;
          if (filter.whyNot(type.name, true).isEmpty()) {
            rewritten.add(type.name);
          }
        }
      }
    }
    assertTrue(hidden > 5, hidden + " classes");
    assertEquals(List.of(), rewritten);
  }

  private static boolean isHidden(MethodNode method) {
    return method.visibleAnnotations != null
        && method.visibleAnnotations.stream().anyMatch(each -> each.desc.endsWith("Hidden;"));
  }
}
