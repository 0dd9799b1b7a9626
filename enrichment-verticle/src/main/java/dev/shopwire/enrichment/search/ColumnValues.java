package dev.shopwire.enrichment.search;

import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldLimits;
import dev.shopwire.enrichment.fields.FieldValue;
import dev.shopwire.enrichment.fields.StoredValue;
import dev.shopwire.enrichment.search.SearchField.Custom;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the custom fields that a list of customers shows. Runs on the caller's event loop. */
final class ColumnValues {
  /** How many values one export may have in memory at once; each has at most some kilobytes. */
  private static final int MAX_EXPORTED = 2_000;

  // The values of a customer are peers: all or none of them are within the limit.
  private static final String READ =
      """
      select place, field_id, app_id, bytes, case when place = 1 or bytes <= $4 then text end as text
      from (
        select k.place, v.field_id, v.app_id, t.text,
          sum(octet_length(t.text)) over (order by k.place) as bytes
        from unnest($2::bigint[]) with ordinality as k (id, place)
        join custom_field_values v on v.workspace_id = $1 and v.customer_id = k.id
          and v.field_id = any($3::bigint[])
        cross join lateral (
          select coalesce(v.text_value, v.number_value::text, v.boolean_value::text, v.long_value)
            as text
        ) t
      ) sized
      order by place
      """;

  private final long workspaceId;
  private final List<Custom> columns;
  private final FieldCatalog catalog;
  private final FieldLimits limits;

  ColumnValues(long workspaceId, List<Custom> columns, FieldCatalog catalog, FieldLimits limits) {
    this.workspaceId = workspaceId;
    this.columns = columns;
    this.catalog = catalog;
    this.limits = limits;
  }

  /** Identifies a value of one customer. */
  private record Key(long fieldId, long appId) {}

  /** How many customers an export may read at once. */
  int exportedAtOnce(int maximum) {
    return columns.isEmpty() ? maximum : Math.min(maximum, MAX_EXPORTED / columns.size());
  }

  /**
   * The customers as JSON with their columns: fewer than given, but at least one, if their values
   * have more bytes than {@code maxBytes}.
   */
  Future<List<Map<String, @Nullable Object>>> rows(
      SqlConnection connection, List<Customer> customers, long maxBytes) {
    if (columns.isEmpty() || customers.isEmpty()) {
      return Future.succeededFuture(customers.stream().map(Customer::json).toList());
    }
    Tuple parameters =
        Tuple.of(
            workspaceId,
            customers.stream().map(Customer::id).toArray(Long[]::new),
            columns.stream().map(column -> column.field().id()).distinct().toArray(Long[]::new),
            maxBytes);
    return connection
        .preparedQuery(READ)
        .execute(parameters)
        .map(rows -> rows(customers, rows, maxBytes));
  }

  private List<Map<String, @Nullable Object>> rows(
      List<Customer> customers, Iterable<Row> values, long maxBytes) {
    List<Map<Key, StoredValue>> byCustomer = new ArrayList<>();
    customers.forEach(customer -> byCustomer.add(new HashMap<>()));
    int shown = customers.size();
    for (Row row : values) {
      int place = row.getLong("place").intValue();
      if (place > 1 && row.getLong("bytes") > maxBytes) {
        shown = place - 1;
        break;
      }
      StoredValue value =
          new StoredValue(row.getLong("field_id"), row.getLong("app_id"), row.getString("text"));
      byCustomer.get(place - 1).put(new Key(value.fieldId(), value.appId()), value);
    }
    List<Map<String, @Nullable Object>> rows = new ArrayList<>(shown);
    for (int i = 0; i < shown; i++) {
      Map<String, @Nullable Object> row = customers.get(i).json();
      row.put("columns", columns(byCustomer.get(i)));
      rows.add(row);
    }
    return rows;
  }

  private Map<String, @Nullable Object> columns(Map<Key, StoredValue> values) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    for (Custom column : columns) {
      row.put(
          column.name(),
          Optional.ofNullable(values.get(new Key(column.field().id(), column.app())))
              .flatMap(value -> catalog.current(value, limits))
              .map(value -> FieldValue.json(column.field().type(), value.text()))
              .orElse(null));
    }
    return row;
  }
}
