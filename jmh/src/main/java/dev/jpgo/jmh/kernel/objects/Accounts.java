package dev.jpgo.jmh.kernel.objects;

import dev.jpgo.jmh.workload.Workload;

/**
 * A bank on one thread whose classes all lock, as those of older libraries do: nested monitors of
 * one object, adjacent regions, and a journal that no other thread ever sees.
 */
public final class Accounts implements Workload {
  static final int ACCOUNTS = 64;
  static final int TRANSFERS = 72_000;

  /** An account that can be used by many threads. */
  static final class Account {
    private long balance;
    private int movements;

    Account(long balance) {
      this.balance = balance;
    }

    synchronized long balance() {
      return balance;
    }

    synchronized int movements() {
      return movements;
    }

    synchronized boolean covers(long amount) {
      return balance() >= amount;
    }

    synchronized void add(long amount) {
      balance += amount;
      movements++;
    }

    /** Takes the amount if it is there: two more monitors inside this one. */
    synchronized boolean withdraw(long amount) {
      if (!covers(amount)) {
        return false;
      }
      add(-amount);
      return true;
    }
  }

  /** The last amounts moved. */
  static final class Journal {
    private final long[] entries = new long[16];
    private int next;

    synchronized void write(long entry) {
      entries[next] = entry;
      next = (next + 1) % entries.length;
    }

    synchronized long sum() {
      long sum = 0;
      for (int i = 0; i < entries.length; i++) {
        sum = sum * 31 + entry(i);
      }
      return sum;
    }

    synchronized long entry(int index) {
      return entries[index];
    }
  }

  /** Moves money. */
  static final class Teller {
    private final Account[] accounts;
    private int refused;

    Teller(Account[] accounts) {
      this.accounts = accounts;
    }

    private Account account(int number) {
      return accounts[number & (ACCOUNTS - 1)];
    }

    void transfer(int from, int to, long amount, Journal journal) {
      Account giver = account(from);
      Account taker = account(to);
      if (giver.withdraw(amount)) {
        taker.add(amount);
        journal.write(amount);
        journal.write(taker.balance());
      } else {
        refused++;
      }
    }

    int refused() {
      return refused;
    }
  }

  @Override
  public long iterate() {
    Account[] accounts = new Account[ACCOUNTS];
    for (int i = 0; i < ACCOUNTS; i++) {
      accounts[i] = new Account(1000 + i);
    }
    Teller teller = new Teller(accounts);
    long checksum = 1;
    int seed = 1;
    int transfer = 0;
    while (transfer < TRANSFERS) {
      Journal journal = new Journal();
      for (int i = 0; i < 32; i++) {
        seed = seed * 1103515245 + 12345;
        teller.transfer(seed >>> 8, seed >>> 16, (seed >>> 20) % 400, journal);
      }
      transfer += 32;
      checksum = checksum * 31 + journal.sum();
    }
    for (Account account : accounts) {
      checksum = checksum * 31 + account.balance();
      checksum = checksum * 31 + account.movements();
    }
    return checksum * 31 + teller.refused();
  }
}
