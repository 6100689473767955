package dev.jpgo.test.programs;

import java.util.List;

/** Loads, after its main class, which has no loop, the first class that has one. */
public final class LateLoop {
  private LateLoop() {}

  public static void main(String[] arguments) {
    new Loop(List.of("one", "three")).run();
  }

  private record Loop(List<String> words) implements Runnable {
    @Override
    public void run() {
      int sum = 0;
      for (String word : words) {
        try {
          sum += word.codePointAt(3);
        } catch (IndexOutOfBoundsException e) {
          sum++;
        }
      }
      System.out.println(sum);
    }
  }
}
