package dev.jpgo.cli.profile;

import dev.jpgo.core.profile.Profile;
import dev.jpgo.core.profile.ProfiledMethod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How few methods make a part of all calls.
 *
 * @param percent the part
 * @param methods how many methods, most called first, make it
 * @param calls how often the last of them was called
 */
record Cutoff(double percent, int methods, long calls) {
  private static final double[] PERCENTS = {1, 10, 50, 80, 90, 95, 99, 99.9, 99.99, 100};

  static List<Cutoff> of(Profile profile) {
    List<ProfiledMethod> hottest = HotMethods.of(profile, method -> true, 0);
    double all = 0;
    for (ProfiledMethod method : hottest) {
      all += method.counts().calls();
    }
    List<Cutoff> cutoffs = new ArrayList<>();
    int taken = 0;
    double sum = 0;
    for (double percent : PERCENTS) {
      while (taken < hottest.size() && sum < all * percent / 100) {
        sum += hottest.get(taken++).counts().calls();
      }
      long last = taken == 0 ? 0 : hottest.get(taken - 1).counts().calls();
      cutoffs.add(new Cutoff(percent, taken, last));
    }
    return cutoffs;
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("percent", percent);
    json.put("methods", methods);
    json.put("callsAtLeast", calls);
    return json;
  }
}
