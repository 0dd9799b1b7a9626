package dev.shopwire.enrichment.fields;

import dev.shopwire.common.background.IndexBuild.Index;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.fields.FieldRetypes.FieldRef;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * The index of the instants that text values name, and the values from before a trigger set these
 * instants. They are filled a few hundred per transaction, which locks their customers as pushes
 * do. Methods run on the caller's event loop.
 */
public final class FieldInstants {
  /** Created in the background; until then conditions on dates miss values from before. */
  public static final List<Index> INDEXES =
      List.of(
          new Index(
              "custom_field_values_by_instant",
              "custom_field_values (workspace_id, field_id, instant_value, customer_id)"
                  + " where instant_value is not null",
              FieldInstants::fill));

  /** Also the maximum number of advisory locks held at a time. */
  private static final int BATCH = 250;

  // Fields are never given smaller ids later.
  private static final String NEXT_FIELD =
      """
      select workspace_id, id from custom_fields where type = 'text' and id > $1
      order by id limit 1
      """;

  // In the order of the index by text, of which dates are a part: they start with a digit. Those
  // that are filled drop out, so a batch may start where the last one ended.
  private static final String NEXT_VALUES =
      """
      select customer_id, app_id, text_value from custom_field_values
      where workspace_id = $1 and field_id = $2 and text_value is not null
        and (text_value, customer_id) >= ($3::text collate "C", $4::bigint) and text_value < ':'
        and instant_value is null and text_value like '____-__-__%%'
        and field_instant(text_value) is not null
      order by text_value, customer_id limit %d
      """
          .formatted(BATCH);

  private FieldInstants() {}

  /** A value to fill. */
  private record Value(long customerId, long appId, String text) {
    static Value read(Row row) {
      return new Value(
          row.getLong("customer_id"), row.getLong("app_id"), row.getString("text_value"));
    }
  }

  /**
   * Where a batch starts.
   *
   * @param text of the last value of the batch before
   */
  private record Position(FieldRef field, String text, long customerId) {
    static Position startOf(FieldRef field) {
      return new Position(field, "0", 0);
    }
  }

  /** Fills all values that name an instant, field by field. */
  static Future<Void> fill(SqlConnection connection) {
    Promise<Void> filled = Promise.promise();
    nextField(connection, 0)
        .onComplete(
            first -> fillFrom(connection, first.map(Position::startOf), filled), filled::fail);
    return filled.future();
  }

  /** Not by chained futures, which would all be kept until the last one. */
  private static void fillFrom(
      SqlConnection connection, Optional<Position> position, Promise<Void> filled) {
    if (position.isEmpty()) {
      filled.complete();
      return;
    }
    fillBatch(connection, position.get())
        .onComplete(next -> fillFrom(connection, next, filled), filled::fail);
  }

  /** Returns where to continue; empty after the last field. */
  private static Future<Optional<Position>> fillBatch(SqlConnection connection, Position position) {
    FieldRef field = position.field();
    return read(connection, position)
        .compose(
            values ->
                values.isEmpty()
                    ? nextField(connection, field.fieldId())
                        .map(next -> next.map(Position::startOf))
                    : fill(connection, field, values)
                        .map(filled -> Optional.of(after(field, values.get(values.size() - 1)))));
  }

  private static Position after(FieldRef field, Value last) {
    return new Position(field, last.text(), last.customerId());
  }

  private static Future<Optional<FieldRef>> nextField(SqlConnection connection, long after) {
    return connection
        .preparedQuery(NEXT_FIELD)
        .execute(Tuple.of(after))
        .map(
            rows ->
                Rows.first(
                    rows, row -> new FieldRef(row.getLong("workspace_id"), row.getLong("id"))));
  }

  private static Future<List<Value>> read(SqlConnection connection, Position position) {
    return connection
        .preparedQuery(NEXT_VALUES)
        .execute(
            Tuple.of(
                position.field().workspaceId(),
                position.field().fieldId(),
                position.text(),
                position.customerId()))
        .map(rows -> Rows.list(rows, Value::read));
  }

  private static Future<Void> fill(SqlConnection connection, FieldRef field, List<Value> values) {
    return Transactions.run(
        connection,
        opened ->
            Shops.lock(opened, values.stream().map(Value::customerId).toList())
                .compose(
                    locked ->
                        FieldValues.fillInstants(
                            opened,
                            field,
                            values.stream().map(Value::customerId).toArray(Long[]::new),
                            values.stream().map(Value::appId).toArray(Long[]::new))));
  }
}
