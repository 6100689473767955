package dev.jpgo.jmh.workload;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Joins, groupings, look-ups and updates that are rolled back, on tables in memory. */
public final class H2Workload implements Workload {
  private static final int CUSTOMERS = 80;
  private static final int ORDERS = 400;
  private static final int LOOKUPS = 40;

  private final Connection connection;

  public H2Workload() throws SQLException {
    connection = DriverManager.getConnection("jdbc:h2:mem:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table customer(id int primary key, name varchar, city varchar)");
      statement.execute(
          "create table orders(id int primary key, customer int, total decimal(10, 2), placed date)");
      statement.execute("create index orders_customer on orders(customer)");
    }
    fillCustomers();
    fillOrders();
    connection.setAutoCommit(false);
  }

  private void fillCustomers() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("insert into customer values(?, ?, ?)")) {
      for (int i = 0; i < CUSTOMERS; i++) {
        insert.setInt(1, i);
        insert.setString(2, "name " + i * 7919 % CUSTOMERS);
        insert.setString(3, "city " + i % 9);
        insert.executeUpdate();
      }
    }
  }

  private void fillOrders() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into orders values(?, ?, ?, dateadd(day, ?, date '2024-01-01'))")) {
      for (int i = 0; i < ORDERS; i++) {
        insert.setInt(1, i);
        insert.setInt(2, i * 31 % CUSTOMERS);
        insert.setBigDecimal(3, java.math.BigDecimal.valueOf(i * 104729L % 100_000, 2));
        insert.setInt(4, i % 365);
        insert.executeUpdate();
      }
    }
  }

  @Override
  public long iterate() throws SQLException {
    Checksum checksum = new Checksum();
    try (Statement statement = connection.createStatement()) {
      query(
          statement,
          checksum,
          "select c.city, count(*), sum(o.total) from customer c join orders o on o.customer = c.id"
              + " where o.total > 100 group by c.city having count(*) > 3 order by 3 desc, 1");
      query(
          statement,
          checksum,
          "select name, (select max(total) from orders o where o.customer = c.id) from customer c"
              + " where name like 'name 1%' or upper(city) in ('CITY 2', 'CITY 5') order by 1, 2");
      query(
          statement,
          checksum,
          "select id, total from orders where placed between date '2024-03-01' and date '2024-04-01'"
              + " order by total desc, id limit 20");
    }
    lookUp(checksum);
    update(checksum);
    return checksum.value();
  }

  private static void query(Statement statement, Checksum checksum, String sql)
      throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      QueryRows.drain(rows, checksum);
    }
  }

  private void lookUp(Checksum checksum) throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement(
            "select o.total, c.name from orders o join customer c on c.id = o.customer"
                + " where o.id = ?")) {
      for (int i = 0; i < LOOKUPS; i++) {
        find.setInt(1, i * 13 % ORDERS);
        try (ResultSet rows = find.executeQuery()) {
          QueryRows.drain(rows, checksum);
        }
      }
    }
  }

  private void update(Checksum checksum) throws SQLException {
    try (PreparedStatement raise =
        connection.prepareStatement("update orders set total = total * 1.1 where customer = ?")) {
      for (int i = 0; i < 8; i++) {
        raise.setInt(1, i);
        checksum.add(raise.executeUpdate());
      }
    }
    try (Statement statement = connection.createStatement()) {
      query(statement, checksum, "select sum(total) from orders");
    }
    connection.rollback();
  }
}
