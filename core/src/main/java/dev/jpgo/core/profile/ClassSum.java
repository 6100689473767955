package dev.jpgo.core.profile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The methods of one class while profiles are added up: by name, descriptor and hash of their code.
 * A table of its own, since it is asked once for every method of every profile.
 */
final class ClassSum {
  private @Nullable MethodSum[] table = new MethodSum[8];
  private int size;

  /** Adds what was counted of a method of this class. */
  void add(ProfiledMethod method, long weight) {
    for (int at = start(hash(method.counts())); ; at = next(at)) {
      MethodSum sum = table[at];
      if (sum == null) {
        table[at] = new MethodSum(method, weight);
        if (++size > table.length / 2) {
          grow();
        }
        return;
      }
      if (sum.isOf(method.counts())) {
        sum.add(method, weight);
        return;
      }
    }
  }

  private void grow() {
    @Nullable MethodSum[] before = table;
    table = new MethodSum[2 * before.length];
    for (MethodSum sum : before) {
      if (sum != null) {
        int at = start(sum.hash());
        while (table[at] != null) {
          at = next(at);
        }
        table[at] = sum;
      }
    }
  }

  private int start(int hash) {
    return (hash ^ hash >>> 16) & table.length - 1;
  }

  private int next(int at) {
    return at + 1 & table.length - 1;
  }

  private static int hash(MethodProfile counts) {
    return MethodSum.hash(counts.method(), counts.codeHash());
  }

  /** What each method adds up to, in no order. */
  void results(List<ProfiledMethod> into) {
    for (MethodSum sum : table) {
      if (sum != null) {
        into.add(sum.result());
      }
    }
  }
}
