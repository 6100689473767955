package dev.jpgo.test.hooks;

import dev.jpgo.test.hooks.subjects.Lowest;
import dev.jpgo.test.hooks.subjects.Passing;
import java.lang.instrument.Instrumentation;

/**
 * Asks for the caller's class where the frames of the VM are fewer or more than those of the
 * source. Without the agent nothing is rewritten, and the output must be the same.
 */
public final class CallerProgram {
  private CallerProgram() {}

  public static void main(String[] arguments) throws Exception {
    Instrumentation instrumentation = HookAgent.instrumentation();
    boolean rewritten = instrumentation != null;
    if (instrumentation != null) {
      Rewriting rewriting = new Rewriting(instrumentation);
      rewriting.inlined = "dev/jpgo/test/hooks/subjects/Passing";
      rewriting.handsOver = "dev/jpgo/test/hooks/subjects/Lowest";
      TraceTables.inlined(Lowest.class, "run", 42, Passing.class, "pass", 10);
      rewriting.rewrite(Lowest.class);
    }
    System.out.println("inlined in the lowest frame: " + Lowest.ask(true, false));
    System.out.println("handed over, inlined: " + Lowest.ask(true, rewritten));
    System.out.println("lowest frame: " + Lowest.ask(false, false));
    System.out.println("lowest frame, handed over: " + Lowest.ask(false, rewritten));
    System.out.println("inlined in a higher frame: " + Lowest.higher());
    Lowest thread = new Lowest(false, rewritten);
    thread.run();
    System.out.println("handed over in a higher frame: " + thread.answer());
  }
}
