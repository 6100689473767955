package dev.jpgo.jmh.footprint;

/** The shortest program. */
public final class Hello {
  private Hello() {}

  public static void main(String[] arguments) {
    System.out.println("hello, world");
  }
}
