package dev.jpgo.core.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.CheckClassAdapter;

class FieldHandlesPatchTest {
  @SuppressWarnings({"unused", "NullAway", "NonFinalStaticField"})
  static class Subject {
    private static final VarHandle COUNT;
    private static final VarHandle TOTAL;
    private static final VarHandle NUMBER;
    private static final VarHandle ANY;
    private static final VarHandle FLAG;
    private static final VarHandle EXACT;
    private static final VarHandle SHARED;
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
    private static VarHandle open;

    static {
      try {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        COUNT = lookup.findVarHandle(Subject.class, "count", int.class);
        TOTAL = lookup.findVarHandle(Subject.class, "total", long.class);
        NUMBER = lookup.findVarHandle(Subject.class, "number", Number.class);
        ANY = lookup.findVarHandle(Subject.class, "any", Object.class);
        FLAG = lookup.findVarHandle(Subject.class, "flag", boolean.class);
        EXACT = lookup.findVarHandle(Subject.class, "count", int.class).withInvokeExactBehavior();
        SHARED = lookup.findStaticVarHandle(Subject.class, "shared", int.class);
        open = lookup.findVarHandle(Subject.class, "count", int.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    static int shared;
    volatile int count;
    volatile long total;
    volatile Number number;
    volatile Object any;
    volatile boolean flag;

    boolean swap(int from, int to) {
      return COUNT.compareAndSet(this, from, to);
    }

    boolean swapByChoice(boolean more) {
      return COUNT.weakCompareAndSetPlain(this, more ? 1 : 0, more ? 2 : 3);
    }

    long add(long more) {
      return (long) TOTAL.getAndAddRelease(this, more);
    }

    void forget() {
      NUMBER.setRelease(this, null);
    }

    Number exchange(Number next) {
      return (Number) NUMBER.getAndSet(this, next);
    }

    void drop(Number next) {
      NUMBER.getAndSet(this, next);
    }

    Object anything(String from, int[] to) {
      return ANY.compareAndExchangeAcquire(this, from, to);
    }

    void converts(byte value) {
      COUNT.setVolatile(this, value);
    }

    void ofAnHeir(Heir heir) {
      COUNT.setVolatile(heir, 1);
    }

    void casts(Object next) {
      NUMBER.setVolatile(this, next);
    }

    void narrower(Integer next) {
      NUMBER.setVolatile(this, next);
    }

    Integer castsTheResult() {
      return (Integer) NUMBER.getVolatile(this);
    }

    void ofAnotherType() {
      FLAG.setVolatile(this, true);
    }

    int exact() {
      return (int) EXACT.getVolatile(this);
    }

    int ofNoObject() {
      return (int) SHARED.getVolatile();
    }

    int ofAnArray(int[] array) {
      return (int) ELEMENT.getVolatile(array, 0);
    }

    int notForGood() {
      return (int) open.getVolatile(this);
    }

    int oneOfTwo(boolean first) {
      return (int) (first ? COUNT : EXACT).getVolatile(this);
    }

    int passedOn() {
      VarHandle handle = COUNT;
      return (int) handle.getVolatile(this);
    }
  }

  /** Has its handle through what looks up as another class. */
  @SuppressWarnings("unused")
  static final class Stranger {
    private static final VarHandle COUNT;

    static {
      try {
        COUNT =
            MethodHandles.privateLookupIn(Subject.class, MethodHandles.lookup())
                .findVarHandle(Subject.class, "count", int.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    static int get(Subject subject) {
      return (int) COUNT.getVolatile(subject);
    }
  }

  static final class Heir extends Subject {}

  @Test
  void whatConvertsOrIsNotKnownStays() throws IOException {
    ClassNode patched = patched(Subject.class, new Fields(Set.of(), true));
    assertEquals(
        Set.of(
            "converts",
            "ofAnHeir",
            "casts",
            "narrower",
            "castsTheResult",
            "ofAnotherType",
            "exact",
            "ofNoObject",
            "ofAnArray",
            "notForGood",
            "oneOfTwo",
            "passedOn"),
        calling(patched, "java/lang/invoke/VarHandle"));
    assertEquals(
        Set.of("swap", "swapByChoice", "add", "forget", "exchange", "drop", "anything"),
        calling(patched, "jdk/internal/misc/Unsafe"));
    for (MethodNode method : patched.methods) {
      if (calling(method, "jdk/internal/misc/Unsafe")) {
        assertTrue(isNullTested(method), method.name);
      }
    }
  }

  @Test
  void theClassThatIsLookedInIsNamed() throws IOException {
    ClassNode patched = patched(Stranger.class, new Fields(Set.of(), true));
    assertEquals(Set.of("get"), calling(patched, "jdk/internal/misc/Unsafe"));
  }

  @Test
  void fieldsThatAreNotFoundKeepTheirHandles() throws IOException {
    ClassNode patched = patched(Subject.class, new Fields(Set.of("count"), true));
    assertEquals(
        Set.of("add", "forget", "exchange", "drop", "anything"),
        calling(patched, "jdk/internal/misc/Unsafe"));
  }

  @Test
  void aJdkWithoutTheMethodsIsRefused() throws IOException {
    PatchResult result = patch(Subject.class, new Fields(Set.of(), false));
    assertEquals(new PatchResult.Refused("no access by a handle that is known"), result);
  }

  private static ClassNode patched(Class<?> type, UnsafeFields fields) throws IOException {
    PatchResult.Patched result = assertInstanceOf(PatchResult.Patched.class, patch(type, fields));
    StringWriter problems = new StringWriter();
    ClassReader reader = new ClassReader(result.classFile());
    CheckClassAdapter.verify(reader, type.getClassLoader(), false, new PrintWriter(problems, true));
    assertEquals("", problems.toString());
    ClassNode node = new ClassNode();
    reader.accept(node, 0);
    return node;
  }

  private static PatchResult patch(Class<?> type, UnsafeFields fields) throws IOException {
    String name = Type.getInternalName(type);
    try (InputStream in = type.getResourceAsStream("/" + name + ".class")) {
      return new FieldHandlesPatch(name, fields).apply(in.readAllBytes());
    }
  }

  private static Set<String> calling(ClassNode type, String owner) {
    Set<String> names = new TreeSet<>();
    for (MethodNode method : type.methods) {
      if (!method.name.equals("<clinit>") && calling(method, owner)) {
        names.add(method.name);
      }
    }
    return names;
  }

  private static boolean calling(MethodNode method, String owner) {
    for (AbstractInsnNode each : method.instructions) {
      if (each instanceof MethodInsnNode call
          && call.getOpcode() == Opcodes.INVOKEVIRTUAL
          && call.owner.equals(owner)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the object is tested right before the offset, with nothing done before that. */
  private static boolean isNullTested(MethodNode method) {
    for (AbstractInsnNode each : method.instructions) {
      if (each instanceof LdcInsnNode constant && constant.cst instanceof Long) {
        return constant.getPrevious() instanceof MethodInsnNode call
            && call.owner.equals("java/util/Objects")
            && call.name.equals("requireNonNull");
      }
    }
    return false;
  }

  private record Fields(Set<String> missing, boolean offers) implements UnsafeFields {
    @Override
    public boolean has(String className) {
      return true;
    }

    @Override
    public OptionalLong offset(String owner, String field) {
      return missing.contains(field) ? OptionalLong.empty() : OptionalLong.of(16);
    }

    @Override
    public boolean offers(String method, String descriptor) {
      return offers;
    }
  }
}
