package dev.shopwire.enrichment.fields;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import dev.shopwire.enrichment.fields.FieldRetypes.FieldRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * Accesses the table of custom field values, except for what a push writes with its customer's
 * profile ({@code PushWrite}) and pages of a field's values ({@link ValuePages}). Methods run on
 * the caller's event loop.
 */
final class FieldValues {
  private static final String TEXT =
      "coalesce(v.text_value, v.number_value::text, v.boolean_value::text, v.long_value)";

  // A value that was changed meanwhile has another text, and already the new type. A converted
  // value
  // keeps who pushed it and when; one that does not convert is unset by the console.
  private static final String CONVERT =
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
      ), unset as (
        delete from custom_field_values v using given g
        where v.workspace_id = $1 and v.customer_id = g.customer_id and v.field_id = g.field_id
          and v.app_id = g.app_id and %1$s = g.before
          and num_nonnulls(g.boolean_value, g.number_value, g.text_value, g.long_value) = 0
        returning v.workspace_id, v.customer_id, v.field_id, v.app_id
      )
      insert into unset_custom_field_values as u (workspace_id, customer_id, field_id, app_id,
        unset_at)
      select workspace_id, customer_id, field_id, app_id, statement_timestamp() from unset
      on conflict (workspace_id, customer_id, field_id, app_id) do update
      set unset_at = excluded.unset_at, unset_app = null, request_id = null
      """
          .formatted(TEXT);

  // Of the text that the value has by now.
  private static final String FILL_INSTANTS =
      """
      update custom_field_values v set instant_value = field_instant(v.text_value)
      from unnest($3::bigint[], $4::bigint[]) as given (customer_id, app_id)
      where v.workspace_id = $1 and v.field_id = $2 and v.customer_id = given.customer_id
        and v.app_id = given.app_id and v.instant_value is null
      """;
  private static final String OF_CUSTOMER =
      """
      select v.field_id, v.app_id, %s as text from custom_field_values v
      where v.workspace_id = $1 and v.customer_id = $2 and v.field_id = any ($3)
        and exists (
          select from custom_field_catalogs c where c.workspace_id = $1 and c.version = $4)
      """
          .formatted(TEXT);

  // One branch per column, so that each finds its rows by that column's index: by the primary key
  // every step would scan all rows that were swept before. A field is forgotten once a sweep finds
  // no more of its values.
  private static final String DELETE_OF_DELETED_FIELD =
      """
      with field as (
        select workspace_id, field_id from deleted_custom_fields order by deleted_at limit 1
        for update skip locked
      ), part as (
        select v.workspace_id, v.customer_id, v.field_id, v.app_id
        from field cross join lateral (
          select * from custom_field_values v where v.workspace_id = field.workspace_id
            and v.field_id = field.field_id and number_value is not null
          union all select * from custom_field_values v where v.workspace_id = field.workspace_id
            and v.field_id = field.field_id and text_value is not null
          union all select * from custom_field_values v where v.workspace_id = field.workspace_id
            and v.field_id = field.field_id and boolean_value is not null
          union all select * from custom_field_values v where v.workspace_id = field.workspace_id
            and v.field_id = field.field_id and long_value is not null
        ) v
        limit 5000
      ), swept as (
        delete from custom_field_values v using part
        where (v.workspace_id, v.customer_id, v.field_id, v.app_id)
          = (part.workspace_id, part.customer_id, part.field_id, part.app_id)
      ), done as (
        delete from deleted_custom_fields d using field
        where d.workspace_id = field.workspace_id and d.field_id = field.field_id
          and not exists (select from part)
      )
      select count(*) as fields from field
      """;

  // A field's values are in one or two of the four indexes; scanning the others costs nothing.
  private static final String HOLDERS =
      """
      from (
        select customer_id from custom_field_values
          where workspace_id = $1 and field_id = $2 and number_value is not null
        union all select customer_id from custom_field_values
          where workspace_id = $1 and field_id = $2 and text_value is not null
        union all select customer_id from custom_field_values
          where workspace_id = $1 and field_id = $2 and boolean_value is not null
        union all select customer_id from custom_field_values
          where workspace_id = $1 and field_id = $2 and long_value is not null
      ) holder
      """;
  private static final String COUNT = "select count(*) as customers " + HOLDERS;
  private static final String COUNT_OF_ALL_APPS =
      "select count(distinct customer_id) as customers " + HOLDERS;

  private FieldValues() {}

  /**
   * A value to convert.
   *
   * @param before the text that was read
   * @param after empty if it does not convert
   */
  record Converted(long customerId, FieldPlan.Key key, String before, Optional<FieldValue> after) {}

  /**
   * Writes converted values to the columns of their fields' new type, and deletes values that don't
   * convert. The caller has locked the customers.
   */
  static Future<Void> convert(SqlConnection connection, long workspaceId, List<Converted> values) {
    if (values.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = values.size();
    Tuple parameters =
        Tuple.of(workspaceId)
            .addArrayOfLong(Columns.of(values, new Long[size], Converted::customerId))
            .addArrayOfLong(Columns.of(values, new Long[size], value -> value.key().fieldId()))
            .addArrayOfLong(Columns.of(values, new Long[size], value -> value.key().appId()))
            .addArrayOfString(Columns.of(values, new String[size], Converted::before));
    ValueParameters.addValues(parameters, values.stream().map(Converted::after).toList());
    return connection.preparedQuery(CONVERT).execute(parameters).mapEmpty();
  }

  /** Sets the instants that values of {@code field} name; the caller has locked the customers. */
  static Future<Void> fillInstants(
      SqlConnection connection, FieldRef field, Long[] customerIds, Long[] appIds) {
    return connection
        .preparedQuery(FILL_INSTANTS)
        .execute(
            Tuple.of(field.workspaceId(), field.fieldId())
                .addArrayOfLong(customerIds)
                .addArrayOfLong(appIds))
        .mapEmpty();
  }

  /**
   * Reads one customer's values of {@code fields}.
   *
   * @param catalogVersion the version of {@code fields}; if they have changed since, there are none
   */
  static Future<List<StoredValue>> ofCustomer(
      SqlConnection connection, CustomerRef customer, List<Field> fields, long catalogVersion) {
    Tuple parameters =
        Tuple.of(customer.workspaceId(), customer.customerId())
            .addArrayOfLong(Columns.of(fields, new Long[fields.size()], Field::id))
            .addLong(catalogVersion);
    return connection
        .preparedQuery(OF_CUSTOMER)
        .execute(parameters)
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new StoredValue(
                            row.getLong("field_id"),
                            row.getLong("app_id"),
                            row.getString("text"))));
  }

  /**
   * Deletes a few thousand values of the field that was deleted first; once it has none left,
   * forgets it.
   *
   * @return false if no field is left
   */
  static Future<Boolean> deleteOfDeletedField(SqlClient client) {
    return client
        .preparedQuery(DELETE_OF_DELETED_FIELD)
        .execute()
        .map(rows -> rows.iterator().next().getLong("fields") > 0);
  }

  /** How many customers have a value of the field. */
  static Future<Long> countCustomers(SqlClient client, long workspaceId, Field field) {
    return client
        .preparedQuery(field.scope() == FieldScope.ALL_APPS ? COUNT_OF_ALL_APPS : COUNT)
        .execute(Tuple.of(workspaceId, field.id()))
        .map(rows -> rows.iterator().next().getLong("customers"));
  }
}
