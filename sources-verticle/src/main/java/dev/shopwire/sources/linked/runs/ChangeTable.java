package dev.shopwire.sources.linked.runs;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.sources.linked.ValueType;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Accesses the table of what runs change, one row a customer. Methods run on the caller's event
 * loop.
 */
public final class ChangeTable {
  private static final int CHECKED_CUSTOMERS = 5_000;

  /** Of a field f of the customer c. */
  private static final String TODAY =
      """
      left join lateral (
        select coalesce(text_value, long_value, number_value::text, boolean_value::text) as text
        from customer_field_values
        where workspace_id = $1 and customer_id = c.customer_id and field_id = f.field_id
          and app_id = f.app_id
        limit 1
      ) t on true
      """;

  private static final String UNSET_REMOVED =
      """
      insert into linked_run_changes (workspace_id, run_id, customer_id, positions, was, after)
      select $1, $2, c.customer_id, array_agg(f.position order by f.position),
        array_agg(t.text order by f.position),
        array_agg(null::text)
      from linked_run_customers c
      join linked_run_fields f on f.workspace_id = $1 and f.run_id = $2
      %s
      where c.workspace_id = $1 and c.run_id = $2 and not c.is_added and t.text is not null
      group by c.customer_id
      """
          .formatted(TODAY);

  // The value before the first of the runs that are rolled back.
  private static final String RESTORE =
      """
      insert into linked_run_changes (workspace_id, run_id, customer_id, positions, was, after)
      select $1, $2, c.customer_id, array_agg(f.position order by f.position),
        array_agg(t.text order by f.position), array_agg(c.before order by f.position)
      from (
        select distinct on (c.customer_id, o.field_id) c.customer_id, o.field_id, v.was as before
        from linked_run_changes c
        cross join lateral unnest(c.positions, c.was) as v (position, was)
        join linked_run_fields o
          on o.workspace_id = $1 and o.run_id = c.run_id and o.position = v.position
        where c.workspace_id = $1 and c.run_id = any (array(
          select id from linked_runs where workspace_id = $1 and query_id = $3
            and status = 'applied' and id > $4))
        order by c.customer_id, o.field_id, c.run_id
      ) c
      join linked_run_fields f
        on f.workspace_id = $1 and f.run_id = $2 and f.field_id = c.field_id
      %s
      where t.text is distinct from c.before and linked_value_differs(f.type, t.text, c.before)
        and exists (
          select from tenancy_customers s where s.workspace_id = $1 and s.id = c.customer_id)
      group by c.customer_id
      """
          .formatted(TODAY);
  private static final String COUNT =
      """
      select count(*) as customers, coalesce(sum(v.set), 0)::bigint as set,
        coalesce(sum(v.changed), 0)::bigint as changed, coalesce(sum(v.unset), 0)::bigint as unset,
        count(*) filter (where v.changed + v.unset > 0) as affected,
        coalesce(sum(pg_column_size(c.positions) + pg_column_size(c.was) + pg_column_size(c.after)
          + 60), 0)::bigint
          + 60 * (select count(*) from linked_run_customers m
            where m.workspace_id = $1 and m.run_id = $2) as bytes
      from linked_run_changes c cross join lateral (
        select count(*) filter (where was is null) as set,
          count(*) filter (where was is not null and after is not null) as changed,
          count(*) filter (where after is null) as unset
        from unnest(c.was, c.after) as v (was, after)
      ) v
      where c.workspace_id = $1 and c.run_id = $2
      """;

  // One branch an index of values, of which only that of the type has some of the field.
  private static final String BASE =
      """
      with fields as materialized (
        select field_id, app_id from linked_run_fields where workspace_id = $1 and run_id = $2
      ), own as (
        select customer_id, field_id, app_id from customer_field_values
        where workspace_id = $1 and field_id = any (array(select field_id from fields))
          and number_value is not null
        union all
        select customer_id, field_id, app_id from customer_field_values
        where workspace_id = $1 and field_id = any (array(select field_id from fields))
          and text_value is not null
        union all
        select customer_id, field_id, app_id from customer_field_values
        where workspace_id = $1 and field_id = any (array(select field_id from fields))
          and boolean_value is not null
        union all
        select customer_id, field_id, app_id from customer_field_values
        where workspace_id = $1 and field_id = any (array(select field_id from fields))
          and long_value is not null
      )
      select count(distinct own.customer_id) as base
      from own join fields f on f.field_id = own.field_id and f.app_id = own.app_id
      """;
  private static final String PORTION =
      """
      select max(customer_id) as last, count(*) as customers from (
        select customer_id from linked_run_changes
        where workspace_id = $1 and run_id = $2 and customer_id > $3 order by customer_id limit $4
      ) portion
      """;
  private static final String STALE =
      """
      select s.domain, f.name from linked_run_changes c
      join tenancy_customers s on s.workspace_id = $1 and s.id = c.customer_id
      cross join lateral unnest(c.positions, c.was) as v (position, was)
      join linked_run_fields f
        on f.workspace_id = $1 and f.run_id = $2 and f.position = v.position
      %s
      where c.workspace_id = $1 and c.run_id = $2 and c.customer_id > $3 and c.customer_id <= $4
        and t.text is distinct from v.was
      order by c.customer_id, f.position limit 1
      """
          .formatted(TODAY);

  // $3: whether the reader sees private fields. A deleted field may have been private.
  private static final String ALL =
      """
      select c.customer_id, s.domain, f.position, f.name, f.type, v.was, v.after
      from linked_run_changes c
      join tenancy_customers s on s.workspace_id = $1 and s.id = c.customer_id
      cross join lateral unnest(c.positions, c.was, c.after) as v (position, was, after)
      join linked_run_fields f
        on f.workspace_id = $1 and f.run_id = $2 and f.position = v.position
      where c.workspace_id = $1 and c.run_id = $2 and ($3::boolean or f.field_id in (
        select id from custom_field_definitions where workspace_id = $1 and not private))
      """;
  private static final String ORDER = " order by c.customer_id, f.position";
  private static final String LIST =
      ALL
          + " and c.customer_id >= $4 and (c.customer_id > $4 or f.position > $5)"
          + ORDER
          + " limit $6";
  private static final String DELETE_SOME =
      """
      delete from linked_run_changes where (workspace_id, run_id, customer_id) in (
        select workspace_id, run_id, customer_id from linked_run_changes
        where workspace_id = $1 and run_id = $2 limit 20000)
      """;

  private ChangeTable() {}

  /** Unsets the fields of the customers that the run removes; returns how many have some. */
  static Future<Integer> unsetRemoved(SqlClient client, LinkedRun run) {
    return client
        .preparedQuery(UNSET_REMOVED)
        .execute(Tuple.of(run.workspaceId(), run.id()))
        .map(rows -> rows.rowCount());
  }

  /** The difference to the values after the run that a rollback names. */
  static Future<Void> restore(SqlClient client, LinkedRun run) {
    return client
        .preparedQuery(RESTORE)
        .execute(Tuple.of(run.workspaceId(), run.id(), run.queryId(), run.targetId()))
        .mapEmpty();
  }

  /**
   * How many there are.
   *
   * @param affected customers that lose a value
   * @param bytes that the differences take in tables, about
   */
  record Counts(long customers, long set, long changed, long unset, long affected, long bytes) {}

  static Future<Counts> count(SqlClient client, LinkedRun run) {
    return client
        .preparedQuery(COUNT)
        .execute(Tuple.of(run.workspaceId(), run.id()))
        .map(rows -> rows.iterator().next())
        .map(
            row ->
                new Counts(
                    row.getLong("customers"),
                    row.getLong("set"),
                    row.getLong("changed"),
                    row.getLong("unset"),
                    row.getLong("affected"),
                    row.getLong("bytes")));
  }

  /** How many customers have a value of a field of the run. */
  static Future<Long> base(SqlClient client, LinkedRun run) {
    return client
        .preparedQuery(BASE)
        .execute(Tuple.of(run.workspaceId(), run.id()))
        .map(rows -> rows.iterator().next().getLong("base"));
  }

  /**
   * A value that is not what a held run shows any more.
   *
   * @param domain of the customer
   */
  public record Stale(String domain, String field) {}

  /**
   * Looks at a portion of the customers of a held run.
   *
   * @param last the last customer, if there is another portion
   */
  public record Portion(Optional<Long> last, Optional<Stale> stale) {}

  /** Compares what a held run shows with today's values, of the customers after {@code after}. */
  public static Future<Portion> check(SqlClient client, LinkedRun run, long after) {
    Tuple values = Tuple.of(run.workspaceId(), run.id(), after);
    return client
        .preparedQuery(PORTION)
        .execute(Tuple.of(run.workspaceId(), run.id(), after, CHECKED_CUSTOMERS))
        .map(rows -> rows.iterator().next())
        .compose(
            row -> {
              Long last = row.getLong("last");
              if (last == null) {
                return Future.succeededFuture(new Portion(Optional.empty(), Optional.empty()));
              }
              boolean isLast = row.getLong("customers") < CHECKED_CUSTOMERS;
              return client
                  .preparedQuery(STALE)
                  .execute(values.addLong(last))
                  .map(
                      rows ->
                          new Portion(
                              isLast ? Optional.empty() : Optional.of(last),
                              Rows.first(
                                  rows,
                                  found ->
                                      new Stale(
                                          found.getString("domain"), found.getString("name")))));
            });
  }

  /**
   * A value that a run changes.
   *
   * @param position of the field
   */
  public record Change(
      long customerId,
      String domain,
      int position,
      String field,
      ValueType type,
      @Nullable String was,
      @Nullable String is) {
    private static Change read(Row row) {
      return new Change(
          row.getLong("customer_id"),
          row.getString("domain"),
          row.getInteger("position"),
          row.getString("name"),
          ValueType.of(row.getString("type")).orElseThrow(),
          row.getString("was"),
          row.getString("after"));
    }

    /** As in the API. */
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("customer", Map.of("id", CustomerId.of(customerId), "myplatformDomain", domain));
      json.put("field", field);
      json.put("was", value(was));
      json.put("is", value(is));
      return json;
    }

    private @Nullable Object value(@Nullable String text) {
      if (text == null) {
        return null;
      }
      return switch (type) {
        case TEXT -> text;
        case BOOLEAN -> Boolean.valueOf(text);
        case NUMBER, JSON -> new RawValue(text);
      };
    }
  }

  /** What a run changes, by customer and field, after a position. */
  public static Future<List<Change>> list(
      SqlClient client, Caller caller, LinkedRun run, long customerId, int position, int limit) {
    return client
        .preparedQuery(LIST)
        .execute(
            Tuple.of(run.workspaceId(), run.id(), caller.seesPrivateFields(), customerId)
                .addInteger(position)
                .addInteger(limit))
        .map(rows -> Rows.list(rows, Change::read));
  }

  /** All of that. */
  public static ExportSource.Rows all(Caller caller, LinkedRun run) {
    return ExportSource.Rows.of(
        ALL + ORDER,
        Tuple.of(run.workspaceId(), run.id(), caller.seesPrivateFields()),
        row -> Change.read(row).json());
  }

  /**
   * Deletes some of the changes of a run.
   *
   * @return whether there may be more
   */
  static Future<Boolean> deleteSome(SqlClient client, RunKey run) {
    return client.preparedQuery(DELETE_SOME).execute(run.tuple()).map(rows -> rows.rowCount() > 0);
  }
}
