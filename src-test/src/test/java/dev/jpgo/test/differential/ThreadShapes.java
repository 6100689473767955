package dev.jpgo.test.differential;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Monitors, and threads that hand objects over by start and join, by a volatile field, by wait and
 * notify. One thread of a program has effects at a time, and which one is never left to chance, so
 * that what is observed is always the same.
 */
final class ThreadShapes implements Shapes {
  private final Draft draft;

  ThreadShapes(Draft draft) {
    this.draft = draft;
  }

  @Override
  public List<String> types() {
    return List.of(
        "final class Worker extends Thread { final Base on; final int k; int result; long[] seen;",
        "  Worker(Base on, int k) { this.on = on; this.k = k; }",
        "  @Override public void run() { try { result = on.cached(k) + on.noisy();",
        "      seen = new long[] {on.l0, result}; on.l0 += k; }",
        "    catch (RuntimeException | Spent e) { Fx.thrown(e); } }",
        "  static void await(Thread t) { try { t.join(); }",
        "    catch (InterruptedException e) { throw new IllegalStateException(e); } } }",
        "final class Desk extends Thread { Base item; int k; volatile int turn;",
        "  @Override public void run() { for (int t = 1; t < 6; t += 2) {",
        "    while (turn != t) Thread.yield();",
        "    try { k = item.noisy() + item.i0(); item = item.link(item.next()); }",
        "    catch (RuntimeException | Spent e) { Fx.thrown(e); }",
        "    turn = t + 1; } }",
        "  int served(Base b, int v) { int s = 0; start(); for (int t = 1; t < 6; t += 2) {",
        "    item = b; b.i0(v & 15); k = v; turn = t;",
        "    while (turn != t + 1) Thread.yield(); s = s * 3 + k; v--; }",
        "    Worker.await(this); return s; } }",
        "final class Slot extends Thread { private Base full; final Base first;",
        "  Slot(Base first) { this.first = first; }",
        "  synchronized void put(Base b) { while (full != null) pause(); full = b; notifyAll(); }",
        "  synchronized Base take() { while (full == null) pause();",
        "    Base b = full; full = null; notifyAll(); return b; }",
        "  private void pause() { try { wait(); }",
        "    catch (InterruptedException e) { throw new IllegalStateException(e); } }",
        "  @Override public void run() { for (int i = 0; i < 3; i++) {",
        "    Base b = new C0(\"p\" + i); b.i0(i); put(i == 1 ? first : b); } } }");
  }

  @Override
  public List<String> members() {
    return List.of(
        "  static synchronized int allLocked(int k) {",
        "    return k + (Thread.holdsLock(Base.class) ? 1 : 0); }",
        "  int nestedLocks(int k) { synchronized (this) { synchronized (array) {",
        "    if ((k & 7) == 2) throw new Oops(k);",
        "    return Thread.holdsLock(this) ? checked(k) : -1; } } }",
        "  int unlocked(int k) { try { k += nestedLocks(k); } catch (Oops e) { Fx.thrown(e); }",
        "    return k + (Thread.holdsLock(this) || Thread.holdsLock(array) ? 100 : 0); }",
        "  int notified(int k) { try { if (k > 2) synchronized (this) { notifyAll(); }",
        "      else notify(); return 1; }",
        "    catch (IllegalMonitorStateException e) { Fx.thrown(e); return 2; } }",
        "  int lockLoop(int n) { int s = 0; for (int i = 0; i < (n & 3); i++) { synchronized (this) {",
        "    if (i == 2) break; if (n < 0) continue; s += locked(i); } } return s; }",
        "  static int lockOf(Base b, int k) { synchronized (b) { return k + b.i0; } }",
        "  synchronized int lockedThrow(int k) { return checked(k) / (k & 3); }",
        "  int relocked(int k) { int s = k; try { synchronized (this) { s += i0; i0 = k & 15; }",
        "    s += array[k & 7]; synchronized (this) { s = s * 3 + i0; if ((k & 15) == 6)",
        "    throw new Oops(k); } i0 += s & 3; synchronized (this) { i0--; } return s; }",
        "    catch (Oops | ArrayIndexOutOfBoundsException e) { Fx.thrown(e);",
        "    return s + (Thread.holdsLock(this) ? 100 : 0); } }",
        "  static int worked(Base b, int k) { if (Fx.threads-- <= 0) return k;",
        "    Worker w = new Worker(b, k); w.start(); Worker.await(w);",
        "    return w.result + (w.seen == null ? 0 : (int) w.seen[1]); }",
        "  static int desk(Base b, int k) { if (Fx.threads-- <= 0) return k;",
        "    if (b == null) return -1; return new Desk().served(b, k); }",
        "  static int slot(Base b) { if (Fx.threads-- <= 0) return 0;",
        "    Slot slot = new Slot(b == null ? new C0(\"q\") : b); slot.start(); int s = 0;",
        "    for (int i = 0; i < 3; i++) { s = s * 7 + slot.take().i0(); }",
        "    Worker.await(slot); return s; }");
  }

  @Override
  public String intExpression(Supplier<String> on, IntFunction<String> value, int size) {
    String arg = value.apply(size);
    return switch (draft.below(11)) {
      case 0 -> "Base.allLocked(" + arg + ")";
      case 1 -> on.get() + ".nestedLocks(" + arg + ")";
      case 2 -> on.get() + ".unlocked(" + arg + ")";
      case 3 -> on.get() + ".notified(" + arg + ")";
      case 4 -> on.get() + ".lockLoop(" + arg + ")";
      case 5 -> "Base.lockOf(" + on.get() + ", " + arg + ")";
      case 6 -> on.get() + ".lockedThrow(" + arg + ")";
      case 7 -> "Base.worked(" + on.get() + ", " + arg + ")";
      case 8 -> on.get() + ".relocked(" + arg + ")";
      case 9 -> "Base.desk(" + on.get() + ", " + arg + ")";
      default -> "Base.slot(" + on.get() + ")";
    };
  }
}
