package dev.jpgo.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * On-stack replacement of running loops. A loop is named by its loop id, which is the index of its
 * iteration counter in {@link JpgoCounters}.
 *
 * <p>Protocol of the controller: (1) install a version of the method whose entry accepts the loop
 * (an <i>OSR entry</i>) and has a generation above the running one; (2) {@link #request}; (3) later
 * {@link #close} until it returns true; (4) only then install a version without the OSR entry.
 * While a request is not closed, the class must not get a version without that entry: a frame on
 * its way calls the method with dummy arguments and relies on the entry to notice.
 *
 * <p>Protocol of generated code: every 1024 iterations, and only if {@link #pending} is not zero,
 * the running frame calls {@link #poll}. If it gets a hand-over it fills it, arms it, and calls its
 * own method; the OSR entry there calls {@link #take}.
 *
 * <p>No step blocks or waits. Hand-overs in flight sit in a small table claimed by compare-and-set;
 * when it is full the loop just goes on. A thread finds its own by identity, so recursion, many
 * threads and virtual threads (which cannot unmount between the two calls without staying the same
 * {@code Thread}) do not mix.
 */
public final class JpgoOsr {
  private static final int SLOTS = 16;

  /** Generation of a request that is being withdrawn: no version is below it. */
  private static final int CLOSING = Integer.MIN_VALUE;

  /** Number of loops requested and not yet closed; OSR entries look at it first. */
  public static volatile int pending;

  private static volatile int[] requests = new int[0];

  /** Odd while the slot is in use. Each change of hands makes a new value, so none is mistaken. */
  private static final AtomicInteger[] TICKETS = new AtomicInteger[SLOTS];

  private static final @Nullable JpgoHandover[] FLIGHTS = new JpgoHandover[SLOTS];

  private static final AtomicInteger TAKEN = new AtomicInteger();

  static {
    for (int i = 0; i < SLOTS; i++) {
      TICKETS[i] = new AtomicInteger();
    }
  }

  private JpgoOsr() {}

  /**
   * Asks frames that run {@code loop} in a version below {@code generation} to hand over to the
   * installed version. Replaces an earlier request for the loop.
   */
  public static synchronized void request(int loop, int generation) {
    int[] old = requests;
    int at = indexOf(old, loop);
    int[] fresh;
    if (at >= 0) {
      fresh = old.clone();
    } else {
      at = old.length;
      fresh = new int[at + 2];
      System.arraycopy(old, 0, fresh, 0, at);
      fresh[at] = loop;
      pending++;
    }
    fresh[at + 1] = generation;
    requests = fresh;
  }

  /**
   * Withdraws the request. True when no frame is on its way any more, so that the OSR entry may be
   * dropped; false when the caller must try again (the window is a few instructions long). Closing
   * what was never requested is true.
   */
  public static synchronized boolean close(int loop) {
    int[] old = requests;
    int at = indexOf(old, loop);
    if (at < 0) {
      return true;
    }
    if (old[at + 1] != CLOSING) {
      int[] fresh = old.clone();
      fresh[at + 1] = CLOSING;
      requests = fresh;
    }
    for (int slot = 0; slot < SLOTS; slot++) {
      int ticket = TICKETS[slot].get();
      if ((ticket & 1) != 0 && !swept(slot, ticket) && mayCarry(slot, ticket, loop)) {
        return false;
      }
    }
    int[] fresh = new int[old.length - 2];
    System.arraycopy(old, 0, fresh, 0, at);
    System.arraycopy(old, at + 2, fresh, at, old.length - at - 2);
    requests = fresh;
    pending--;
    return true;
  }

  private static boolean mayCarry(int slot, int ticket, int loop) {
    JpgoHandover flight = FLIGHTS[slot];
    return flight == null || flight.ticket != ticket || flight.loop == loop;
  }

  /** Number of hand-overs that reached a newer version. */
  public static int entries() {
    return TAKEN.get();
  }

  /**
   * Called by a running loop: the hand-over to fill, or null to go on. Null too when memory or
   * stack run out in here.
   *
   * @param loop id of the loop
   * @param generation generation of the running version
   */
  public static @Nullable JpgoHandover poll(
      int loop, int generation, int referenceCount, int primitiveCount) {
    if (!requested(loop, generation)) {
      return null;
    }
    try {
      return claim(loop, generation, referenceCount, primitiveCount);
    } catch (VirtualMachineError e) {
      return null;
    }
  }

  private static boolean requested(int loop, int generation) {
    int[] open = requests;
    int at = indexOf(open, loop);
    return at >= 0 && generation < open[at + 1];
  }

  private static @Nullable JpgoHandover claim(
      int loop, int generation, int referenceCount, int primitiveCount) {
    for (int slot = 0; slot < SLOTS; slot++) {
      int ticket = TICKETS[slot].get();
      if ((ticket & 1) != 0 && !swept(slot, ticket)) {
        continue;
      }
      ticket = TICKETS[slot].get();
      if ((ticket & 1) != 0) {
        continue;
      }
      JpgoHandover made = new JpgoHandover(loop, ticket + 1, referenceCount, primitiveCount);
      if (!TICKETS[slot].compareAndSet(ticket, ticket + 1)) {
        continue;
      }
      boolean wanted = false;
      try {
        FLIGHTS[slot] = made;
        // Again, when the claim can be seen: either close() sees it or this sees the closing.
        wanted = requested(loop, generation);
      } finally {
        if (!wanted) {
          made.owner = null; // a plain store: a call might not fit on the stack
        }
      }
      return wanted ? made : null;
    }
    return null;
  }

  /**
   * Called by an OSR entry: the hand-over of this thread for this loop, or null when the method is
   * called for another reason. It is the caller's when its {@code taken} has been set, and is
   * answered once. A slot is freed by whoever needs one.
   */
  public static @Nullable JpgoHandover take(int loop) {
    Thread current = Thread.currentThread();
    for (int slot = 0; slot < SLOTS; slot++) {
      JpgoHandover flight = FLIGHTS[slot];
      if (flight != null && flight.owner == current && flight.loop == loop && flight.armed) {
        TAKEN.incrementAndGet();
        flight.rewind();
        flight.armed = false;
        return flight;
      }
    }
    return null;
  }

  /** Frees a slot whose hand-over has been taken or given up; true when it was one. */
  private static boolean swept(int slot, int ticket) {
    JpgoHandover flight = FLIGHTS[slot];
    if (flight == null || flight.ticket != ticket || flight.owner != null) {
      return false;
    }
    if (!flight.taken) {
      flight.references = null;
    }
    TICKETS[slot].compareAndSet(ticket, ticket + 1);
    return true;
  }

  private static int indexOf(int[] table, int loop) {
    for (int i = 0; i < table.length; i += 2) {
      if (table[i] == loop) {
        return i;
      }
    }
    return -1;
  }
}
