package dev.jpgo.test.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Works for a while and prints whether this process ever took more than 256 MB (Linux). */
public final class Contained {
  private static final int ROUNDS = 1500;

  private Contained() {}

  public static void main(String[] arguments) throws IOException {
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      sum = sum * 31 + Leaving.round(round);
    }
    System.out.println(sum);
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        long kilobytes = Long.parseLong(line.replaceAll("[^0-9]", ""));
        System.out.println("resident below 256 MB: " + (kilobytes < 256 * 1024));
      }
    }
  }
}
