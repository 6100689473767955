package dev.jpgo.test.profiles;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jpgo.core.profile.PoolFolder;
import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import dev.jpgo.test.vm.ForkedJvm;
import dev.jpgo.test.vm.Vm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Many runs of {@link Counted} with the agent, and what their profiles add up to. */
final class Fleet {
  /** Every call is counted, and nothing is optimized, so that sums are known beforehand. */
  private static final String EXACT = "delay=0,tier1.calls=1000000000,tier1.loops=1000000000";

  private static final long LIMIT_SECONDS = 180;

  private Fleet() {}

  static Process start(Path folder, String options) throws IOException {
    List<String> command =
        ForkedJvm.on(Vm.JDK17_INT).withAgent(EXACT + options).command(Counted.class);
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectError(folder.resolve("errors.txt").toFile())
        .start();
  }

  /** Waits until a process has done its work and begins to end. */
  static void awaitLeaving(Process process) throws IOException {
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertEquals("leaving true", out.readLine());
  }

  /** Starts so many processes, never more than {@code atOnce} together, and waits for all. */
  static void run(Path folder, String options, int processes, int atOnce) throws Exception {
    Deque<Process> running = new ArrayDeque<>();
    for (int i = 0; i < processes; i++) {
      if (running.size() == atOnce) {
        await(firstToEnd(running));
      }
      running.add(start(folder, options));
    }
    while (!running.isEmpty()) {
      await(running.remove());
    }
  }

  private static Process firstToEnd(Deque<Process> running) throws InterruptedException {
    long rounds = 1000 * LIMIT_SECONDS / 5;
    for (long round = 0; round < rounds; round++) {
      for (Process process : running) {
        if (!process.isAlive()) {
          running.remove(process);
          return process;
        }
      }
      running.element().waitFor(5, TimeUnit.MILLISECONDS);
    }
    throw new AssertionError("no process ended in " + LIMIT_SECONDS + " s");
  }

  private static void await(Process process) throws InterruptedException {
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("a process did not end in " + LIMIT_SECONDS + " s");
    }
    assertEquals(0, process.exitValue());
  }

  /** All pools of a folder with their parts. */
  static Profile total(Path folder) throws IOException {
    return new PoolFolder(folder).total();
  }

  static List<Path> files(Path folder, String ending) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + ending)) {
      all.forEach(files::add);
    }
    return files;
  }

  /** Calls of {@link Counted#step}. */
  static long steps(Profile profile) {
    long calls = 0;
    for (ProfiledMethod method : profile.methods()) {
      if (method.counts().method().owner().equals("dev/jpgo/test/profiles/Counted")
          && method.counts().method().name().equals("step")) {
        calls += method.counts().calls();
      }
    }
    return calls;
  }
}
