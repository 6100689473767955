package dev.jpgo.agent.redefine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.ForegroundWork;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.LogLevel;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.world.AssumptionTable;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import dev.jpgo.core.world.Mode;
import dev.jpgo.runtime.JpgoCounters;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Versions of real classes are put into this JVM, which has another agent if a test wants one. */
abstract class RedefinerFixture {
  /** So little that the bytes of a class are forgotten when those of another come. */
  private static final long BYTES = 16;

  final LiveProgram program = new LiveProgram(BYTES);
  final Instrumentation instrumentation = program.instrumentation();
  final ByteArrayOutputStream said = new ByteArrayOutputStream();
  final Log log = new Log(new PrintStream(said, true), LogLevel.ERROR);
  final Statistics statistics = new Statistics("interpreter", "a JVM");
  final TraceTable traces = new TraceTable(false);
  final CounterAllocator counters = LiveProgram.counters();
  final TierZero tierZero =
      new TierZero(Mode.INTERPRETER, false, Patchpoints.HANDOVER, false, counters);
  final Turn turn = new Turn();
  final AssumptionTable assumptions = new AssumptionTable(program.registry(), program.pending());
  final AgentTransformer transformer =
      new AgentTransformer(
          program.registry(),
          program.pending(),
          assumptions,
          new ClassFilter(OptionValues.defaults()),
          tierZero,
          traces,
          new ForegroundWork());
  final Redefiner redefiner =
      new Redefiner(
          instrumentation,
          Set.of(),
          transformer,
          program.registry(),
          tierZero,
          Set.of(),
          traces,
          statistics,
          new Failures(log),
          log,
          turn,
          System.nanoTime());
  final List<ClassFileTransformer> others = new ArrayList<>();

  @BeforeEach
  void takeTurn() {
    transformer.begin(instrumentation);
    turn.take();
  }

  @AfterEach
  void leave() {
    turn.end();
    transformer.end(instrumentation);
    others.forEach(instrumentation::removeTransformer);
  }

  /** A class with {@code static int count(int)}, a loop that counts up. */
  ClassState subject(String name) {
    Class<?> type = new LiveProgram.Loader().define(classFile(name));
    return new ClassState(program.registry().record(type));
  }

  static byte[] classFile(String name) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V1_5, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    MethodVisitor code =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "count", "(I)I", null, null);
    Label header = new Label();
    code.visitCode();
    code.visitInsn(Opcodes.ICONST_0);
    code.visitVarInsn(Opcodes.ISTORE, 1);
    code.visitLabel(header);
    code.visitIincInsn(1, 1);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitVarInsn(Opcodes.ILOAD, 0);
    code.visitJumpInsn(Opcodes.IF_ICMPLT, header);
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** How often the class counts a call of {@code count}, called three times. */
  static long counted(ClassState state) throws ReflectiveOperationException {
    TierZeroLayout layout = state.layout();
    int counter = layout == null ? 0 : layout.callCounter(0);
    long before = JpgoCounters.read(counter);
    Method method = state.record().type().getMethod("count", int.class);
    for (int i = 0; i < 3; i++) {
      assertEquals(7, method.invoke(null, 7));
    }
    return JpgoCounters.read(counter) - before;
  }

  /** What changes a class whenever it is made anew. */
  static ClassFileTransformer changing(String name, UnaryOperator<byte[]> change) {
    return new ClassFileTransformer() {
      @Override
      public byte[] transform(
          ClassLoader loader,
          String className,
          Class<?> type,
          ProtectionDomain domain,
          byte[] bytes) {
        return type != null && className.equals(name) ? change.apply(bytes) : null;
      }
    };
  }
}
