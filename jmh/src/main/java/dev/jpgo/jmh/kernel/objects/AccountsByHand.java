package dev.jpgo.jmh.kernel.objects;

import static dev.jpgo.jmh.kernel.objects.Accounts.ACCOUNTS;
import static dev.jpgo.jmh.kernel.objects.Accounts.TRANSFERS;

import dev.jpgo.jmh.workload.Workload;

/**
 * {@link Accounts} with its calls written out: nested monitors are one, those next to each other
 * are merged, and the journal, which never leaves its thread, has none.
 */
public final class AccountsByHand implements Workload {
  private static final class Account {
    private long balance;
    private int movements;

    Account(long balance) {
      this.balance = balance;
    }
  }

  @Override
  public long iterate() {
    Account[] accounts = new Account[ACCOUNTS];
    for (int i = 0; i < ACCOUNTS; i++) {
      accounts[i] = new Account(1000 + i);
    }
    int refused = 0;
    long checksum = 1;
    int seed = 1;
    int transfer = 0;
    while (transfer < TRANSFERS) {
      long[] entries = new long[16];
      int next = 0;
      for (int i = 0; i < 32; i++) {
        seed = seed * 1103515245 + 12345;
        Account giver = accounts[(seed >>> 8) & (ACCOUNTS - 1)];
        Account taker = accounts[(seed >>> 16) & (ACCOUNTS - 1)];
        long amount = (seed >>> 20) % 400;
        boolean covered;
        synchronized (giver) {
          covered = giver.balance >= amount;
          if (covered) {
            giver.balance -= amount;
            giver.movements++;
          }
        }
        if (!covered) {
          refused++;
          continue;
        }
        long balance;
        synchronized (taker) {
          balance = taker.balance + amount;
          taker.balance = balance;
          taker.movements++;
        }
        entries[next] = amount;
        next = (next + 1) % entries.length;
        entries[next] = balance;
        next = (next + 1) % entries.length;
      }
      transfer += 32;
      long sum = 0;
      for (long entry : entries) {
        sum = sum * 31 + entry;
      }
      checksum = checksum * 31 + sum;
    }
    for (Account account : accounts) {
      synchronized (account) {
        checksum = checksum * 31 + account.balance;
        checksum = checksum * 31 + account.movements;
      }
    }
    return checksum * 31 + refused;
  }
}
