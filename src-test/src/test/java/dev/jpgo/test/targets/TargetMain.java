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
    String expected = words(target, 1);
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      String now = words(target, 1);
      if (!now.equals(expected)) {
        return "CHANGED its answer while running: " + firstDifference(expected, now);
      }
    }
    Effects last = new Effects(true);
    target.run(last, rounds);
    return digest + " | " + first.words() + "| " + last.words();
  }

  private static String words(Target target, int seed) throws Exception {
    Effects effects = new Effects(true);
    target.run(effects, seed);
    return effects.words();
  }

  private static String firstDifference(String expected, String now) {
    int at = 0;
    while (at < expected.length() && at < now.length() && expected.charAt(at) == now.charAt(at)) {
      at++;
    }
    int from = Math.max(0, at - 120);
    return "expected ..."
        + expected.substring(from, Math.min(expected.length(), at + 120))
        + "... got ..."
        + now.substring(from, Math.min(now.length(), at + 120));
  }
}
