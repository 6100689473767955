package dev.jpgo.agent.control;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class LockSeekerTest {
  @SuppressWarnings("unused")
  static final class Method {
    synchronized void call() {}
  }

  @SuppressWarnings("unused")
  static final class Block {
    int call(Object lock) {
      synchronized (lock) {
        return 1;
      }
    }
  }

  @SuppressWarnings("unused")
  static final class Nothing {
    int call(Object lock) {
      return lock.hashCode();
    }
  }

  @Test
  void methodsAndBlocksLock() throws IOException {
    assertTrue(locks(Method.class));
    assertTrue(locks(Block.class));
    assertFalse(locks(Nothing.class));
    assertTrue(locks(StringBuffer.class));
    assertFalse(locks(StringBuilder.class));
  }

  private static boolean locks(Class<?> type) throws IOException {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return LockSeeker.locks(in.readAllBytes());
    }
  }
}
