package dev.jpgo.jmh.workload.heldout;

import dev.jpgo.jmh.workload.Checksum;
import dev.jpgo.jmh.workload.QueryRows;
import dev.jpgo.jmh.workload.Workload;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Statements that are parsed anew each time, joins, groupings and look-ups on tables in memory. */
public final class HsqldbWorkload implements Workload {
  private static final int AUTHORS = 120;
  private static final int BOOKS = 1000;
  private static final int LOOKUPS = 250;

  private final Connection connection;

  public HsqldbWorkload() throws SQLException {
    connection = DriverManager.getConnection("jdbc:hsqldb:mem:library", "SA", "");
    try (Statement statement = connection.createStatement()) {
      statement.execute("drop table book if exists");
      statement.execute("drop table author if exists");
      statement.execute(
          "create table author(id int primary key, name varchar(40), country varchar(20))");
      statement.execute(
          "create table book(id int primary key, author int, title varchar(60), pages int)");
      statement.execute("create index book_author on book(author)");
    }
    fill();
  }

  private void fill() throws SQLException {
    try (PreparedStatement author =
            connection.prepareStatement("insert into author values(?, ?, ?)");
        PreparedStatement book =
            connection.prepareStatement("insert into book values(?, ?, ?, ?)")) {
      for (int i = 0; i < AUTHORS; i++) {
        author.setInt(1, i);
        author.setString(2, "author " + i * 37 % AUTHORS);
        author.setString(3, "country " + i % 7);
        author.executeUpdate();
      }
      for (int i = 0; i < BOOKS; i++) {
        book.setInt(1, i);
        book.setInt(2, i * 13 % AUTHORS);
        book.setString(3, "title " + i * 7919 % BOOKS);
        book.setInt(4, 50 + i * 211 % 900);
        book.executeUpdate();
      }
    }
  }

  @Override
  public long iterate() throws SQLException {
    Checksum checksum = new Checksum();
    query(
        checksum,
        "select a.country, count(*), sum(b.pages), max(b.title) from author a"
            + " join book b on b.author = a.id where b.pages > 120"
            + " group by a.country order by 3 desc, 1");
    query(
        checksum,
        "select title, pages from book where title like '%7%' and pages between 200 and 600"
            + " order by pages, title fetch first 30 rows only");
    query(
        checksum,
        "select a.name, (select count(*) from book b where b.author = a.id and b.pages > 300)"
            + " from author a order by 2 desc, 1");
    lookUp(checksum);
    return checksum.value();
  }

  private void query(Checksum checksum, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      QueryRows.drain(rows, checksum);
    }
  }

  private void lookUp(Checksum checksum) throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement(
            "select b.title, a.name from book b join author a on a.id = b.author where b.id = ?")) {
      for (int i = 0; i < LOOKUPS; i++) {
        find.setInt(1, i * 17 % BOOKS);
        try (ResultSet rows = find.executeQuery()) {
          QueryRows.drain(rows, checksum);
        }
      }
    }
  }
}
