package dev.shopwire.enrichment.fields;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes converted values to the columns of their fields' new type, and deletes values that don't
 * convert. The caller has locked the customers. Methods run on the caller's event loop.
 */
public final class ValueConversions {
  private static final String TEXT =
      "coalesce(v.text_value, v.number_value::text, v.boolean_value::text, v.long_value)";

  // A value that was changed meanwhile has another text, and already the new type.
  private static final String WRITE =
      """
      with given as (
        select * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::boolean[],
            $7::text[], $8::text[], $9::text[])
          as g (customer_id, field_id, app_id, before, boolean_value, number_value, text_value,
            long_value)
      ), converted as (
        update custom_field_values v
        set boolean_value = g.boolean_value, number_value = g.number_value::numeric,
          text_value = g.text_value, long_value = g.long_value
        from given g
        where v.workspace_id = $1 and v.customer_id = g.customer_id and v.field_id = g.field_id
          and v.app_id = g.app_id and %1$s = g.before
          and num_nonnulls(g.boolean_value, g.number_value, g.text_value, g.long_value) = 1
          and (g.boolean_value, g.number_value::numeric, g.text_value, g.long_value)
            is distinct from (v.boolean_value, v.number_value, v.text_value, v.long_value)
      )
      delete from custom_field_values v using given g
      where v.workspace_id = $1 and v.customer_id = g.customer_id and v.field_id = g.field_id
        and v.app_id = g.app_id and %1$s = g.before
        and num_nonnulls(g.boolean_value, g.number_value, g.text_value, g.long_value) = 0
      """
          .formatted(TEXT);
  private static final String OF_CUSTOMER =
      """
      select v.field_id, v.app_id, %s as text from custom_field_values v
      where v.workspace_id = $1 and v.customer_id = $2 and v.field_id = any ($3)
        and exists (
          select from custom_field_catalogs c where c.workspace_id = $1 and c.version = $4)
      """
          .formatted(TEXT);

  private ValueConversions() {}

  /**
   * A value to convert.
   *
   * @param before the text that was read
   * @param after empty if it does not convert
   */
  record Item(long customerId, FieldPlan.Key key, String before, Optional<FieldValue> after) {}

  static Future<Void> write(SqlConnection connection, long workspaceId, List<Item> items) {
    if (items.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = items.size();
    Tuple parameters =
        Tuple.of(workspaceId)
            .addArrayOfLong(Columns.of(items, new Long[size], Item::customerId))
            .addArrayOfLong(Columns.of(items, new Long[size], item -> item.key().fieldId()))
            .addArrayOfLong(Columns.of(items, new Long[size], item -> item.key().appId()))
            .addArrayOfString(Columns.of(items, new String[size], Item::before));
    FieldValues.addValues(parameters, items.stream().map(Item::after).toList());
    return connection.preparedQuery(WRITE).execute(parameters).mapEmpty();
  }

  /**
   * Converts one customer's values of {@code fields}, before a push is compared with them. The
   * caller holds the catalog's lock, at least shared.
   *
   * @param catalogVersion the version of {@code fields}; if they have changed since, nothing is
   *     written
   */
  public static Future<Void> writeOf(
      SqlConnection connection,
      CustomerRef customer,
      List<Field> fields,
      long catalogVersion,
      FieldLimits limits) {
    if (fields.isEmpty()) {
      return Future.succeededFuture();
    }
    Tuple parameters =
        Tuple.of(customer.workspaceId(), customer.customerId())
            .addArrayOfLong(Columns.of(fields, new Long[fields.size()], Field::id))
            .addLong(catalogVersion);
    return connection
        .preparedQuery(OF_CUSTOMER)
        .execute(parameters)
        .compose(
            rows -> {
              List<Item> items = new ArrayList<>(rows.size());
              for (Row row : rows) {
                items.add(item(row, customer.customerId(), fields, limits));
              }
              return write(connection, customer.workspaceId(), items);
            });
  }

  private static Item item(Row row, long customerId, List<Field> fields, FieldLimits limits) {
    long fieldId = row.getLong("field_id");
    Field field = fields.stream().filter(each -> each.id() == fieldId).findFirst().orElseThrow();
    String text = row.getString("text");
    return new Item(
        customerId,
        new FieldPlan.Key(fieldId, row.getLong("app_id")),
        text,
        Conversion.of(text, field.type(), limits));
  }
}
