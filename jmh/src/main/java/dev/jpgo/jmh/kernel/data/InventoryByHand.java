package dev.jpgo.jmh.kernel.data;

import static dev.jpgo.jmh.kernel.data.Inventory.ARTICLES;
import static dev.jpgo.jmh.kernel.data.Inventory.SHELVES;

import dev.jpgo.jmh.workload.Workload;
import java.util.Arrays;

/**
 * {@link Inventory} with arrays for lists and for the map of small numbers, loops for iterators.
 */
public final class InventoryByHand implements Workload {
  private static final int NONE = Integer.MIN_VALUE;

  private static final class Article {
    private final int number;
    private final int price;

    Article(int number) {
      this.number = number;
      this.price = number * 37 % 101 + 1;
    }
  }

  private final Article[][] shelves = new Article[SHELVES][0];
  private final int[] stock = new int[ARTICLES];

  public InventoryByHand() {
    int[] places = new int[SHELVES];
    int found = 0;
    Arrays.fill(places, -1);
    for (int i = 0; i < ARTICLES; i++) {
      int shelf = i * 7 % SHELVES;
      if (places[shelf] < 0) {
        places[shelf] = found++;
      }
      Article[] articles = shelves[places[shelf]];
      articles = Arrays.copyOf(articles, articles.length + 1);
      articles[articles.length - 1] = new Article(i);
      shelves[places[shelf]] = articles;
    }
  }

  @Override
  public long iterate() {
    int[] stock = this.stock;
    Arrays.fill(stock, NONE);
    long checksum = 1;
    for (int round = 0; round < Inventory.ROUNDS; round++) {
      book(round);
      for (Article[] shelf : shelves) {
        Article dearest = shelf[0];
        for (Article article : shelf) {
          if (article.price > dearest.price) {
            dearest = article;
          }
        }
        checksum = checksum * 31 + dearest.number;
      }
      for (Article[] shelf : shelves) {
        for (Article article : shelf) {
          int number = article.number;
          int pieces = stock[number];
          long value = pieces == NONE ? 0 : (long) pieces * article.price;
          checksum = checksum * 31 + number + value;
        }
      }
    }
    for (int i = 0; i < ARTICLES; i++) {
      if (stock[i] != NONE) {
        checksum += i * (long) stock[i];
      }
    }
    return checksum;
  }

  private void book(int round) {
    int[] stock = this.stock;
    for (int i = 0; i < ARTICLES; i += 1 + round % 3) {
      int pieces = stock[i];
      stock[i] = (pieces == NONE ? 0 : pieces) + i % 13 + round;
    }
    for (int i = 0; i < ARTICLES; i++) {
      int pieces = stock[i];
      if (pieces != NONE) {
        stock[i] = (i + round) % 11 == 0 ? NONE : pieces - 1;
      }
    }
  }
}
