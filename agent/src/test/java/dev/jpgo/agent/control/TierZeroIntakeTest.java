package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.agent.events.Failures;
import dev.jpgo.agent.events.ForegroundWork;
import dev.jpgo.agent.events.Log;
import dev.jpgo.agent.events.LogLevel;
import dev.jpgo.agent.events.Statistics;
import dev.jpgo.agent.hooks.TraceTable;
import dev.jpgo.agent.measure.BusyThread;
import dev.jpgo.agent.measure.StackSampler;
import dev.jpgo.agent.measure.Stacks;
import dev.jpgo.agent.options.OptionException;
import dev.jpgo.agent.options.OptionValues;
import dev.jpgo.agent.redefine.AgentTransformer;
import dev.jpgo.agent.redefine.ClassFilter;
import dev.jpgo.agent.redefine.ClassState;
import dev.jpgo.agent.redefine.Redefiner;
import dev.jpgo.agent.redefine.TierZero;
import dev.jpgo.agent.redefine.Turn;
import dev.jpgo.agent.world.AssumptionTable;
import dev.jpgo.agent.world.ClassRecord;
import dev.jpgo.agent.world.LiveProgram;
import dev.jpgo.core.instrument.LoopPlan.Patchpoints;
import dev.jpgo.core.phase.list.ListLoops;
import dev.jpgo.core.world.Mode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TierZeroIntakeTest {
  private final LiveProgram program = new LiveProgram(0);
  private final StackSampler sampler = new StackSampler();

  /** Loaded by its test, and initialized later. */
  static final class Lazy {
    static final List<String> STATE = new ArrayList<>();

    private Lazy() {}
  }

  private TierZeroIntake intake(String options) throws OptionException {
    return intake(options, 0);
  }

  private TierZeroIntake intake(String options, long waitUntil) throws OptionException {
    return intake(options, waitUntil, null);
  }

  private TierZeroIntake intake(String options, long waitUntil, @Nullable Selection selected)
      throws OptionException {
    return intake(options, new TierZeroIntake.Waits(waitUntil, waitUntil), selected);
  }

  private TierZeroIntake intake(
      String options, TierZeroIntake.Waits waits, @Nullable Selection selected)
      throws OptionException {
    ClassFilter filter = new ClassFilter(OptionValues.parse(options));
    Log log = new Log(System.err, LogLevel.ERROR);
    TraceTable traces = new TraceTable(false);
    TierZero tierZero =
        new TierZero(Mode.INTERPRETER, false, Patchpoints.HANDOVER, false, LiveProgram.counters());
    AssumptionTable assumptions = new AssumptionTable(program.registry(), program.pending());
    AgentTransformer transformer =
        new AgentTransformer(
            program.registry(),
            program.pending(),
            assumptions,
            filter,
            tierZero,
            traces,
            new ForegroundWork());
    Redefiner redefiner =
        new Redefiner(
            program.instrumentation(),
            Set.of(),
            transformer,
            program.registry(),
            tierZero,
            Set.of(),
            traces,
            new Statistics("interpreter", "a JVM"),
            new Failures(log),
            log,
            new Turn(),
            System.nanoTime());
    return new TierZeroIntake(filter, redefiner, sampler, waits, selected);
  }

  private ClassRecord record(Class<?> type) {
    return program.registry().record(type);
  }

  private static ClassState state(ClassRecord record) {
    return (ClassState) record.attachment();
  }

  private static List<ClassRecord> next(TierZeroIntake intake) {
    return next(intake, 0);
  }

  private static List<ClassRecord> next(TierZeroIntake intake, long now) {
    intake.sort(now);
    return intake.next(1000).stream().map(ClassState::record).toList();
  }

  @Test
  void aClassThatIsNotInitializedWaitsUntilItIs() throws Exception {
    TierZeroIntake intake = intake("delay=0");
    String name = TierZeroIntakeTest.class.getName() + "$Lazy";
    ClassRecord lazy = record(Class.forName(name, false, getClass().getClassLoader()));
    intake.add(List.of(lazy));
    assertEquals(List.of(), next(intake));
    Lazy.STATE.add("used");
    assertEquals(List.of(lazy), next(intake));
    assertEquals(List.of(), next(intake));
  }

  @Test
  void theApplicationComesBeforeTheJdkAndWhatIsAtWorkBeforeBoth() throws Exception {
    TierZeroIntake intake = intake("delay=0");
    BusyThread.during(sampler::sample);
    ClassRecord jdk = record(ArrayDeque.class);
    ClassRecord idle = record(LiveProgram.class);
    ClassRecord working = record(BusyThread.Loop.class);
    intake.add(List.of(jdk, idle, working));
    assertEquals(List.of(working, idle, jdk), next(intake));
  }

  @Test
  void whatLoopsOverListsRestOnDoesNotWait() throws Exception {
    TierZeroIntake intake = intake("delay=0", 10);
    ClassRecord list = record(ArrayList.class);
    ClassRecord jdk = record(ArrayDeque.class);
    intake.add(List.of(jdk, list));
    assertEquals(List.of(list), next(intake, 0));
    assertEquals(List.of(jdk), next(intake, 20));
  }

  @Test
  void classesComeInStepsWhileOthersWaitAndTheFirstAreThoseThatAreAskedForOrRestedOn()
      throws Exception {
    TierZeroIntake intake = intake("aggressive=dev.jpgo.agent.world.*", 1000);
    for (int i = 0; i < 3; i++) {
      BusyThread.during(sampler::sample);
    }
    ClassRecord working = record(BusyThread.Loop.class);
    ClassRecord list = record(ArrayList.class);
    ClassRecord aggressive = record(LiveProgram.class);
    intake.add(List.of(working, list, aggressive));
    intake.sort(999);
    assertTrue(intake.isInSteps());
    assertEquals(Set.of(state(list), state(aggressive)), Set.copyOf(intake.next(2)));
    assertEquals(List.of(working), next(intake, 999));
    intake.sort(1000);
    assertFalse(intake.isInSteps());
  }

  @Test
  void whereClassesAreSelectedThereAreNoSteps() throws Exception {
    Selection selection = new Selection(new Shapes(program.registry()), sampler.programTime());
    TierZeroIntake intake = intake("delay=0", 1000, selection);
    intake.sort(999);
    assertFalse(intake.isInSteps());
  }

  @Test
  void whatIsNotSeenAtWorkWaitsItsTime() throws Exception {
    TierZeroIntake intake = intake("aggressive=dev.jpgo.agent.world.*", 1000);
    ClassRecord aggressive = record(LiveProgram.class);
    ClassRecord idle = record(ArrayDeque.class);
    ClassRecord working = record(BusyThread.Loop.class);
    intake.add(List.of(idle, working, aggressive));
    assertEquals(List.of(aggressive), next(intake));
    BusyThread.during(sampler::sample);
    assertEquals(List.of(working), next(intake));
    assertEquals(List.of(), next(intake, 999));
    assertEquals(List.of(idle), next(intake, 1000));
    ClassRecord late = record(List.class);
    intake.add(List.of(late));
    assertEquals(List.of(late), next(intake, 1001));
  }

  @Test
  void whatHasWaitedItsTimeComesSomeAtATimeAndTheApplicationFirst() throws Exception {
    TierZeroIntake intake = intake("delay=0", 1000);
    List<ClassRecord> all = idle(250);
    ClassRecord idle = record(LiveProgram.class);
    all.add(idle);
    intake.add(all);
    assertEquals(List.of(), next(intake, 999));
    List<ClassRecord> first = next(intake, 1000);
    assertEquals(idle, first.get(0));
    assertEquals(100, first.size());
    assertEquals(100, next(intake, 1001).size());
    assertEquals(51, next(intake, 1002).size());
    assertEquals(List.of(), next(intake, 1003));
  }

  @Test
  void afterALongRestMoreOfThemComeAtOnce() throws Exception {
    TierZeroIntake intake = intake("delay=0", 1000);
    intake.add(idle(250));
    assertEquals(List.of(), next(intake, 999));
    assertEquals(100, next(intake, 1000).size());
    assertEquals(120, next(intake, 600_001_000).size());
    assertEquals(30, next(intake, 600_001_001).size());
  }

  @Test
  void theJdksWaitLongerAndComeSomeAtATimeThen() throws Exception {
    TierZeroIntake intake = intake("delay=0", new TierZeroIntake.Waits(1000, 5000), null);
    List<ClassRecord> jdk = idle(150);
    ClassRecord idle = record(LiveProgram.class);
    intake.add(jdk);
    intake.add(List.of(idle));
    assertEquals(List.of(), next(intake, 999));
    assertEquals(List.of(idle), next(intake, 1000));
    assertEquals(List.of(), next(intake, 4999));
    ClassRecord late = record(TierZeroIntakeTest.class);
    intake.add(List.of(late));
    assertEquals(List.of(late), next(intake, 4999), "no other class is let in with it");
    assertEquals(100, next(intake, 5000).size());
    assertEquals(50, next(intake, 5001).size());
  }

  @Test
  void oneOfTheJdksThatIsSeenWaitsNoLonger() throws Exception {
    TierZeroIntake intake = intake("delay=0", new TierZeroIntake.Waits(1000, 5000), null);
    ClassRecord seen = record(ArrayDeque.class);
    intake.add(List.of(seen, record(Thread.class)));
    assertEquals(List.of(), next(intake, 1000));
    sampler.count(Stacks.of("java.util.ArrayDeque", "Main"));
    assertEquals(List.of(seen), next(intake, 1001));
  }

  @Test
  void whereVirtualThreadsAreAtWorkTheJdksWaitAsTheOthers() throws Exception {
    TierZeroIntake intake = intake("delay=0", new TierZeroIntake.Waits(1000, 5000), null);
    ClassRecord jdk = record(ArrayDeque.class);
    intake.add(List.of(jdk));
    assertEquals(List.of(), next(intake, 1000));
    sampler.count(Stacks.of("jdk.internal.vm.Continuation", "java.lang.VirtualThread"));
    assertEquals(List.of(jdk), next(intake, 1001));
  }

  /** Makes a function, and is at work. */
  static final class Functional {
    private static final String WORK = "work";

    private Functional() {}

    static void work(BooleanSupplier done, CountDownLatch begun) {
      Supplier<String> function = () -> WORK;
      begun.countDown();
      boolean ends = false;
      while (!ends) {
        ends = function.get() != WORK || done.getAsBoolean();
      }
    }
  }

  private void sampleFunctionalAtWork(int times) throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread = new Thread(() -> Functional.work(done::get, begun));
    thread.start();
    begun.await();
    for (int i = 0; i < times; i++) {
      sampler.sample();
    }
    done.set(true);
    thread.join();
  }

  @Test
  void whereClassesAreSelectedThoseOfTheProgramComeThatAreSeenAtWorkOften() throws Exception {
    TierZeroIntake intake =
        intake(
            "delay=0", 1000, new Selection(new Shapes(program.registry()), sampler.programTime()));
    ClassRecord functional = record(Functional.class);
    ClassRecord plain = record(BusyThread.Loop.class);
    ClassRecord jdk = record(Thread.class);
    intake.add(List.of(functional, plain, jdk));
    sampleFunctionalAtWork(1);
    assertEquals(List.of(), next(intake));
    for (int i = 0; i < 20; i++) {
      BusyThread.during(sampler::sample);
    }
    assertEquals(List.of(plain), next(intake));
    sampleFunctionalAtWork(20);
    assertEquals(List.of(functional), next(intake));
    assertEquals(List.of(), next(intake));
  }

  private List<ClassRecord> idle(int count) {
    List<ClassRecord> all = new ArrayList<>();
    for (Class<?> each : program.instrumentation().getAllLoadedClasses()) {
      if (each.getName().startsWith("java.util.") && !ListLoops.restsOn(name(each))) {
        ClassRecord record = record(each);
        if (all.size() < count && record.initialized() && !record.hidden() && !each.isArray()) {
          all.add(record);
        }
      }
    }
    return all;
  }

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  @Test
  void whatIsLeftAloneHasItsReason() throws Exception {
    TierZeroIntake intake = intake("exclude=dev.jpgo.agent.world.*,jdk=off");
    Class<?> foreign = new LiveProgram.Loader().define(LiveProgram.classFile("Foreign"));
    List<ClassRecord> left =
        List.of(record(LiveProgram.class), record(ArrayDeque.class), record(foreign));
    intake.add(left);
    assertEquals(List.of(), next(intake));
    assertEquals("option exclude", state(left.get(0)).reason());
    assertEquals("option jdk=off", state(left.get(1)).reason());
    assertEquals("its loader does not find the runtime", state(left.get(2)).reason());
  }

  @Test
  void aHiddenClassIsPassedOver() throws Exception {
    TierZeroIntake intake = intake("delay=0");
    Runnable lambda = sampler::sample;
    ClassRecord hidden = record(lambda.getClass());
    intake.add(List.of(hidden));
    assertTrue(hidden.hidden());
    assertEquals(List.of(), next(intake));
  }

  @Test
  void classesOfAnAggressivePatternAreMarked() throws Exception {
    TierZeroIntake intake = intake("aggressive=dev.jpgo.agent.control.*");
    ClassRecord matched = record(TierZeroIntakeTest.class);
    ClassRecord other = record(LiveProgram.class);
    intake.add(List.of(matched, other));
    assertEquals(List.of(true, false), List.of(aggressive(matched), aggressive(other)));
  }

  private static boolean aggressive(ClassRecord record) {
    return state(record).aggressive();
  }
}
