package dev.jpgo.jmh.kernel.data;

import dev.jpgo.jmh.workload.Workload;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * A stock of articles kept in collections of the JDK: grouped by shelf, paged through by iterators
 * that wrap others, booked in and out through entries of a map, and looked at read-only.
 */
public final class Inventory implements Workload {
  static final int ARTICLES = 400;
  static final int SHELVES = 16;
  static final int ROUNDS = 36;

  /** What is in stock. */
  static final class Article {
    private final int number;
    private final int shelf;
    private final int price;

    Article(int number) {
      this.number = number;
      this.shelf = number * 7 % SHELVES;
      this.price = number * 37 % 101 + 1;
    }

    int number() {
      return number;
    }

    int shelf() {
      return shelf;
    }

    int price() {
      return price;
    }
  }

  /** Iterates over the articles of all shelves, one shelf after the other. */
  static final class AllShelves implements Iterator<Article> {
    private final Iterator<List<Article>> shelves;
    private Iterator<Article> articles = Collections.emptyIterator();

    AllShelves(Iterator<List<Article>> shelves) {
      this.shelves = shelves;
    }

    @Override
    public boolean hasNext() {
      while (!articles.hasNext() && shelves.hasNext()) {
        articles = shelves.next().iterator();
      }
      return articles.hasNext();
    }

    @Override
    public Article next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return articles.next();
    }
  }

  /** Iterates over pairs of an article's number and its value in stock. */
  static final class Values implements Iterator<Map.Entry<Integer, Long>> {
    private final Iterator<Article> articles;
    private final Map<Integer, Integer> stock;

    Values(Iterator<Article> articles, Map<Integer, Integer> stock) {
      this.articles = articles;
      this.stock = stock;
    }

    @Override
    public boolean hasNext() {
      return articles.hasNext();
    }

    @Override
    public Map.Entry<Integer, Long> next() {
      Article article = articles.next();
      long pieces = stock.getOrDefault(article.number(), 0);
      return new AbstractMap.SimpleEntry<>(article.number(), pieces * article.price());
    }
  }

  private final Map<Integer, List<Article>> shelves = new LinkedHashMap<>();
  private final Map<Integer, Integer> stock = new HashMap<>();

  public Inventory() {
    for (int i = 0; i < ARTICLES; i++) {
      Article article = new Article(i);
      shelves.computeIfAbsent(article.shelf(), shelf -> new ArrayList<>()).add(article);
    }
  }

  @Override
  public long iterate() {
    stock.clear();
    long checksum = 1;
    for (int round = 0; round < ROUNDS; round++) {
      book(round);
      for (List<Article> shelf : shelves.values()) {
        checksum = checksum * 31 + dearest(Collections.unmodifiableList(shelf)).number();
      }
      Iterator<Map.Entry<Integer, Long>> values =
          new Values(new AllShelves(shelves.values().iterator()), stock);
      while (values.hasNext()) {
        Map.Entry<Integer, Long> value = values.next();
        checksum = checksum * 31 + value.getKey() + value.getValue();
      }
    }
    for (Map.Entry<Integer, Integer> entry : stock.entrySet()) {
      checksum += entry.getKey() * (long) entry.getValue();
    }
    return checksum;
  }

  private void book(int round) {
    for (int i = 0; i < ARTICLES; i += 1 + round % 3) {
      Integer pieces = stock.get(i);
      stock.put(i, (pieces == null ? 0 : pieces) + i % 13 + round);
    }
    Iterator<Map.Entry<Integer, Integer>> entries = stock.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Integer, Integer> entry = entries.next();
      if ((entry.getKey() + round) % 11 == 0) {
        entries.remove();
      } else {
        entry.setValue(entry.getValue() - 1);
      }
    }
  }

  private static Article dearest(List<Article> articles) {
    Article dearest = articles.get(0);
    for (Article article : articles) {
      if (article.price() > dearest.price()) {
        dearest = article;
      }
    }
    return dearest;
  }
}
