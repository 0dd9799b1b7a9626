package dev.shopwire.enrichment.identify;

import dev.shopwire.enrichment.fields.FieldPlan.Target;
import dev.shopwire.enrichment.fields.FieldValues;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * Writes what a push changes, in one statement: values set and unset, name and email. To be called
 * within a transaction that shares or holds the catalog's lock and has locked the customer, so that
 * what it compares with is what it changes. For one event loop.
 */
final class PushWrite {
  private static final String WRITE =
      """
      with current as (
        select coalesce((select version from custom_field_catalogs where workspace_id = $1), 0) = $3
          as holds
      ), customer as (
        select $2::bigint as id from current where holds
      ), given as (
        select field_id, app_id, boolean_value, number_value::numeric, text_value, long_value
        from unnest($4::int[], $5::int[], $6::boolean[], $7::text[], $8::text[], $9::text[])
          as given (field_id, app_id, boolean_value, number_value, text_value, long_value)
      ), written as (
        insert into custom_field_values (workspace_id, customer_id, field_id, app_id,
          boolean_value, number_value, text_value, long_value)
        select $1, customer.id, g.field_id, g.app_id,
          g.boolean_value, g.number_value, g.text_value, g.long_value
        from customer cross join given g
        left join custom_field_values v on v.workspace_id = $1 and v.customer_id = customer.id
          and v.field_id = g.field_id and v.app_id = g.app_id
        where v.field_id is null
          or (g.boolean_value, g.number_value, g.text_value, g.long_value)
            is distinct from (v.boolean_value, v.number_value, v.text_value, v.long_value)
        on conflict (workspace_id, customer_id, field_id, app_id) do update
        set boolean_value = excluded.boolean_value, number_value = excluded.number_value,
          text_value = excluded.text_value, long_value = excluded.long_value
        returning 1
      ), unset as (
        delete from custom_field_values v
        using customer, unnest($10::int[], $11::int[]) as gone (field_id, app_id)
        where v.workspace_id = $1 and v.customer_id = customer.id
          and v.field_id = gone.field_id and v.app_id = gone.app_id
        returning 1
      ), profile as (
        insert into customer_profiles as p (workspace_id, customer_id, name, email)
        select $1, id, $13, $15 from customer where $12 or $14
        on conflict (workspace_id, customer_id) do update
        set name = case when $12 then excluded.name else p.name end,
          email = case when $14 then excluded.email else p.email end
      )
      select holds, (select count(*)::int from written) as written,
        (select count(*)::int from unset) as unset
      from current
      """;

  private PushWrite() {}

  /** How many values changed, and how many were there and are gone. */
  record Counts(int written, int unset) {
    static final Counts NONE = new Counts(0, 0);
  }

  /**
   * @param customerId of the push's shop
   * @param catalogVersion under which {@code targets} were found
   * @return empty if that is not the version any more; then nothing is written
   */
  static Future<Optional<Counts>> write(
      SqlConnection connection,
      Push push,
      long customerId,
      List<Target> targets,
      long catalogVersion) {
    Tuple parameters = Tuple.of(push.shop().workspaceId(), customerId, catalogVersion);
    FieldValues.addTo(parameters, targets);
    parameters
        .addBoolean(push.name().present())
        .addString(push.name().value())
        .addBoolean(push.email().present())
        .addString(push.email().value());
    return connection
        .preparedQuery(WRITE)
        .execute(parameters)
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return row.getBoolean("holds")
                  ? Optional.of(new Counts(row.getInteger("written"), row.getInteger("unset")))
                  : Optional.empty();
            });
  }
}
