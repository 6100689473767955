package dev.jpgo.jmh.workload;

import java.sql.ResultSet;
import java.sql.SQLException;

/** What a database answers. */
public final class QueryRows {
  private QueryRows() {}

  /** Adds every column of every row to {@code checksum}, as text. */
  public static void drain(ResultSet rows, Checksum checksum) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      for (int column = 1; column <= columns; column++) {
        checksum.add(String.valueOf(rows.getString(column)));
      }
    }
  }
}
