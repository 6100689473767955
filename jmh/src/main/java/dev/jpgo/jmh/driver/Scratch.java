package dev.jpgo.jmh.driver;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this process makes for a while: files, all in a folder of its own, and other processes. When
 * it ends, by itself or by a signal, those processes are ended with their own, and the folder is
 * deleted. Only {@code SIGKILL} leaves both. The one of its process, since signals are the
 * process's; thread-safe.
 */
public final class Scratch {
  private static final Scratch OF_THIS_PROCESS = new Scratch();

  /** What the processes get to end in good order, and leave no files of theirs. */
  private static final long GRACE_NANOS = 2_000_000_000L;

  private static final long END_NANOS = 10_000_000_000L;

  private @Nullable Path root;
  private boolean ending;

  private Scratch() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "jpgo-bench-end"));
  }

  /** A new empty file, whose name ends like this. */
  public static Path file(String ending) throws IOException {
    return Files.createTempFile(OF_THIS_PROCESS.root(), "", ending);
  }

  /** A new empty folder, whose name begins like this. */
  public static Path folder(String name) throws IOException {
    return Files.createTempDirectory(OF_THIS_PROCESS.root(), name);
  }

  /** Starts a process that does not outlive this one. */
  public static Process start(ProcessBuilder builder) throws IOException {
    return OF_THIS_PROCESS.started(builder);
  }

  /** Deletes a folder and all that is in it. */
  public static void delete(Path folder) throws IOException {
    Files.walkFileTree(folder, new Deletion());
  }

  /** Returns unless this process is ending: then it has nothing to say to anybody any more. */
  public static void goOn() {
    OF_THIS_PROCESS.awaitEnd();
  }

  private synchronized Path root() throws IOException {
    awaitEnd();
    Path known = root;
    if (known == null) {
      known = Files.createTempDirectory("jpgo-bench");
      root = known;
    }
    return known;
  }

  private synchronized Process started(ProcessBuilder builder) throws IOException {
    awaitEnd();
    return builder.start();
  }

  /** Whoever wants to go on while the process ends waits for that, rather than fail aloud. */
  private synchronized void awaitEnd() {
    while (ending) {
      try {
        wait();
      } catch (InterruptedException e) {
        continue; // by whoever wants it to end, as it does
      }
    }
  }

  private void end() {
    Path folder;
    synchronized (this) {
      ending = true;
      folder = root;
    }
    List<ProcessHandle> others = ProcessHandle.current().descendants().toList();
    others.forEach(ProcessHandle::destroy);
    await(others, GRACE_NANOS);
    others.forEach(ProcessHandle::destroyForcibly);
    await(others, END_NANOS);
    try {
      if (folder != null) {
        delete(folder);
      }
    } catch (IOException e) {
      System.err.println("jpgo bench: " + folder + " could not be deleted: " + e.getMessage());
    }
  }

  private static void await(List<ProcessHandle> processes, long nanos) {
    long end = System.nanoTime() + nanos;
    try {
      while (processes.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() - end < 0) {
        Thread.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes what has gone meanwhile for deleted: processes may still be ending. */
  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
