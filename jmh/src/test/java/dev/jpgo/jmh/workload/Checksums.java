package dev.jpgo.jmh.workload;

/** Prints what each program computes, a line each. */
final class Checksums {
  private Checksums() {}

  public static void main(String[] arguments) throws Exception {
    for (Program program : Program.values()) {
      System.out.println(program.label() + " " + program.create().iterate());
    }
    System.exit(0);
  }
}
