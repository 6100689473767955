package dev.jpgo.agent.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The name of a profile with what is different for each process left open: {@code %p} process id,
 * {@code %h} host, {@code %t} folder for temporary files, {@code %m} signature of the program,
 * {@code %Nm} the same in a pool of N files, {@code %%} a percent sign. With {@code %m} or {@code
 * %Nm} profiles are merged into the file, otherwise they replace it.
 */
public final class OutputPattern {
  /** Most files of a pool. */
  private static final int MAX_POOL = 9999;

  private final String text;

  private OutputPattern(String text) {
    this.text = text;
  }

  /** What a pattern stands for in one process. */
  public record Place(Path file, boolean pool) {}

  /** The pattern, or null when there is a percent sign with something else after it. */
  static @Nullable OutputPattern parse(String text) {
    try {
      new OutputPattern(text).expand(0, "host", "tmp", "program");
      return new OutputPattern(text);
    } catch (IllegalArgumentException e) {
      return null; // also a path that this system has no form for
    }
  }

  /** Whether no file was asked for. */
  public boolean isEmpty() {
    return text.isEmpty();
  }

  /** As it was given. */
  @Override
  public String toString() {
    return text;
  }

  /** Tells programs apart: a hash of main class or jar, class path and module path. */
  public static String program() {
    return signature(describeProgram());
  }

  private static String describeProgram() {
    String command = System.getProperty("sun.java.command", "");
    int space = command.indexOf(' ');
    String program = space < 0 ? command : command.substring(0, space);
    program += '\n' + System.getProperty("java.class.path", "");
    program += '\n' + System.getProperty("jdk.module.path", "");
    return program;
  }

  /** The place for this process. */
  public Place here() {
    String temporary = System.getProperty("java.io.tmpdir", ".");
    return expand(ProcessHandle.current().pid(), host(), temporary, describeProgram());
  }

  Place expand(long pid, String host, String temporary, String program) {
    StringBuilder path = new StringBuilder();
    boolean pool = false;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c != '%') {
        path.append(c);
        continue;
      }
      int number = 0;
      for (at++; at < text.length() && isDigit(text.charAt(at)) && number <= MAX_POOL; at++) {
        number = number * 10 + text.charAt(at) - '0';
      }
      boolean numbered = isDigit(text.charAt(at - 1));
      char letter = at < text.length() ? text.charAt(at) : 0;
      if (letter == 'm' && (!numbered || number >= 1 && number <= MAX_POOL)) {
        int files = Math.max(1, number);
        path.append(signature(program)).append('_');
        path.append(Math.floorMod(pid + host.hashCode(), (long) files));
        pool = true;
      } else if (numbered) {
        throw new IllegalArgumentException(text);
      } else {
        switch (letter) {
          case 'p' -> path.append(pid);
          case 'h' -> path.append(host);
          case 't' -> path.append(temporary);
          case '%' -> path.append('%');
          default -> throw new IllegalArgumentException(text);
        }
      }
    }
    return new Place(Path.of(path.toString()), pool);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** FNV-1a in 64 bits: tells programs apart, and tells nothing about them. */
  private static String signature(String program) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < program.length(); i++) {
      hash = (hash ^ program.charAt(i)) * 0x100000001B3L;
    }
    String digits = Long.toHexString(hash);
    return "0".repeat(16 - digits.length()) + digits;
  }

  /** Without asking a name server, which may take its time. */
  private static String host() {
    Path kernel = Path.of("/proc/sys/kernel/hostname");
    try {
      if (Files.isReadable(kernel)) {
        return clean(Files.readString(kernel).trim());
      }
    } catch (IOException e) {
      return "localhost"; // one word is as good as another where none is known
    }
    String name = System.getenv("HOSTNAME");
    name = name == null ? System.getenv("COMPUTERNAME") : name;
    return name == null ? "localhost" : clean(name);
  }

  private static String clean(String host) {
    return host.replace('/', '_').replace('\\', '_');
  }
}
