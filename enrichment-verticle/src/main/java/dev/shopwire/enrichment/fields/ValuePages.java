package dev.shopwire.enrichment.fields;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Reads a field's values page by page, each column in the order of its index: by the primary key
 * every page would scan the values of all other fields. Methods run on the caller's event loop.
 */
final class ValuePages {
  /** Limits the texts of a page. */
  private static final int PAGE_BYTES = 512 << 10;

  // Exactly in the order of the index, with equal keys on one page: otherwise the planner reads and
  // sorts the rest of the column for each page.
  private static final String PAGE =
      """
      select customer_id, app_id, text from (
        select customer_id, app_id, %1$s::text as text, rank() over in_order as place,
          sum(octet_length(%1$s::text)) over in_order as bytes
        from (
          select customer_id, app_id, %1$s from custom_field_values
          where workspace_id = $1 and field_id = $2 and %1$s is not null
            and (%2$s customer_id) > (%3$s $3::bigint)
          order by %2$s customer_id fetch first ($4) rows with ties
        ) found
        window in_order as (order by %2$s customer_id)
      ) sized
      where place = 1 or bytes <= $5
      order by place
      """;

  /** The columns of values; each row fills one of them. */
  private enum Column {
    NUMBER("number_value", "$6::text::numeric", "-Infinity"),
    TEXT("text_value", "$6::text", ""),
    BOOLEAN("boolean_value", "$6::text::boolean", "false"),
    /** Indexed by customer, since its values are too long for an index. */
    LONG("long_value", "", "");

    private final String page;
    private final boolean isByValue;
    private final String minimum;

    Column(String name, String parameter, String minimum) {
      this.isByValue = !parameter.isEmpty();
      this.page =
          isByValue
              ? PAGE.formatted(name, name + ",", parameter + ",")
              : PAGE.formatted(name, "", "");
      this.minimum = minimum;
    }

    /** The columns that hold values of {@code type}. */
    static List<Column> of(FieldType type) {
      return switch (type) {
        case TEXT -> List.of(TEXT, LONG);
        case NUMBER -> List.of(NUMBER);
        case BOOLEAN -> List.of(BOOLEAN);
        case JSON -> List.of(LONG);
      };
    }
  }

  /**
   * Where a page starts: after a value.
   *
   * @param columns the columns left to read, the current one first
   * @param text the value's text
   */
  record Position(List<Column> columns, String text, long customerId) {

    /** Before all values that were stored while the field had {@code type}. */
    static Position startOf(FieldType type) {
      return startOf(Column.of(type));
    }

    private static Position startOf(List<Column> columns) {
      return new Position(columns, columns.get(0).minimum, 0);
    }

    private Position after(Entry last) {
      return new Position(columns, last.text(), last.customerId());
    }
  }

  /** A value with its key, except for the field. */
  record Entry(long customerId, long appId, String text) {}

  /**
   * A page of values.
   *
   * @param entries empty if there are no more
   * @param next where the next page starts
   */
  record Page(List<Entry> entries, Position next) {}

  private ValuePages() {}

  /**
   * Reads up to {@code limit} values of a field: fewer if they are long, a few more if a customer
   * has the same value for several apps.
   */
  static Future<Page> read(
      SqlClient client, long workspaceId, long fieldId, Position position, int limit) {
    Column column = position.columns().get(0);
    Tuple parameters =
        Tuple.of(workspaceId, fieldId, position.customerId(), (long) limit, (long) PAGE_BYTES);
    if (column.isByValue) {
      parameters.addString(position.text());
    }
    return client
        .preparedQuery(column.page)
        .execute(parameters)
        .compose(
            rows -> {
              List<Entry> entries = entries(rows);
              if (!entries.isEmpty()) {
                return Future.succeededFuture(
                    new Page(entries, position.after(entries.get(entries.size() - 1))));
              }
              List<Column> remaining = position.columns().subList(1, position.columns().size());
              return remaining.isEmpty()
                  ? Future.succeededFuture(new Page(entries, position))
                  : read(client, workspaceId, fieldId, Position.startOf(remaining), limit);
            });
  }

  private static List<Entry> entries(RowSet<Row> rows) {
    return Rows.list(
        rows,
        row -> new Entry(row.getLong("customer_id"), row.getLong("app_id"), row.getString("text")));
  }
}
