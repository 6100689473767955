package dev.jpgo.agent.events;

import dev.jpgo.core.profile.PoolFile;
import dev.jpgo.core.profile.Profile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Merges a process's counts into a pool file under its lock, or, where the lock cannot be had in
 * time or at all, leaves them beside it. The lock is one of the operating system's on a file of its
 * own, and gone with the process that held it.
 */
public final class PoolWriter {
  private static final long LONGEST_PAUSE_NANOS = 50_000_000;

  /** Objects take so many times the memory of a file's content, with room to spare. */
  private static final long OBJECTS = 20;

  private final Log log;
  private final long waitMillis;
  private final Locking locking;

  /** How a lock is asked for; null when another process has it. */
  interface Locking {
    @Nullable FileLock tryLock(FileChannel channel) throws IOException;
  }

  /** No lambda, whose first use is slow in an interpreter. */
  private static final class SystemLocking implements Locking {
    @Override
    public @Nullable FileLock tryLock(FileChannel channel) throws IOException {
      return channel.tryLock();
    }
  }

  /**
   * @param waitMillis how long to wait for the lock
   */
  public PoolWriter(Log log, long waitMillis) {
    this(log, waitMillis, new SystemLocking());
  }

  PoolWriter(Log log, long waitMillis, Locking locking) {
    this.log = log;
    this.waitMillis = waitMillis;
    this.locking = locking;
  }

  /**
   * Adds a profile to a pool.
   *
   * @throws IOException when it could be put neither into the file nor beside it
   */
  public void add(Path file, Profile own) throws IOException {
    PoolFile pool = new PoolFile(file);
    String why;
    boolean merged = false;
    try (FileChannel channel =
        FileChannel.open(pool.lockFile(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      FileLock lock = await(channel);
      if (lock == null) {
        why = "another process has held its lock for " + waitMillis + " ms";
      } else if (pool.contentBytes() * OBJECTS > free()) {
        why = "it is too large for what is left of this heap";
      } else {
        PoolFile.Outcome outcome = pool.absorb(own);
        merged = true;
        for (String damaged : outcome.damaged()) {
          log.warn("left out of the pool: " + damaged);
        }
        return;
      }
    } catch (IOException | RuntimeException e) {
      why = String.valueOf(e.getMessage() == null ? e : e.getMessage());
      if (merged) {
        log.warn("merged into " + file + ", and then: " + why);
        return; // a part would be counted once more
      }
    }
    Path part = pool.leave(own, id());
    log.warn("not merged into " + file + ", but left in " + part + " for the next: " + why);
  }

  private @Nullable FileLock await(FileChannel channel) throws IOException {
    long end = System.nanoTime() + waitMillis * 1_000_000;
    long pause = 1_000_000;
    while (true) {
      FileLock lock = attempt(channel);
      if (lock != null || System.nanoTime() - end >= 0) {
        return lock;
      }
      LockSupport.parkNanos(pause + ThreadLocalRandom.current().nextLong(pause));
      pause = Math.min(LONGEST_PAUSE_NANOS, pause * 2);
    }
  }

  private @Nullable FileLock attempt(FileChannel channel) throws IOException {
    try {
      return locking.tryLock(channel);
    } catch (OverlappingFileLockException e) {
      return null; // held by this JVM: as good as by another
    } catch (IOException e) {
      throw new IOException("its file system has no locks (" + e.getMessage() + ")", e);
    }
  }

  private static long free() {
    Runtime vm = Runtime.getRuntime();
    return vm.maxMemory() - vm.totalMemory() + vm.freeMemory();
  }

  /** Two hosts that share a folder may have a process of the same id at the same time. */
  private static String id() {
    long random = ThreadLocalRandom.current().nextLong() ^ System.nanoTime();
    return ProcessHandle.current().pid() + "-" + Long.toHexString(random);
  }
}
