package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Accesses by handles to fields and to bytes of arrays, to null and out of bounds, in loops and
 * handlers; those that convert, that order memory, and handles that are chosen at run time.
 */
final class HandleShapes implements Shapes {
  /** The class that holds the handles; their names say what they are: {@code ProgramClasses}. */
  static final String HOLDER = "Handled";

  private final Draft draft;

  HandleShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of(
        "class HandledAbove { volatile int above; }",
        "final class Handled extends HandledAbove {",
        "  static final VarHandle F_item_O = f(\"item\", Object.class);",
        "  static final VarHandle F_next_H = f(\"next\", Handled.class);",
        "  static final VarHandle F_count_I = f(\"count\", int.class);",
        "  static final VarHandle F_above_I = f(\"above\", int.class);",
        "  static final VarHandle F_flag_Z = f(\"flag\", boolean.class);",
        "  static final VarHandle F_small_B = f(\"small\", byte.class);",
        "  static final VarHandle F_plain_J = f(\"plain\", long.class);",
        "  static final VarHandle F_part_D = f(\"part\", double.class);",
        "  static final VarHandle L_S = v(short[].class, false), B_S = v(short[].class, true);",
        "  static final VarHandle L_I = v(int[].class, false), B_I = v(int[].class, true);",
        "  static final VarHandle L_J = v(long[].class, false), B_J = v(long[].class, true);",
        "  static VarHandle f(String n, Class<?> t) { try { return MethodHandles.lookup()",
        "      .findVarHandle(Handled.class, n, t); } catch (ReflectiveOperationException e) {",
        "      throw new Error(e); } }",
        "  static VarHandle v(Class<?> t, boolean big) { return MethodHandles",
        "      .byteArrayViewVarHandle(t, big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN); }",
        "  volatile Object item = \"i\"; volatile Handled next; volatile int count;",
        "  volatile boolean flag; volatile byte small; long plain; volatile double part;",
        "  Handled(int k) { F_count_I.set(this, k); F_plain_J.set(this, (long) k);",
        "    if ((k & 7) == 1) F_next_H.setRelease(this, this); }",
        "  Object ownItem() { return F_item_O.getAcquire(this); }",
        "  void ownItem(Object o) { F_item_O.setRelease(this, o); } }");
  }

  @Override
  public List<String> members() {
    int odd = 1 + draft.below(7);
    return List.of(
        "  static Handled someHandled(int k) { Fx.burn(); return (k & 15) == " + odd,
        "      ? null : new Handled(k); }",
        "  static byte[] someBytes(int k) { byte[] b = (k & 31) == 3 ? null : new byte[k & 15];",
        "    if (b != null) for (int i = 0; i < b.length; i++) b[i] = (byte) (k * i + i); return b; }",
        "  static int heldCounted(int a, int b) { Handled h = someHandled(a);",
        "    Handled.F_count_I.setVolatile(h, b); Handled.F_above_I.set(h, a);",
        "    return (int) Handled.F_count_I.getAcquire(h) * 3 + (int) Handled.F_above_I.getOpaque(h); }",
        "  static int heldItemed(int a, int b) { Handled h = someHandled(a), g = someHandled(b);",
        "    try { h.ownItem(\"x\" + b); Handled.F_item_O.set(g, h.ownItem());",
        "      Handled.F_next_H.setVolatile(h, g); Handled.F_next_H.set(g, null);",
        "      Handled n = (Handled) Handled.F_next_H.get(h);",
        "      Fx.add(n == g); Fx.add(Handled.F_next_H.getVolatile(g)); return n.item.hashCode();",
        "    } catch (NullPointerException e) { Fx.thrown(e); return b - a; } }",
        "  static long heldPlained(int a, long w) { Handled h = someHandled(a);",
        "    Handled.F_plain_J.set(h, w); long r = (long) Handled.F_plain_J.get(h);",
        "    Handled.F_part_D.set(h, w / 3.0); Handled.F_flag_Z.setRelease(h, w > 5);",
        "    Handled.F_small_B.set(h, (byte) w);",
        "    return r + (long) (double) Handled.F_part_D.getVolatile(h)",
        "      + ((boolean) Handled.F_flag_Z.get(h) ? 1 : 0) + (byte) Handled.F_small_B.get(h)",
        "      + (long) Handled.F_plain_J.getVolatile(h); }",
        "  static int heldConverted(int a, int b) { Handled h = someHandled(a); Object o = (b & 3) == 0",
        "      ? h : (b & 3) == 1 ? \"s\" : null; try { Handled.F_next_H.set(h, o);",
        "      Handled.F_count_I.set(h, (short) b); Handled.F_plain_J.set(h, b);",
        "      if ((b & 7) == 5) Fx.add((String) Handled.F_next_H.get(h));",
        "      long w = (int) Handled.F_count_I.get(h); return (int) w + (int) (long) Handled.F_count_I.get(h);",
        "    } catch (RuntimeException e) { Fx.thrown(e); return a; } }",
        "  static int heldExchanged(int a, int b) { Handled h = someHandled(a);",
        "    boolean z = Handled.F_count_I.compareAndSet(h, a, b);",
        "    int o = (int) Handled.F_count_I.getAndAdd(h, 3); Handled.F_count_I.getAndAdd(h, 1);",
        "    return o * 5 + (z ? 1 : 0) + h.count; }",
        "  static int heldChosen(int a, int b) { Handled h = someHandled(a);",
        "    VarHandle v = (b & 1) == 0 ? Handled.F_count_I : Handled.F_above_I;",
        "    v.set(h, b); return (int) v.getVolatile(h); }",
        "  static int bytesRead(int a, int b) { byte[] s = someBytes(a); int i = (b & 15) - 2; int r = 0;",
        "    try { r = (int) Handled.L_I.get(s, i); r += 7; r ^= (int) Handled.B_I.get(s, i + 1); r *= 3;",
        "      r += (short) Handled.L_S.get(s, i) * (short) Handled.B_S.get(s, i + 2);",
        "    } catch (IndexOutOfBoundsException e) { Fx.thrown(e); r = -r; }",
        "    return r + s.length; }",
        "  static long bytesWritten(int a, long w) { byte[] s = someBytes(a); int i = (int) w & 15;",
        "    try { Handled.L_J.set(s, i - 1, w); Handled.B_J.set(s, i & 3, w * 31);",
        "    } catch (RuntimeException e) { Fx.thrown(e); } finally { Fx.add(Arrays.hashCode(s)); }",
        "    Handled.L_S.set(s, i >> 1, (short) w); Handled.B_S.set(s, 0, (short) a);",
        "    Handled.L_I.set(s, i >> 2, (int) w); Handled.B_I.set(s, i >> 1, a);",
        "    return (long) Handled.L_J.get(s, i & 3) - (long) Handled.B_J.get(s, i & 1) + Arrays.hashCode(s); }",
        "  static int bytesLooped(int a, int b) { byte[] s = someBytes(a); int r = b;",
        "    for (int i = 0; i < 6; i++) { try { r = r * 31 + (int) Handled.L_I.get(s, i);",
        "        Handled.B_I.set(s, i + (b & 3), r); } catch (RuntimeException e) { r -= i; if (i > 3) throw e; } }",
        "    return r; }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String two = "(" + value.apply(size) + ", " + value.apply(size) + ")";
    return switch (draft.below(9)) {
      case 0 -> "Base.heldCounted" + two;
      case 1 -> "Base.heldItemed" + two;
      case 2 -> "(int) Base.heldPlained" + two;
      case 3 -> "Base.heldConverted" + two;
      case 4 -> "Base.heldExchanged" + two;
      case 5 -> "Base.heldChosen" + two;
      case 6 -> "Base.bytesRead" + two;
      case 7 -> "(int) Base.bytesWritten" + two;
      default -> "Base.bytesLooped" + two;
    };
  }
}
