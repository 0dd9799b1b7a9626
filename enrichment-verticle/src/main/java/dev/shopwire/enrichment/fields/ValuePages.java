package dev.shopwire.enrichment.fields;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a field's values by pages, each column in the order of its index: by the primary key every
 * page would walk past the values of all other fields. Methods run on the caller's event loop.
 */
final class ValuePages {
  /** Of texts. */
  private static final int PAGE_BYTES = 512 << 10;

  // Exactly in the index's order, and values that are equal in it together: else the planner reads
  // and sorts all that is left of the column for each page.
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

  /** The columns of which each row fills one. */
  private enum Column {
    NUMBER("number_value", "$6::text::numeric", "-Infinity"),
    TEXT("text_value", "$6::text", ""),
    BOOLEAN("boolean_value", "$6::text::boolean", "false"),
    /** Whose index is by customer, since its values are too long for one. */
    LONG("long_value", "", "");

    private final String page;
    private final boolean isByValue;
    private final String least;

    Column(String name, String parameter, String least) {
      this.isByValue = !parameter.isEmpty();
      this.page =
          isByValue
              ? PAGE.formatted(name, name + ",", parameter + ",")
              : PAGE.formatted(name, "", "");
      this.least = least;
    }

    /** Those that the values of {@code type} are in. */
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
   * Where a page begins: behind a value.
   *
   * @param columns that are left, this one first
   * @param text of the value
   */
  record Place(List<Column> columns, String text, long customerId) {

    /** Before all values that were stored while the field was of {@code type}. */
    static Place startOf(FieldType type) {
      return startOf(Column.of(type));
    }

    private static Place startOf(List<Column> columns) {
      return new Place(columns, columns.get(0).least, 0);
    }

    private Place behind(Entry last) {
      return new Place(columns, last.text(), last.customerId());
    }
  }

  /** A value with its key, but for the field. */
  record Entry(long customerId, int appId, String text) {}

  /**
   * A page.
   *
   * @param entries none if there are no more
   * @param next what the next page begins with
   */
  record Page(List<Entry> entries, Place next) {}

  private ValuePages() {}

  /**
   * Up to {@code most} values of a field, fewer where they are long; some more where a customer has
   * the same one of several apps.
   */
  static Future<Page> read(SqlClient client, int workspaceId, int fieldId, Place place, int most) {
    Column column = place.columns().get(0);
    Tuple parameters =
        Tuple.of(workspaceId, fieldId, place.customerId(), (long) most, (long) PAGE_BYTES);
    if (column.isByValue) {
      parameters.addString(place.text());
    }
    return client
        .preparedQuery(column.page)
        .execute(parameters)
        .compose(
            rows -> {
              List<Entry> entries = entries(rows);
              if (!entries.isEmpty()) {
                return Future.succeededFuture(
                    new Page(entries, place.behind(entries.get(entries.size() - 1))));
              }
              List<Column> left = place.columns().subList(1, place.columns().size());
              return left.isEmpty()
                  ? Future.succeededFuture(new Page(entries, place))
                  : read(client, workspaceId, fieldId, Place.startOf(left), most);
            });
  }

  private static List<Entry> entries(RowSet<Row> rows) {
    List<Entry> entries = new ArrayList<>(rows.size());
    rows.forEach(
        row ->
            entries.add(
                new Entry(
                    row.getLong("customer_id"), row.getInteger("app_id"), row.getString("text"))));
    return entries;
  }
}
