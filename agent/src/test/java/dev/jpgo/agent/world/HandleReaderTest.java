package dev.jpgo.agent.world;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.world.VariableHandle;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandleReaderTest {
  private static final String HERE = HandleReaderTest.class.getName().replace('.', '/');

  private final LiveProgram program = new LiveProgram(1 << 24);
  private final ClassRegistry registry = program.registry();

  private void read(Class<?>... types) throws IOException {
    for (Class<?> type : types) {
      String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
      try (InputStream in = requireNonNull(type.getResourceAsStream(file))) {
        program.known(type, in.readAllBytes());
      }
    }
  }

  static class Above {
    volatile long inherited;
  }

  static final class Variables extends Above {
    static int shared;
    volatile int first;
    volatile int second;
    volatile Variables next;
    String[] texts = {};
    final int fixed = (int) System.nanoTime();
  }

  static final class Holder {
    static final VarHandle FIRST = field("first", int.class);
    static final VarHandle SECOND = field("second", int.class);
    static final VarHandle NEXT = field("next", Variables.class);
    static final VarHandle INHERITED = field("inherited", long.class);
    static final VarHandle LITTLE = view(ByteOrder.LITTLE_ENDIAN);
    static final VarHandle BIG = view(ByteOrder.BIG_ENDIAN);
    static final VarHandle FIXED = field("fixed", int.class);
    static final VarHandle TEXTS = field("texts", String[].class);
    static final VarHandle EXACT = FIRST.withInvokeExactBehavior();
    static final VarHandle SHARED = shared();
    static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(int[].class);
    static final VarHandle BUFFER =
        MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle NONE = none();
    static final Object OBJECT = FIRST;

    private Holder() {}
  }

  private static VarHandle field(String name, Class<?> type) {
    try {
      return MethodHandles.lookup().findVarHandle(Variables.class, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static VarHandle shared() {
    try {
      return MethodHandles.lookup().findStaticVarHandle(Variables.class, "shared", int.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static VarHandle view(ByteOrder order) {
    return MethodHandles.byteArrayViewVarHandle(int[].class, order);
  }

  private static VarHandle none() {
    return null;
  }

  private Optional<VariableHandle> read(Class<?> holder, String field) {
    return registry.record(holder).handle(field);
  }

  @Test
  void aHandleOfAFieldIsTheFieldWithItsOffset() throws IOException {
    read(Variables.class);
    assertTrue(Holder.FIRST != Holder.SECOND);
    VariableHandle first = read(Holder.class, "FIRST").orElseThrow();
    assertEquals(
        new VariableHandle(
            VariableHandle.Kind.FIELD, HERE + "$Variables", "first", "I", first.offset()),
        first);
    VariableHandle second = read(Holder.class, "SECOND").orElseThrow();
    assertEquals("second", second.field());
    assertTrue(first.offset() > 0 && second.offset() > 0 && first.offset() != second.offset());
    VariableHandle next = read(Holder.class, "NEXT").orElseThrow();
    assertEquals("L" + HERE + "$Variables;", next.type());
  }

  @Test
  void aFieldOfASuperclassIsFoundByTheClassThatTheHandleTakes() throws IOException {
    assertTrue(Holder.INHERITED != null);
    read(Variables.class);
    assertEquals(Optional.empty(), read(Holder.class, "INHERITED"));
    assertTrue(registry.takeWanted().contains(registry.record(Above.class)));
    read(Above.class);
    VariableHandle inherited = read(Holder.class, "INHERITED").orElseThrow();
    assertEquals(HERE + "$Variables", inherited.receiver());
    assertEquals("inherited", inherited.field());
    assertEquals("J", inherited.type());
  }

  @Test
  void aViewIsKnownByItsOrderAndType() {
    assertTrue(Holder.LITTLE != Holder.BIG);
    assertEquals(VariableHandle.view(false, "I"), read(Holder.class, "LITTLE").orElseThrow());
    assertEquals(VariableHandle.view(true, "I"), read(Holder.class, "BIG").orElseThrow());
  }

  @Test
  void theJdksOwnHandlesAreRead() {
    assertEquals("x", new AtomicReference<>("x").get());
    VariableHandle value = read(AtomicReference.class, "VALUE").orElseThrow();
    assertEquals("java/util/concurrent/atomic/AtomicReference", value.receiver());
    assertEquals("Ljava/lang/Object;", value.type());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FIXED",
        "TEXTS",
        "EXACT",
        "SHARED",
        "ELEMENTS",
        "BUFFER",
        "NONE",
        "OBJECT",
        "MISSING"
      })
  void ofOthersNothingIsKnown(String field) throws IOException {
    read(Variables.class, Above.class);
    assertTrue(Holder.FIRST != null);
    assertTrue(read(Holder.class, "FIRST").isPresent());
    assertEquals(Optional.empty(), read(Holder.class, field));
  }

  static final class Late {
    static final VarHandle FIRST = field("first", int.class);

    private Late() {}
  }

  @Test
  void aClassIsNotInitializedToReadIt() throws IOException {
    read(Variables.class);
    assertEquals(Optional.empty(), read(Late.class, "FIRST"));
    assertTrue(Late.FIRST != null);
    assertTrue(read(Late.class, "FIRST").isPresent());
  }

  /** Numbers of all kinds. */
  static final class Numbers {
    static final boolean TRUTH = Boolean.parseBoolean("true");
    private static final byte TINY = Byte.parseByte("-3");
    static final short SMALL = Short.parseShort("-4");
    static final char LETTER = "a".charAt(0);
    static final int WHOLE = Integer.parseInt("5");
    static final long LARGE = Long.parseLong("6");
    static final float FLOATING = Float.parseFloat("-0");
    static final double DOUBLE = Double.parseDouble("NaN");
    static int changing = Integer.parseInt("7");

    private Numbers() {}

    static int tiny() {
      return TINY;
    }
  }

  @Test
  void numbersAreWhatBytecodeSees() throws IOException {
    read(Numbers.class);
    ClassRecord numbers = registry.record(Numbers.class);
    assertEquals(Optional.empty(), numbers.number("WHOLE", "I"));
    assertEquals(-3, Numbers.tiny());
    assertEquals(Optional.empty(), numbers.number("changing", "I"), "whatever a class file says");
    assertEquals(Optional.of(1), numbers.number("TRUTH", "Z"));
    assertEquals(Optional.of(-3), numbers.number("TINY", "B"));
    assertEquals(Optional.of(-4), numbers.number("SMALL", "S"));
    assertEquals(Optional.of(97), numbers.number("LETTER", "C"));
    assertEquals(Optional.of(5), numbers.number("WHOLE", "I"));
    assertEquals(Optional.of(6L), numbers.number("LARGE", "J"));
    assertEquals(Optional.of(-0f), numbers.number("FLOATING", "F"));
    assertEquals(Optional.of(Double.NaN), numbers.number("DOUBLE", "D"));
    assertEquals(Optional.empty(), numbers.number("WHOLE", "J"));
    assertEquals(Optional.empty(), numbers.number("MISSING", "I"));
  }

  /** Its names would mean other classes to the code of the holder, or none. */
  @Test
  void ofAVariableOfAClassThatTheHolderCannotNameNothingIsKnown() {
    assertTrue(Elsewhere.PRIVATE != null);
    assertEquals(Optional.empty(), read(Elsewhere.class, "PRIVATE"));
  }

  /** Holds a handle of a hidden class's field. */
  static final class Elsewhere {
    static final VarHandle PRIVATE = hidden();

    private Elsewhere() {}
  }

  static final class Template {
    volatile int value;
  }

  private static VarHandle hidden() {
    try (InputStream in =
        requireNonNull(Template.class.getResourceAsStream("HandleReaderTest$Template.class"))) {
      MethodHandles.Lookup lookup =
          MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), false);
      MethodHandle made =
          lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class));
      VarHandle handle = lookup.findVarHandle(lookup.lookupClass(), "value", int.class);
      assertEquals(0, (int) handle.get(made.invoke()));
      return handle;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
