package dev.jpgo.test.hooks;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.jpgo.test.hooks.subjects.Deep;
import dev.jpgo.test.hooks.subjects.Inner;
import dev.jpgo.test.hooks.subjects.Outer;
import dev.jpgo.test.hooks.subjects.Overloads;
import dev.jpgo.test.hooks.subjects.Sink;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prints traces of all kinds, of frames that were live while their class was rewritten and of
 * inlined code. Without the agent nothing is rewritten, and the output must be the same.
 */
public final class TraceProgram {
  private static @Nullable Rewriting rewriting;

  private TraceProgram() {}

  public static void main(String[] arguments) throws Exception {
    Instrumentation instrumentation = HookAgent.instrumentation();
    rewriting = instrumentation == null ? null : new Rewriting(instrumentation);
    unread();
    overloads();
    archived();
    live();
    inlined();
  }

  private static void rewrite(Class<?>... classes) throws Exception {
    if (rewriting != null) {
      rewriting.rewrite(classes);
    }
  }

  /** Throwables that are read when the version they came from is gone. */
  private static void unread() throws Exception {
    Sink.action = () -> new Exception("unread");
    Throwable first = (Throwable) Deep.down(40);
    rewrite(Deep.class);
    Throwable second = (Throwable) Deep.down(3);
    rewrite(Deep.class, Sink.class);
    System.gc();
    rewrite(Deep.class);
    System.gc();
    rewrite(Deep.class);
    print("of version 0", first);
    print("of version 1", second);
    print("of the last version", (Throwable) Deep.down(2));
  }

  /** Methods that differ in nothing but their parameters and the line. */
  private static void overloads() throws Exception {
    List<Throwable> unread = new ArrayList<>(Overloads.thrown());
    rewrite(Overloads.class);
    unread.addAll(Overloads.thrown());
    rewrite(Overloads.class);
    for (Throwable throwable : unread) {
      print("overloaded", throwable);
    }
  }

  /** A class of the JDK's archive, whose versions the VM does not count from 0. */
  private static void archived() throws Exception {
    List<Throwable> unread = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      try {
        Optional.empty().orElseThrow();
      } catch (NoSuchElementException e) {
        unread.add(e);
      }
      rewrite(Optional.class);
      if (i == 0) {
        print("archived, as soon as it is rewritten", unread.remove(0)); // no other number will do
      }
    }
    for (Throwable throwable : unread) {
      print("archived", throwable);
    }
  }

  /** Frames that are on the stack of another thread, and of this one. */
  private static void live() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    Sink.action =
        () -> {
          block(inside, leave);
          print("thrown in an old frame", new Exception("live"));
          walk("walked in an old frame");
          return new Exception("returned");
        };
    Throwable[] returned = new Throwable[1];
    Thread thread = new Thread(() -> returned[0] = (Throwable) Deep.down(2), "worker");
    thread.start();
    awaitBlocked(inside, thread);
    for (int i = 0; i < 3; i++) {
      rewrite(Deep.class);
      System.gc();
    }
    print("dump", thread.getStackTrace());
    print("all", Thread.getAllStackTraces().get(thread));
    print(
        "management",
        ManagementFactory.getThreadMXBean()
            .getThreadInfo(thread.getId(), Integer.MAX_VALUE)
            .getStackTrace());
    print(
        "management, all",
        ManagementFactory.getThreadMXBean()
            .getThreadInfo(new long[] {thread.getId()}, true, true)[0]
            .getStackTrace());
    leave.countDown();
    thread.join();
    rewrite(Deep.class);
    System.gc();
    rewrite(Deep.class);
    print("returned from an old frame", returned[0]);
  }

  private static void inlined() throws Exception {
    if (rewriting != null) {
      rewriting.inlined = "dev/jpgo/test/hooks/subjects/Inner";
      TraceTables.inlined(Outer.class, "call", 9, Inner.class, "work", 8);
      rewrite(Outer.class);
    }
    Sink.action = () -> new Exception("inlined");
    Throwable unread = (Throwable) Outer.call();
    print("inlined", (Throwable) Outer.call());
    Sink.action =
        () -> {
          walk("walked");
          System.out.println("classes down to " + bottom());
          System.out.println("caller of take: " + callers());
          return "";
        };
    Outer.call();
    System.out.println("caller: " + callerOfTake());
    rewrite(Outer.class);
    System.gc();
    rewrite(Outer.class);
    print("inlined, unread", unread);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    Sink.action =
        () -> {
          block(inside, leave);
          return "";
        };
    Thread thread = new Thread(Outer::call, "worker");
    thread.start();
    awaitBlocked(inside, thread);
    print("dump", thread.getStackTrace());
    print(
        "management",
        ManagementFactory.getThreadMXBean()
            .getThreadInfo(thread.getId(), Integer.MAX_VALUE)
            .getStackTrace());
    printFile(thread);
    leave.countDown();
    thread.join();
  }

  /** What is written of a thread where threads are dumped to a file, which 21 and later do. */
  private static void printFile(Thread thread) throws Exception {
    Method dump = null;
    for (Method method : HotSpotDiagnosticMXBean.class.getMethods()) {
      dump = method.getName().equals("dumpThreads") ? method : dump;
    }
    if (dump == null) {
      return;
    }
    Path folder = Files.createTempDirectory("dump");
    Path file = folder.resolve("threads.txt");
    Object plain = dump.getParameterTypes()[1].getEnumConstants()[0];
    dump.invoke(
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class), file.toString(), plain);
    System.out.println("file");
    boolean here = false;
    for (String line : Files.readAllLines(file)) {
      here = line.startsWith("#") ? line.contains('"' + thread.getName() + '"') : here;
      if (here && line.startsWith(" ") && !line.strip().startsWith("-")) {
        System.out.println(plain(line));
      }
    }
    Files.delete(file);
    Files.delete(folder);
  }

  /** The class at the bottom, found by a walker without methods where there is one. */
  private static String bottom() {
    Set<StackWalker.Option> options = new HashSet<>();
    for (StackWalker.Option option : StackWalker.Option.values()) {
      if (option.name().equals("DROP_METHOD_INFO")) {
        options.add(option);
      }
    }
    List<String> classes = new ArrayList<>();
    StackWalker walker = StackWalker.getInstance(options);
    walker.forEach(frame -> classes.add(frame.getClassName()));
    String last = classes.get(classes.size() - 1);
    String same = walker.walk(frames -> frames.reduce((a, b) -> b).orElseThrow().getClassName());
    return last.equals(same) ? last : last + " or " + same;
  }

  private static void block(CountDownLatch inside, CountDownLatch leave)
      throws InterruptedException {
    inside.countDown();
    leave.await();
  }

  /** Until the thread's stack does not change any more. */
  private static void awaitBlocked(CountDownLatch inside, Thread thread)
      throws InterruptedException {
    inside.await();
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  private static Object callerOfTake() {
    Sink.action = null;
    return Outer.call();
  }

  /** The class of every caller, found from here on down. */
  private static String callers() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .map(
                        f ->
                            f.getDeclaringClass().getSimpleName()
                                + " "
                                + f.getMethodType()
                                + f.getDescriptor())
                    .collect(Collectors.joining(" ")));
  }

  private static void walk(String what) {
    System.out.println(what);
    for (StackWalker.StackFrame frame :
        StackWalker.getInstance(Set.of()).walk(s -> s.collect(Collectors.toList()))) {
      System.out.println(
          "  " + plain(frame) + " " + frame.getFileName() + " " + frame.getLineNumber());
    }
    List<String> names = new ArrayList<>();
    StackWalker.getInstance().forEach(f -> names.add(f.getClassName() + f.getMethodName()));
    System.out.println(names);
    System.out.println(
        StackWalker.getInstance().<Object>walk(s -> s.skip(2).map(String::valueOf).findFirst()));
    System.out.println(StackWalker.getInstance().<Object>walk(s -> s.count()));
  }

  private static void print(String what, StackTraceElement[] trace) {
    System.out.println(what);
    for (StackTraceElement element : trace) {
      System.out.println("  " + plain(element));
    }
  }

  /** Without the numbers of lambda classes. */
  private static String plain(Object text) {
    return text.toString().replaceAll("Lambda[^. ]*\\.", "Lambda.");
  }

  private static void print(String what, Throwable throwable) {
    StringWriter text = new StringWriter();
    throwable.printStackTrace(new PrintWriter(text, true));
    System.out.println(what + " " + plain(text));
  }
}
