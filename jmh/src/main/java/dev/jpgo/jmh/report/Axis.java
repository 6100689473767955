package dev.jpgo.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A scale from values to places on a picture.
 *
 * @param low value at {@code begin}
 * @param high value at {@code end}
 * @param logarithmic whether equal ratios are equally long; then both values are above 0
 */
record Axis(double low, double high, double begin, double end, boolean logarithmic) {
  private static final int FEWEST_TICKS = 4;
  private static final double[] STEPS = {1, 2, 5};

  /** One that has room for values of a range that may be empty. */
  static Axis of(double low, double high, double begin, double end, boolean logarithmic) {
    if (high > low) {
      return new Axis(low, high, begin, end, logarithmic);
    }
    return logarithmic
        ? new Axis(low / 1.1, low * 1.1, begin, end, true)
        : new Axis(low, low + 1, begin, end, false);
  }

  /** Where a value is; at the nearer end if it is beyond. */
  double place(double value) {
    double within = Math.max(low, Math.min(high, value));
    double share =
        logarithmic ? Math.log(within / low) / Math.log(high / low) : (within - low) / (high - low);
    return begin + share * (end - begin);
  }

  /** Round values between the ends, in order. */
  List<Double> ticks() {
    return logarithmic ? logarithmicTicks() : linearTicks();
  }

  private List<Double> linearTicks() {
    double rough = (high - low) / FEWEST_TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step = power;
    for (double factor : STEPS) {
      step = factor * power <= rough ? factor * power : step;
    }
    List<Double> ticks = new ArrayList<>();
    for (double i = Math.ceil(low / step); i * step <= high * (1 + 1e-9); i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private List<Double> logarithmicTicks() {
    List<Double> ticks = new ArrayList<>();
    for (double power = Math.pow(10, Math.floor(Math.log10(low))); power <= high; power *= 10) {
      for (double factor : STEPS) {
        double tick = factor * power;
        if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) {
          ticks.add(tick);
        }
      }
    }
    return ticks.size() > 1 ? ticks : linearTicks();
  }

  /** A tick's text: no more digits than it needs. */
  static String label(double value) {
    if (value >= 1000) {
      return String.format(Locale.ROOT, "%.0f", value);
    }
    String text = String.format(Locale.ROOT, "%.3g", value);
    if (text.contains("e")) {
      return text;
    }
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }
}
