package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.machine.RunKey;
import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The table of who entered which flow. Its primary key decides who enters once, or once with a key:
 * a second entry makes the transaction fail. Methods run on the caller's event loop.
 */
final class Entries {
  private static final String FIND =
      """
      select e.flow_id, e.customer_id, e.key, e.entered_at
      from unnest($2::bigint[], $3::bigint[], $4::text[]) k (flow_id, customer_id, key)
      cross join lateral (
        select * from flow_entries o
        where o.workspace_id = $1 and o.flow_id = k.flow_id and o.customer_id = k.customer_id
          and o.key = k.key
        offset 0
      ) e
      """;

  // The time of the last entry is replaced only by one that this transaction has seen.
  private static final String ADD =
      """
      insert into flow_entries (workspace_id, flow_id, customer_id, key, entered_at, run_id)
      select $1, flow_id, customer_id, key, entered_at, run_id
      from unnest($2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[], $6::bigint[])
        n (flow_id, customer_id, key, entered_at, run_id)
      order by flow_id, customer_id, key
      """;
  private static final String REPLACE =
      """
      insert into flow_entries as e (workspace_id, flow_id, customer_id, key, entered_at, run_id)
      select $1, flow_id, customer_id, key, entered_at, run_id
      from unnest($2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[], $6::bigint[])
        n (flow_id, customer_id, key, entered_at, run_id)
      order by flow_id, customer_id, key
      on conflict (workspace_id, flow_id, customer_id, key) do update
      set entered_at = greatest(e.entered_at, excluded.entered_at), run_id = excluded.run_id
      """;

  private Entries() {}

  /**
   * Identifies an entry.
   *
   * @param key empty for the last one of the customer
   */
  record EntryKey(long flowId, long customerId, String key) {
    static EntryKey last(long flowId, long customerId) {
      return new EntryKey(flowId, customerId, RunKey.LAST_ENTRY);
    }

    /** Of a run with this key. */
    static EntryKey of(long flowId, long customerId, String key) {
      return new EntryKey(flowId, customerId, RunKey.stored(key));
    }
  }

  /**
   * An entry.
   *
   * @param isOnly whether there must be none before
   */
  record Entry(EntryKey key, Instant enteredAt, long runId, boolean isOnly) {}

  /** When those entered that did. */
  static Future<Map<EntryKey, Instant>> find(
      SqlClient client, long workspaceId, Collection<EntryKey> keys) {
    Map<EntryKey, Instant> found = new HashMap<>();
    if (keys.isEmpty()) {
      return Future.succeededFuture(found);
    }
    List<EntryKey> distinct = keys.stream().distinct().toList();
    return client
        .preparedQuery(FIND)
        .execute(keys(workspaceId, distinct))
        .map(
            rows -> {
              rows.forEach(
                  row ->
                      found.put(
                          new EntryKey(
                              row.getLong("flow_id"),
                              row.getLong("customer_id"),
                              row.getString("key")),
                          row.getOffsetDateTime("entered_at").toInstant()));
              return found;
            });
  }

  private static Tuple keys(long workspaceId, List<EntryKey> keys) {
    int size = keys.size();
    return Tuple.of(workspaceId)
        .addArrayOfLong(Columns.of(keys, new Long[size], EntryKey::flowId))
        .addArrayOfLong(Columns.of(keys, new Long[size], EntryKey::customerId))
        .addArrayOfString(Columns.of(keys, new String[size], EntryKey::key));
  }

  /** Fails with a unique violation if one that must be the only one is not. */
  static Future<?> add(SqlClient client, long workspaceId, Collection<Entry> entries) {
    return write(client, workspaceId, ADD, entries.stream().filter(Entry::isOnly).toList())
        .compose(
            added ->
                write(
                    client,
                    workspaceId,
                    REPLACE,
                    entries.stream().filter(entry -> !entry.isOnly()).toList()));
  }

  private static Future<?> write(
      SqlClient client, long workspaceId, String sql, List<Entry> entries) {
    if (entries.isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    int size = entries.size();
    return client
        .preparedQuery(sql)
        .execute(
            keys(workspaceId, entries.stream().map(Entry::key).toList())
                .addArrayOfOffsetDateTime(
                    Columns.of(
                        entries,
                        new OffsetDateTime[size],
                        entry -> FlowRuns.time(entry.enteredAt())))
                .addArrayOfLong(Columns.of(entries, new Long[size], Entry::runId)));
  }
}
