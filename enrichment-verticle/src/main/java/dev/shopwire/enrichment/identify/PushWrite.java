package dev.shopwire.enrichment.identify;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.enrichment.fields.FieldRetypes;
import dev.shopwire.enrichment.fields.ValueParameters;
import dev.shopwire.enrichment.fields.ValueParameters.Change;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the changes of pushes in one statement: values set and unset, names and emails, each with
 * the time, the app and the request that changed it, and a profile, even an empty one, for a
 * customer that was never identified, unless it is a flow that changes it. The caller's transaction
 * has locked the catalogs, shared or exclusively, and the customers, so that nothing changes
 * between comparing and writing. Not thread-safe; use from one event loop.
 */
final class PushWrite {
  private static final String CHANGE =
      """
      with push as (
        select p.*, coalesce(c.version, 0) = p.version as holds
        from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[],
            $6::boolean[], $7::text[], $8::boolean[], $9::text[])
          as p (workspace_id, customer_id, version, app_id, request_id, has_name, name, has_email,
            email)
        left join custom_field_catalogs c on c.workspace_id = p.workspace_id
      ), written as (
        insert into custom_field_values (workspace_id, customer_id, field_id, app_id,
          boolean_value, number_value, text_value, long_value, changed_at, changed_app, request_id)
        select push.workspace_id, g.customer_id, g.field_id, g.app_id,
          g.boolean_value, g.number_value::numeric, g.text_value, g.long_value,
          statement_timestamp(), push.app_id, push.request_id
        from unnest($10::bigint[], $11::bigint[], $12::bigint[], $13::boolean[], $14::text[],
            $15::text[], $16::text[])
          as g (customer_id, field_id, app_id, boolean_value, number_value, text_value, long_value)
        join push on push.customer_id = g.customer_id and push.holds
        left join custom_field_values v on v.workspace_id = push.workspace_id
          and v.customer_id = g.customer_id and v.field_id = g.field_id and v.app_id = g.app_id
        where v.field_id is null
          or (g.boolean_value, g.number_value::numeric, g.text_value, g.long_value)
            is distinct from (v.boolean_value, v.number_value, v.text_value, v.long_value)
        on conflict (workspace_id, customer_id, field_id, app_id) do update
        set boolean_value = excluded.boolean_value, number_value = excluded.number_value,
          text_value = excluded.text_value, long_value = excluded.long_value,
          changed_at = excluded.changed_at, changed_app = excluded.changed_app,
          request_id = excluded.request_id, linked_query = null, linked_run = null,
          linked_read_at = null
        returning customer_id, field_id, app_id
      ), unset as (
        delete from custom_field_values v
        using unnest($17::bigint[], $18::bigint[], $19::bigint[])
          as gone (customer_id, field_id, app_id)
        join push on push.customer_id = gone.customer_id and push.holds
        where v.workspace_id = push.workspace_id and v.customer_id = gone.customer_id
          and v.field_id = gone.field_id and v.app_id = gone.app_id
        returning v.workspace_id, v.customer_id, v.field_id, v.app_id,
          push.app_id as by_app, push.request_id
      ), recorded as (
        insert into unset_custom_field_values as u (workspace_id, customer_id, field_id, app_id,
          unset_at, unset_app, request_id)
        select workspace_id, customer_id, field_id, app_id, statement_timestamp(), by_app,
          request_id
        from unset
        on conflict (workspace_id, customer_id, field_id, app_id) do update
        set unset_at = excluded.unset_at, unset_app = excluded.unset_app,
          request_id = excluded.request_id
      ), profile as (
        insert into customer_profiles as p (workspace_id, customer_id, name, email,
          name_changed_at, name_changed_app, name_request_id,
          email_changed_at, email_changed_app, email_request_id)
        select push.workspace_id, push.customer_id,
          case when new_name then push.name else o.name end,
          case when new_email then push.email else o.email end,
          case when new_name then statement_timestamp() else o.name_changed_at end,
          case when new_name then push.app_id else o.name_changed_app end,
          case when new_name then push.request_id else o.name_request_id end,
          case when new_email then statement_timestamp() else o.email_changed_at end,
          case when new_email then push.app_id else o.email_changed_app end,
          case when new_email then push.request_id else o.email_request_id end
        from push
        left join customer_profiles o
          on o.workspace_id = push.workspace_id and o.customer_id = push.customer_id
        cross join lateral (
          select has_name and push.name is distinct from o.name as new_name,
            has_email and push.email is distinct from o.email as new_email
        ) as changed
        where holds and push.app_id is not null
          and (o.customer_id is null or new_name or new_email)
        on conflict (workspace_id, customer_id) do update
        set name = excluded.name, email = excluded.email,
          name_changed_at = excluded.name_changed_at,
          name_changed_app = excluded.name_changed_app,
          name_request_id = excluded.name_request_id,
          email_changed_at = excluded.email_changed_at,
          email_changed_app = excluded.email_changed_app,
          email_request_id = excluded.email_request_id
      )
      select push.customer_id, holds,
        (select count(*)::int from written w where w.customer_id = push.customer_id) as written,
        (select count(*)::int from unset u where u.customer_id = push.customer_id) as unset
      """;
  private static final String WRITE = CHANGE + " from push";

  // All parts of a statement see the data from before it.
  private static final String WRITE_RETURNING_CHANGES =
      CHANGE
          + """
        , push.app_id is not null and o.customer_id is null and not exists (
          select from custom_field_values v
          where v.workspace_id = push.workspace_id and v.customer_id = push.customer_id
            and (v.changed_at is null or v.changed_app is not null)
        ) as first,
        case when has_name then push.name else o.name end as name,
        case when has_email then push.email else o.email end as email,
        changed.fields, changed.apps
      from push
      left join customer_profiles o
        on o.workspace_id = push.workspace_id and o.customer_id = push.customer_id
      cross join lateral (
        select array_agg(field_id) as fields, array_agg(app_id) as apps
        from (
          select field_id, app_id from written w where w.customer_id = push.customer_id
          union all
          select field_id, app_id from unset u where u.customer_id = push.customer_id
        ) as value
      ) as changed
      """;

  private PushWrite() {}

  /** How many values were written, and how many were removed. */
  record Counts(int written, int unset) {
    static final Counts NONE = new Counts(0, 0);
  }

  /**
   * The outcome of a push.
   *
   * @param change empty if no endpoint subscribes to any push of the statement
   */
  record Outcome(Counts counts, Optional<PushChange> change) {}

  /**
   * @param pushes at most one per customer
   * @return the outcomes in the same order; empty for a push whose workspace's definitions have
   *     changed since it was planned: nothing of it is written
   */
  static Future<List<Optional<Outcome>>> write(SqlConnection connection, List<PlannedPush> pushes) {
    int size = pushes.size();
    boolean returnsChanges = pushes.stream().anyMatch(PlannedPush::hasSubscribers);
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfLong(Columns.of(pushes, new Long[size], PlannedPush::workspaceId))
            .addArrayOfLong(Columns.of(pushes, new Long[size], PlannedPush::customerId))
            .addArrayOfLong(Columns.of(pushes, new Long[size], PlannedPush::catalogVersion))
            .addArrayOfLong(Columns.of(pushes, new Long[size], PlannedPush::appId))
            .addArrayOfString(
                Columns.of(pushes, new String[size], push -> push.push().requestId().orElse(null)))
            .addArrayOfBoolean(
                Columns.of(pushes, new Boolean[size], push -> push.push().name().present()))
            .addArrayOfString(
                Columns.of(pushes, new String[size], push -> push.push().name().value()))
            .addArrayOfBoolean(
                Columns.of(pushes, new Boolean[size], push -> push.push().email().present()))
            .addArrayOfString(
                Columns.of(pushes, new String[size], push -> push.push().email().value()));
    ValueParameters.addTo(
        parameters,
        pushes.stream()
            .flatMap(
                push ->
                    push.targets().stream().map(target -> new Change(push.customerId(), target)))
            .toList());
    // Both are sent without waiting, since a commit may be pipelined behind them.
    Future<Void> missed =
        FieldRetypes.markMissed(connection, pushes.stream().flatMap(PlannedPush::missed).toList());
    Future<RowSet<Row>> written =
        connection
            .preparedQuery(returnsChanges ? WRITE_RETURNING_CHANGES : WRITE)
            .execute(parameters);
    return missed
        .compose(done -> written)
        .map(
            rows -> {
              Map<Long, Optional<Outcome>> outcomes = new HashMap<>();
              rows.forEach(
                  row -> outcomes.put(row.getLong("customer_id"), read(row, returnsChanges)));
              List<Optional<Outcome>> ordered = new ArrayList<>(size);
              pushes.forEach(
                  push -> ordered.add(outcomes.getOrDefault(push.customerId(), Optional.empty())));
              return ordered;
            });
  }

  private static Optional<Outcome> read(Row row, boolean returnsChanges) {
    return row.getBoolean("holds")
        ? Optional.of(
            new Outcome(
                new Counts(row.getInteger("written"), row.getInteger("unset")),
                returnsChanges ? Optional.of(PushChange.read(row)) : Optional.empty()))
        : Optional.empty();
  }
}
