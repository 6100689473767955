package dev.jpgo.test.targets;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs targets and prints a line each: name, digest of all rounds, words of the first and of the
 * last. Arguments: rounds, milliseconds that each target goes on at least (so that tiers change
 * under it), then names (all when none).
 */
public final class TargetMain {
  private TargetMain() {}

  static Map<String, Target> all() {
    Map<String, Target> targets = new LinkedHashMap<>();
    targets.put("arithmetic", new ArithmeticTarget());
    targets.put("arrays", new ArrayTarget());
    targets.put("calls", new CallTarget());
    targets.put("exceptions", new ExceptionTarget());
    targets.put("finally", new FinallyTarget());
    targets.put("initialization", new InitializationTarget());
    targets.put("interfaces", new InterfaceTarget());
    targets.put("lambdas", new LambdaTarget());
    targets.put("loops", new LoopTarget());
    targets.put("monitors", new MonitorTarget());
    targets.put("nests", new NestTarget());
    targets.put("records", new RecordTarget());
    targets.put("strings", new StringTarget());
    targets.put("switches", new SwitchTarget());
    targets.put("construction", new ConstructionTarget());
    targets.put("assembled", new AssembledTarget());
    targets.put("bridges", new BridgeTarget());
    return targets;
  }

  public static void main(String[] arguments) throws Exception {
    int rounds = Integer.parseInt(arguments[0]);
    long nanos = Long.parseLong(arguments[1]) * 1_000_000;
    Map<String, Target> targets = all();
    if (arguments.length > 2) {
      targets.keySet().retainAll(List.of(arguments).subList(2, arguments.length));
    }
    for (Map.Entry<String, Target> entry : targets.entrySet()) {
      System.out.println(entry.getKey() + ' ' + observe(entry.getValue(), rounds, nanos));
    }
  }

  private static String observe(Target target, int rounds, long nanos) throws Exception {
    Effects first = new Effects(true);
    target.run(first, 0);
    long digest = first.digest();
    for (int round = 1; round < rounds; round++) {
      Effects effects = new Effects(false);
      target.run(effects, round);
      digest = digest * 31 + effects.digest();
    }
    // Rounds by time repeat seed 1 and must all agree: how many there are does not show.
    Effects expected = new Effects(false);
    target.run(expected, 1);
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Effects effects = new Effects(false);
      target.run(effects, 1);
      if (effects.digest() != expected.digest()) {
        Effects words = new Effects(true);
        target.run(words, 1);
        return "CHANGED its answer while running, now: " + words.words();
      }
    }
    Effects last = new Effects(true);
    target.run(last, rounds);
    return digest + " | " + first.words() + "| " + last.words();
  }
}
