package dev.shopwire.sources.fence;

import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.fence.SourceFailure.Kind;
import io.vertx.core.Future;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A user's query in the transaction of a fence. The source must accept its text as one statement by
 * itself, and as a subquery, so that no bracket or comment in it reaches beyond. All values are
 * read as texts, cut by the source just beyond their limits. Not thread-safe; use from one event
 * loop.
 */
public final class FencedQuery {
  private static final int MAX_PAGE = 1_000;
  private static final int PAGE_BYTES = 8 << 20;
  private static final int BYTES_PER_CHARACTER = 4;

  private final FencedConnection connection;
  private final String sql;
  private final List<QueryColumn> columns;
  private long rows;
  private long bytes;

  private FencedQuery(FencedConnection connection, String sql, List<QueryColumn> columns) {
    this.connection = connection;
    this.sql = sql;
    this.columns = columns;
  }

  /**
   * Describes a query without running it.
   *
   * @param connection in its transaction
   * @param text at its end may be a semicolon
   */
  public static Future<FencedQuery> describe(FencedConnection connection, String text) {
    String stripped = text.stripTrailing();
    String sql = stripped.endsWith(";") ? stripped.substring(0, stripped.length() - 1) : stripped;
    return connection
        .parse(sql)
        .compose(parsed -> connection.run(wrap("*", sql) + " limit 0", Tuple.tuple()))
        .compose(
            rows -> {
              requireUnique(rows.columnsNames());
              return connection.engine() == Engine.POSTGRESQL
                  ? PostgresColumns.read(connection, sql, rows.columnsNames())
                  : Future.succeededFuture(
                      rows.columnDescriptors().stream().map(MysqlColumns::of).toList());
            })
        .map(columns -> new FencedQuery(connection, sql, columns));
  }

  private static void requireUnique(List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new SourceFailure(
            Kind.REFUSED_SQL, "The query has two columns with the name " + name);
      }
    }
  }

  /** The query as a subquery {@code q}, on lines of its own, since a comment may end it. */
  static String wrap(String selected, String sql) {
    return "select " + selected + " from (\n" + sql + "\n) q";
  }

  public List<QueryColumn> columns() {
    return columns;
  }

  /**
   * A column to read.
   *
   * @param characters at which values are cut; 0 to read only whether there is one
   */
  public record Selected(QueryColumn column, int characters) {}

  /** The pages of rows. */
  public final class Pages {
    private final Cursor cursor;
    private final String probe;
    private final int width;
    private final int page;
    private boolean started;

    private Pages(Cursor cursor, String probe, List<Selected> selected) {
      this.cursor = cursor;
      this.probe = probe;
      this.width = selected.size();
      long row = selected.stream().mapToLong(one -> one.characters() + 16L).sum();
      this.page = (int) Math.max(1, Math.min(MAX_PAGE, PAGE_BYTES / (row * BYTES_PER_CHARACTER)));
    }

    /** Whether {@link #next} may have more rows. */
    public boolean hasMore() {
      return !started || cursor.hasMore();
    }

    /** The next rows, each with a value for each selected column; fails beyond the limits. */
    public Future<List<List<@Nullable String>>> next() {
      started = true;
      return connection
          .fetch(cursor, page, probe)
          .map(
              fetched -> {
                List<List<@Nullable String>> read = Rows.list(fetched, this::texts);
                count(read);
                return read;
              });
    }

    private List<@Nullable String> texts(Row row) {
      List<@Nullable String> texts = new ArrayList<>(width);
      for (int i = 0; i < width; i++) {
        texts.add(row.getString(i));
      }
      return texts;
    }
  }

  private void count(List<List<@Nullable String>> read) {
    rows += read.size();
    for (List<@Nullable String> row : read) {
      for (String value : row) {
        bytes += value == null ? 0 : StorableText.utf8Length(value);
      }
    }
    if (rows > connection.limits().rows()) {
      throw new SourceFailure(
          Kind.TOO_MANY_ROWS,
          "The query has more rows than the limit of " + connection.limits().rows());
    }
    if (bytes > connection.limits().bytes()) {
      throw new SourceFailure(
          Kind.TOO_MANY_BYTES,
          "The query has more bytes than the limit of " + connection.limits().bytes());
    }
  }

  /** Begins to read all rows, in the order of the query. */
  public Future<Pages> open(List<Selected> selected) {
    return open(selected, "");
  }

  /** The same of the first rows alone. */
  public Future<Pages> openFirst(List<Selected> selected, int limit) {
    return open(selected, " limit " + limit);
  }

  private Future<Pages> open(List<Selected> selected, String limit) {
    boolean isPostgres = connection.engine() == Engine.POSTGRESQL;
    String expressions =
        selected.stream()
            .map(one -> isPostgres ? PostgresColumns.text(one) : MysqlColumns.text(one))
            .collect(Collectors.joining(", "));
    return connection
        .cursor(wrap(expressions, sql) + limit)
        .map(cursor -> new Pages(cursor, probe(expressions), selected));
  }

  /** Computes every value, and returns none. */
  private String probe(String expressions) {
    return wrap("max(length(concat_ws('', " + expressions + ")))", sql);
  }
}
