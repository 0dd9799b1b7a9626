package dev.shopwire.common.exports;

import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A list that can be exported. */
@FunctionalInterface
public interface ExportSource {
  /**
   * Parses the request and returns the query of all its rows in the list's order. Fails with the
   * same failures as the list itself.
   *
   * @param snapshot a read-only transaction, in which the query will run
   */
  Future<Rows> open(OpenRequest request, SqlConnection snapshot);

  /**
   * The query of a list and what its rows look like.
   *
   * @param sql returns all rows, in order
   * @param countSql returns their number as {@code count}, with the same parameters
   * @param known their number, if {@code countSql} is not to be used
   * @param maxRows how many rows may be in memory at once
   */
  record Rows(
      String sql,
      String countSql,
      OptionalLong known,
      Tuple parameters,
      int maxRows,
      Mapper mapper) {
    /** The default of {@code maxRows}, for rows of at most some kilobytes. */
    public static final int SMALL_ROWS = 500;

    public Rows(String sql, String countSql, Tuple parameters, int maxRows, Mapper mapper) {
      this(sql, countSql, OptionalLong.empty(), parameters, maxRows, mapper);
    }

    /** A list of {@code count} rows. */
    public static Rows counted(
        long count, String sql, Tuple parameters, int maxRows, Mapper mapper) {
      return new Rows(sql, "", OptionalLong.of(count), parameters, maxRows, mapper);
    }

    /** Rows whose JSON depends on nothing but the row. */
    public static Rows of(
        String sql, Tuple parameters, Function<Row, Map<String, @Nullable Object>> json) {
      return new Rows(
          sql,
          "select count(*) as count from (" + sql + ") rows",
          parameters,
          SMALL_ROWS,
          (rows, snapshot) -> Future.succeededFuture(rows.stream().map(json).toList()));
    }

    /** Same with a count that is cheaper than the rows, since it needs no order or columns. */
    public Rows countedBy(String countSql) {
      return new Rows(sql, countSql, parameters, maxRows, mapper);
    }
  }

  /** Converts some consecutive rows to the JSON objects of the list: any number for each row. */
  @FunctionalInterface
  interface Mapper {
    Future<List<Map<String, @Nullable Object>>> map(List<Row> rows, SqlConnection snapshot);
  }
}
