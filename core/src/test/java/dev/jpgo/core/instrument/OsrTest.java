package dev.jpgo.core.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.instrument.InstrumentationLayout.Form;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import dev.jpgo.runtime.JpgoCounters;
import dev.jpgo.runtime.JpgoOsr;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Loops that hand over. A version of generation 0 that has both patchpoints and OSR entries hands
 * over to itself every 1024 iterations while a request for generation 1 is open: each hand-over
 * goes through every instruction that a change of versions would.
 */
class OsrTest {
  private static final int N = 40_000;
  private final List<Integer> requested = new ArrayList<>();

  @AfterEach
  void everyRequestCloses() {
    for (int loop : requested) {
      assertTrue(JpgoOsr.close(loop));
    }
    assertEquals(0, JpgoOsr.pending);
  }

  @Test
  void loopsThatHandOverComputeWhatTheOriginalComputes() {
    Map<String, Object> expected = new Rewriting(bytes -> bytes).run(N);
    int before = JpgoOsr.entries();
    Map<String, Object> actual = new Rewriting(bytes -> handingOver(bytes)).run(N);
    assertEquals(expected, actual);
    assertTrue(JpgoOsr.entries() - before > 100, "hand-overs: " + (JpgoOsr.entries() - before));
  }

  @Test
  void tierZeroLoopsWithoutARequestComputeWhatTheOriginalComputes() {
    Map<String, Object> expected = new Rewriting(bytes -> bytes).run(N);
    int before = JpgoOsr.entries();
    assertEquals(expected, new Rewriting(bytes -> counted(bytes, Patchpoints.COUNT)).run(N));
    assertEquals(expected, new Rewriting(bytes -> counted(bytes, Patchpoints.HANDOVER)).run(N));
    assertEquals(before, JpgoOsr.entries());
  }

  @Test
  void manyThreadsHandOverAtOnce() throws Exception {
    Map<String, Object> expected = new Rewriting(bytes -> bytes).run(N / 4);
    Rewriting rewriting = new Rewriting(bytes -> handingOver(bytes));
    ExecutorService threads = Executors.newFixedThreadPool(24);
    try {
      List<Callable<Map<String, Object>>> tasks = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        tasks.add(() -> rewriting.run(N / 4));
      }
      for (Future<Map<String, Object>> result : threads.invokeAll(tasks)) {
        assertEquals(expected, result.get());
      }
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void aLoopGoesOnWhenThereIsNoStackForTheHandOver() throws Exception {
    int iterations = 40_000_000;
    Object expected = new Rewriting(bytes -> bytes).run("whileLoop", iterations);
    Rewriting rewriting = new Rewriting(bytes -> handingOver(bytes));
    int before = JpgoOsr.entries();
    // Each hand-over adds a frame: 39,000 of them do not fit, and the rest must be given up.
    assertEquals(expected, onSmallStack(() -> rewriting.run("whileLoop", iterations)));
    int entries = JpgoOsr.entries() - before;
    assertTrue(entries > 100 && entries < 39_000, "hand-overs: " + entries);
  }

  @Test
  void referencesComeBackWhenThereIsNoStackForTheHandOver() throws Exception {
    int steps = 40_000_000;
    Object expected = new Rewriting(bytes -> bytes).run("circle", steps);
    Rewriting rewriting = new Rewriting(bytes -> handingOver(bytes));
    assertEquals(expected, onSmallStack(() -> rewriting.run("circle", steps)));
  }

  @Test
  void aRequestForTheRunningGenerationOrBelowIsIgnored() {
    Rewriting rewriting = new Rewriting(bytes -> profiled(bytes, 5, 5));
    Object expected = new Rewriting(bytes -> bytes).run("whileLoop", N);
    int before = JpgoOsr.entries();
    assertEquals(expected, rewriting.run("whileLoop", N));
    assertEquals(before, JpgoOsr.entries());
  }

  @Test
  void loopCountersCountInSteps() {
    Map<String, Integer> loops = new HashMap<>();
    Rewriting rewriting = new Rewriting(bytes -> counted(bytes, Patchpoints.COUNT, loops));
    rewriting.run("whileLoop", N);
    long count = JpgoCounters.read(loops.get("whileLoop"));
    assertEquals(N / 1024 * 1024, count);
  }

  @Test
  void callCountersCountCalls() {
    Map<String, Integer> calls = new HashMap<>();
    Rewriting rewriting = new Rewriting(bytes -> calls(bytes, calls));
    for (int i = 0; i < 7; i++) {
      rewriting.run("walk", 3);
    }
    assertEquals(7, JpgoCounters.read(calls.get("walk")));
    assertFalse(calls.containsKey("straight"), "a leaf of a few bytes has no counter");
  }

  private static <T> T onSmallStack(Callable<T> task) throws Exception {
    FutureTask<T> future = new FutureTask<>(task);
    Thread thread = new Thread(null, future, "small stack", 300_000);
    thread.start();
    return future.get();
  }

  private byte[] handingOver(byte[] bytes) {
    return profiled(bytes, 0, 1);
  }

  /** Patchpoints and entries everywhere; requests a generation for each loop. */
  private byte[] profiled(byte[] bytes, int generation, int requestedGeneration) {
    ClassNode node = Rewriting.parse(bytes);
    Map<Integer, MethodVersion> versions = new HashMap<>();
    for (Map.Entry<Integer, MethodNode> entry : Rewriting.methods(node).entrySet()) {
      MethodNode method = entry.getValue();
      InstrumentationLayout layout = InstrumentationLayout.of(method, Form.SPARSE);
      LoopHeaders headers = LoopHeaders.of(node.name, node.version, method);
      int firstLoop = Rewriting.counters(layout.loops());
      Set<Integer> entries = new HashSet<>();
      for (int loop = 0; loop < headers.count(); loop++) {
        if (headers.refusal(loop).isEmpty()) {
          entries.add(loop);
          synchronized (requested) {
            requested.add(firstLoop + loop);
          }
          JpgoOsr.request(firstLoop + loop, requestedGeneration);
        }
      }
      versions.put(
          entry.getKey(),
          new MethodVersion.Profiled(
              Rewriting.counters(layout.counters()),
              Rewriting.sites(layout.sites()),
              Form.SPARSE,
              new LoopPlan(firstLoop, generation, Patchpoints.HANDOVER),
              entries,
              Set.of(Recorded.values())));
    }
    return ClassRewriter.rewrite(bytes, new ClassPlan(versions));
  }

  private static byte[] counted(byte[] bytes, Patchpoints patchpoints) {
    return counted(bytes, patchpoints, new HashMap<>());
  }

  private static byte[] counted(
      byte[] bytes, Patchpoints patchpoints, Map<String, Integer> firstLoops) {
    ClassNode node = Rewriting.parse(bytes);
    Map<Integer, MethodVersion> versions = new HashMap<>();
    Rewriting.methods(node)
        .forEach(
            (ordinal, method) -> {
              int loops = LoopHeaders.of(node.name, node.version, method).count();
              int first = Rewriting.counters(loops);
              firstLoops.put(method.name, first);
              versions.put(
                  ordinal,
                  new MethodVersion.Counted(
                      Rewriting.counters(1), new LoopPlan(first, 0, patchpoints)));
            });
    return ClassRewriter.rewrite(bytes, new ClassPlan(versions));
  }

  private static byte[] calls(byte[] bytes, Map<String, Integer> counters) {
    ClassNode node = Rewriting.parse(bytes);
    List<MethodShape> shapes = MethodShape.read(bytes);
    Map<Integer, MethodVersion> versions = new HashMap<>();
    for (int ordinal = 0; ordinal < shapes.size(); ordinal++) {
      if (shapes.get(ordinal).deservesCallCounter()) {
        int counter = Rewriting.counters(1);
        counters.put(node.methods.get(ordinal).name, counter);
        versions.put(ordinal, new MethodVersion.Counted(counter, LoopPlan.NONE));
      }
    }
    return ClassRewriter.rewrite(bytes, new ClassPlan(versions));
  }
}
