package dev.jpgo.core.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.cfg.Cfg;
import dev.jpgo.core.cfg.CodeOrdinals;
import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.instrument.InstrumentationLayout.Form;
import dev.jpgo.core.profile.MethodProfile;
import dev.jpgo.core.profile.SiteCounts;
import dev.jpgo.core.profile.TypeHistogram;
import dev.jpgo.runtime.JpgoTypeSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** What tier 1 records of values and locks, of programs whose values and locks are known. */
class SiteProbesTest {
  /** So few that nothing is sampled, twice over. */
  private static final int N = JpgoTypeSite.EXACT / 2 - 8;

  private static final Set<Recorded> ALL = Set.of(Recorded.values());

  /** Where what one method recorded is. */
  private record Counted(InstrumentationLayout layout, int firstCounter, int firstSite) {
    MethodProfile profile() {
      MethodId id = new MethodId("a/Class", "method", "()V");
      return ProfileBuilder.readAll(id, 1, 0, layout, firstCounter, firstSite);
    }

    List<String> seen(SiteCounts.Kind... kinds) {
      List<String> lines = new ArrayList<>();
      for (SiteCounts site : profile().sites()) {
        if (List.of(kinds).contains(site.kind())) {
          StringBuilder line = new StringBuilder();
          line.append(site.site() == SiteCounts.ENTRY ? "entry " : "").append(site.kind());
          line.append(' ').append(site.seen().total()).append(':');
          for (TypeHistogram.Entry entry : site.seen().entries()) {
            line.append(' ').append(entry.className()).append('=').append(entry.count());
          }
          lines.add(line.toString());
        }
      }
      return lines;
    }
  }

  @Test
  void probesChangeNothingThatIsComputed() {
    Map<String, Object> expected = new Rewriting(bytes -> bytes).run(3000);
    assertEquals(expected, new Rewriting(bytes -> profile(bytes, ALL, new TreeMap<>())).run(3000));
  }

  @Test
  void casesWithAnEdgeOfTheirOwnNeedNoProbe() {
    List<String> seen = run(Set.of(), "switches(I)J").seen(SiteCounts.Kind.VALUE);
    assertEquals(List.of("VALUE 120: 0=20 4=20", "VALUE 120:"), seen);
  }

  @Test
  void casesThatShareAnEdgeAreToldApartByAProbe() {
    List<String> seen = run(ALL, "switches(I)J").seen(SiteCounts.Kind.VALUE);
    assertEquals(List.of("VALUE 120: 0=20 1=20 2=20 4=20", "VALUE 120:"), seen);
  }

  @Test
  void lengthsAreRecordedThatAreNotConstant() {
    assertEquals(
        List.of(
            "VALUE 120: 0=60 1=60",
            "VALUE 120: 1=60 2=60",
            "VALUE 120: 3=60 4=60",
            "VALUE 120: 0=40 1=40 2=40"),
        run(ALL, "lengths(I)J").seen(SiteCounts.Kind.VALUE));
    assertEquals(List.of(), run(Set.of(), "lengths(I)J").seen(SiteCounts.Kind.VALUE));
  }

  @Test
  void aLengthThatIsNotAllowedIsSeenAndThrowsAsEver() {
    assertEquals(
        List.of("VALUE 1: -120=1"), run(ALL, "negativeLength(I)J").seen(SiteCounts.Kind.VALUE));
  }

  @Test
  void locksTellHowTheyWereFoundAndWhoseTheyWere() {
    assertEquals(
        List.of(
            "MONITOR 120: [I=60 java/lang/String=60",
            "MONITOR 120: [I=90 java/lang/String=30",
            "LOCK 120: free-or-other=120",
            "LOCK 120: own=90 free-or-other=30"),
        run(ALL, "locks(I)J").seen(SiteCounts.Kind.LOCK, SiteCounts.Kind.MONITOR));
  }

  @Test
  void howOftenALockWasEnteredNeedsNoProbe() {
    assertEquals(
        List.of("LOCK 120:", "LOCK 120:"),
        run(Set.of(Recorded.VALUES), "locks(I)J")
            .seen(SiteCounts.Kind.LOCK, SiteCounts.Kind.MONITOR));
  }

  @Test
  void nullIsNoMonitor() {
    Counted locks = run(ALL, "lockOfNothing(I)J");
    assertEquals(List.of(), locks.seen(SiteCounts.Kind.MONITOR));
    assertEquals(List.of("LOCK 1:"), locks.seen(SiteCounts.Kind.LOCK), "its block was entered");
  }

  @Test
  void synchronizedMethodsEnterTheirMonitorAtTheEntry() {
    Map<String, Counted> counted = runAll(ALL);
    SiteCounts.Kind[] kinds = {SiteCounts.Kind.LOCK, SiteCounts.Kind.MONITOR};
    String locked = Samples.Locked.class.getName().replace('.', '/');
    String other = Samples.Unlocked.class.getName().replace('.', '/');
    assertEquals(
        List.of("entry MONITOR 240: " + locked + "=120 " + other + "=120", "entry LOCK 240:"),
        counted.get("Samples$Locked.add(I)I").seen(kinds));
    assertEquals(
        List.of("entry LOCK 120:", "entry MONITOR 120: java/lang/Class=120"),
        counted.get("Samples$Locked.ofClass(I)I").seen(kinds));
  }

  /** The verifier lets such a monitor be entered, and nobody else see the object. */
  @Test
  void anObjectWhoseConstructorWasNotCalledIsNotShownToTheProbe() throws Exception {
    byte[] original = lockBeforeConstruction();
    Map<String, Counted> counted = new TreeMap<>();
    Class<?> loaded = new Defining().define(profile(original, ALL, counted));
    assertEquals(2, loaded.getMethod("run").invoke(null));
    Counted run = counted.get("Early.run()I");
    assertEquals(List.of("MONITOR 1: java/lang/Object=1"), run.seen(SiteCounts.Kind.MONITOR));
    assertEquals(List.of("LOCK 1:", "LOCK 1: free-or-other=1"), run.seen(SiteCounts.Kind.LOCK));
  }

  @Test
  void whereSuchAnObjectMayBeInALocalNoMonitorIsLookedAt() {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "keeps", "()V", null, null);
    method.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
    method.visitVarInsn(Opcodes.ASTORE, 0);
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    method.visitInsn(Opcodes.RETURN);
    CodeOrdinals code = CodeOrdinals.of(method);
    assertEquals(code.count(), FreshObjects.of(method, code, Cfg.of(method)).cardinality());
  }

  @Test
  void afterAnExceptionInAConstructorThereIsNoSuchObject() {
    MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "caught", "()V", null, null);
    Label start = new Label();
    Label end = new Label();
    method.visitTryCatchBlock(start, end, end, null);
    method.visitLabel(start);
    method.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
    method.visitInsn(Opcodes.DUP);
    method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    method.visitInsn(Opcodes.MONITORENTER);
    method.visitInsn(Opcodes.RETURN);
    method.visitLabel(end);
    method.visitInsn(Opcodes.MONITORENTER);
    method.visitInsn(Opcodes.RETURN);
    CodeOrdinals code = CodeOrdinals.of(method);
    var fresh = FreshObjects.of(method, code, Cfg.of(method));
    assertTrue(fresh.get(1) && fresh.get(2));
    assertFalse(fresh.get(3) || fresh.get(5));
  }

  private static Counted run(Set<Recorded> recorded, String method) {
    return runAll(recorded).get("Samples." + method);
  }

  private static Map<String, Counted> runAll(Set<Recorded> recorded) {
    Map<String, Counted> counted = new TreeMap<>();
    new Rewriting(bytes -> profile(bytes, recorded, counted)).run(N);
    return counted;
  }

  private static byte[] profile(byte[] bytes, Set<Recorded> recorded, Map<String, Counted> into) {
    ClassNode node = Rewriting.parse(bytes);
    String name = node.name.substring(node.name.lastIndexOf('/') + 1);
    Map<Integer, MethodVersion> versions = new HashMap<>();
    Rewriting.methods(node)
        .forEach(
            (ordinal, method) -> {
              InstrumentationLayout layout = InstrumentationLayout.of(method, Form.SPARSE);
              int first = Rewriting.counters(layout.counters());
              int sites = Rewriting.sites(layout.sites());
              into.put(name + "." + method.name + method.desc, new Counted(layout, first, sites));
              versions.put(
                  ordinal,
                  new MethodVersion.Profiled(
                      first, sites, Form.SPARSE, LoopPlan.NONE, Set.of(), recorded));
            });
    return ClassRewriter.rewrite(bytes, new ClassPlan(versions));
  }

  /** Enters the monitor of an object before its constructor is called, and once more after it. */
  private static byte[] lockBeforeConstruction() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Early", null, "java/lang/Object", null);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
    MethodVisitor code = writer.visitMethod(access, "run", "()I", null, null);
    code.visitCode();
    code.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
    code.visitInsn(Opcodes.DUP);
    code.visitInsn(Opcodes.DUP);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    code.visitInsn(Opcodes.DUP);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitInsn(Opcodes.DUP);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitInsn(Opcodes.MONITOREXIT);
    code.visitInsn(Opcodes.ICONST_2);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(3, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static final class Defining extends ClassLoader {
    Defining() {
      super(Defining.class.getClassLoader());
    }

    Class<?> define(byte[] bytes) {
      return defineClass("Early", bytes, 0, bytes.length);
    }
  }
}
