package dev.shopwire.automation.runs.causes;

import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The table of causes that customers' runs were not given yet. Methods run on the caller's event
 * loop.
 */
public final class Causes {
  // Who listens and has no run yet may get one by a cause that is still waiting.
  private static final String ADD =
      """
      insert into flow_causes
        (workspace_id, customer_id, at, occurred_at, event_key, app_id, flows, versions, listeners)
      select $1, c.customer_id, c.at, c.occurred_at, c.event_key, c.app_id,
        string_to_array(c.flows, ',')::bigint[], string_to_array(c.versions, ',')::int[],
        string_to_array(c.listeners, ',')::bigint[]
      from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::uuid[], $6::bigint[],
        $7::text[], $8::text[], $9::text[], $10::boolean[])
        as c (customer_id, at, occurred_at, event_key, app_id, flows, versions, listeners, begins)
      where c.begins
        or exists (
          select from flow_runs r
          where r.workspace_id = $1 and r.customer_id = c.customer_id and r.status <> 'ended'
            and r.flow_id = any(string_to_array(c.listeners, ',')::bigint[]) offset 0)
        or exists (
          select from flow_causes q
          where q.workspace_id = $1 and q.customer_id = c.customer_id offset 0)
      order by c.customer_id, c.at, c.occurred_at, c.event_key, c.app_id
      on conflict do nothing
      """;

  // The event is gone if retention has dropped it. What is too much for memory is left for later.
  private static final String OF_CUSTOMERS =
      """
      select customer_id, at, occurred_at, event_key, app_id, type, chain, flows, versions, listeners,
        event_name, event_id, case when fits then properties::text end as properties,
        case when fits then detail::text end as detail, fits
      from (
        select q.*, e.*, number = 1 or number < $4 and sum(
            coalesce(pg_column_size(e.properties), 0) + coalesce(pg_column_size(q.detail), 0))
          over (order by q.number, q.customer_id) < $5 as fits
        from unnest($2::bigint[]) k (id)
        cross join lateral (
          select o.*, row_number() over (order by at, occurred_at, event_key, app_id) as number
          from flow_causes o where o.workspace_id = $1 and o.customer_id = k.id and o.at < $3
          order by at, occurred_at, event_key, app_id limit $4
        ) q
        left join lateral (
          select event_name, coalesce(event_id, event_key::text) as event_id, properties
          from stored_usage_events u
          where q.type = 'usage_event' and u.app_id = q.app_id and u.customer_id = q.customer_id
            and u.occurred_at = q.occurred_at and u.event_key = q.event_key
            and u.received_at = q.at
          offset 0
        ) e on true
      ) sized
      order by at, occurred_at, event_key, app_id
      """;
  private static final String ADD_SCHEDULED =
      """
      insert into flow_causes (workspace_id, customer_id, at, occurred_at, event_key, app_id, type,
        flows, versions, listeners)
      select $1, c.id, $4::timestamptz, $4::timestamptz, gen_random_uuid(), 0, 'schedule',
        array[$2::bigint], array[$3::int], '{}'
      from unnest($5::bigint[]) c (id)
      """;
  private static final String DELETE =
      """
      delete from flow_causes q
      using unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::uuid[], $6::bigint[])
        k (customer_id, at, occurred_at, event_key, app_id)
      where q.workspace_id = $1 and q.customer_id = k.customer_id and q.at = k.at
        and q.occurred_at = k.occurred_at and q.event_key = k.event_key and q.app_id = k.app_id
      """;

  /** Of one customer at once. */
  private static final long MAX_EACH = 50;

  /** Of the properties of all customers at once, as they are stored. */
  private static final long MAX_BYTES = 4 << 20;

  private Causes() {}

  /**
   * A cause of a customer.
   *
   * @param starts the flows that it may start
   * @param listeners the flows whose runs it may move on
   * @param fits whether it was read; else it must wait for the next time
   * @param type of the triggers that it is for
   * @param chain how many runs led to it, one by the effect of another
   * @param detail JSON text, which {@link CauseMatch} reads; null for a usage event
   * @param event null if it is no longer stored, or the cause is of another type
   */
  public record Cause(
      long customerId,
      CauseKey key,
      String type,
      int chain,
      @Nullable String detail,
      List<VersionKey> starts,
      List<Long> listeners,
      boolean fits,
      @Nullable StoredEvent event) {
    public Cause {
      starts = List.copyOf(starts);
      listeners = List.copyOf(listeners);
    }

    /** Whether what happened can be shown: an event that retention has dropped can not. */
    public boolean isKnown() {
      return event != null || !type.equals(CauseMatch.USAGE_EVENT);
    }

    private static Cause read(Row row) {
      String name = row.getString("event_name");
      Long[] flows = row.getArrayOfLongs("flows");
      Integer[] versions = row.getArrayOfIntegers("versions");
      List<VersionKey> starts = new ArrayList<>();
      for (int i = 0; i < flows.length; i++) {
        starts.add(new VersionKey(flows[i], versions[i]));
      }
      return new Cause(
          row.getLong("customer_id"),
          new CauseKey(
              row.getOffsetDateTime("at").toInstant(),
              row.getOffsetDateTime("occurred_at").toInstant(),
              row.getUUID("event_key"),
              row.getLong("app_id")),
          row.getString("type"),
          row.getInteger("chain"),
          row.getString("detail"),
          starts,
          List.of(row.getArrayOfLongs("listeners")),
          row.getBoolean("fits"),
          name == null
              ? null
              : new StoredEvent(name, row.getString("event_id"), row.getString("properties")));
    }
  }

  /**
   * What an event says.
   *
   * @param properties JSON text
   */
  public record StoredEvent(String name, String eventId, @Nullable String properties) {}

  /** Adds those that start a flow, or whose customer has a run that listens, or is to have one. */
  static Future<Integer> add(
      SqlClient client, long workspaceId, List<NewCause> causes, Collection<Long> starting) {
    int size = causes.size();
    return client
        .preparedQuery(ADD)
        .execute(
            keys(Tuple.of(workspaceId), causes, NewCause::customerId, NewCause::key)
                .addArrayOfString(
                    texts(causes, cause -> joined(cause.starts(), VersionKey::flowId)))
                .addArrayOfString(
                    texts(causes, cause -> joined(cause.starts(), VersionKey::version)))
                .addArrayOfString(texts(causes, cause -> joined(cause.listeners(), flow -> flow)))
                .addArrayOfBoolean(
                    Columns.of(
                        causes, new Boolean[size], cause -> starting.contains(cause.customerId()))))
        .map(rows -> rows.rowCount());
  }

  /** Adds a cause of each customer at a time of a flow's schedule. */
  static Future<Void> addScheduled(
      SqlClient client,
      long workspaceId,
      VersionKey version,
      Instant at,
      Collection<Long> customers) {
    return customers.isEmpty()
        ? Future.succeededFuture()
        : client
            .preparedQuery(ADD_SCHEDULED)
            .execute(
                Tuple.of(workspaceId, version.flowId(), version.version(), EventGroups.time(at))
                    .addArrayOfLong(customers.toArray(Long[]::new)))
            .mapEmpty();
  }

  private static String[] texts(List<NewCause> causes, Function<NewCause, @Nullable String> text) {
    return Columns.of(causes, new String[causes.size()], text);
  }

  private static <T> String joined(List<T> values, Function<T, Object> value) {
    return String.join(",", values.stream().map(value).map(String::valueOf).toList());
  }

  /**
   * The first causes of customers, of those before {@code before}, in their order.
   *
   * <p>Of each customer at least the first one {@link Cause#fits}.
   */
  public static Future<List<Cause>> of(
      SqlClient client, long workspaceId, Collection<Long> customers, Instant before) {
    return client
        .preparedQuery(OF_CUSTOMERS)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(customers.toArray(Long[]::new))
                .addOffsetDateTime(EventGroups.time(before))
                .addLong(MAX_EACH)
                .addLong(MAX_BYTES))
        .map(rows -> Rows.list(rows, Cause::read));
  }

  public static Future<Void> delete(SqlClient client, long workspaceId, List<Cause> causes) {
    return client
        .preparedQuery(DELETE)
        .execute(keys(Tuple.of(workspaceId), causes, Cause::customerId, Cause::key))
        .mapEmpty();
  }

  /** Adds the columns of the primary key, from the customer on. */
  static <T> Tuple keys(
      Tuple parameters,
      List<T> rows,
      Function<T, @Nullable Long> customer,
      Function<T, CauseKey> key) {
    int size = rows.size();
    return parameters
        .addArrayOfLong(Columns.of(rows, new Long[size], customer))
        .addArrayOfOffsetDateTime(
            Columns.of(
                rows, new OffsetDateTime[size], row -> EventGroups.time(key.apply(row).at())))
        .addArrayOfOffsetDateTime(
            Columns.of(
                rows,
                new OffsetDateTime[size],
                row -> EventGroups.time(key.apply(row).occurredAt())))
        .addArrayOfUUID(Columns.of(rows, new UUID[size], row -> key.apply(row).eventKey()))
        .addArrayOfLong(Columns.of(rows, new Long[size], row -> key.apply(row).appId()));
  }
}
