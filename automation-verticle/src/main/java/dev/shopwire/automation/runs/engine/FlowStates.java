package dev.shopwire.automation.runs.engine;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what flows allow their runs at a moment. Methods run on the caller's event loop. */
final class FlowStates {
  // A change of a flow's status waits for the transactions that have read it.
  private static final String LOCK =
      """
      select id, name, status, ends_runs, archived_at from flows
      where workspace_id = $1 and id in (
        select unnest($2::bigint[])
        union
        select r.flow_id from unnest($3::bigint[]) k (id) cross join lateral (
          select flow_id from flow_runs
          where workspace_id = $1 and customer_id = k.id and status <> 'ended' offset 0) r)
      order by id for share
      """;
  private static final String PAUSES =
      """
      select flow_id, paused_at, resumed_at, entries_dropped, overdue from flow_pauses
      where workspace_id = $1 and flow_id = any($2)
        and (resumed_at is null or overdue = 'skip' or entries_dropped)
      """;

  private FlowStates() {}

  /**
   * A pause.
   *
   * @param until null if it is not over
   */
  record Pause(Instant from, @Nullable Instant until, boolean dropsEntries, boolean isSkipped) {
    boolean includes(Instant at) {
      return !at.isBefore(from) && (until == null || at.isBefore(until));
    }
  }

  /**
   * The state of a flow.
   *
   * @param status of the API
   * @param endsRunsAt when it was archived, if that ends its runs
   */
  record State(String name, String status, @Nullable Instant endsRunsAt, List<Pause> pauses) {
    boolean isPaused() {
      return status.equals("paused");
    }

    /** Why a cause can't start a run; null if it can. */
    @Nullable String refusal(Instant at) {
      if (pauses.stream().anyMatch(pause -> pause.dropsEntries() && pause.includes(at))) {
        return "flow_paused";
      }
      return status.equals("published") || status.equals("paused") ? null : "flow_not_published";
    }

    /** Whether a step of this time is left out. */
    boolean isSkipped(Instant at) {
      return pauses.stream().anyMatch(pause -> pause.isSkipped() && pause.includes(at));
    }
  }

  /**
   * The states of flows, which stay as they are until the end of the transaction.
   *
   * @param flows besides those that the customers have open runs of
   */
  static Future<Map<Long, State>> lock(
      SqlClient client, long workspaceId, Collection<Long> flows, Collection<Long> customers) {
    return client
        .preparedQuery(LOCK)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(flows.stream().distinct().toArray(Long[]::new))
                .addArrayOfLong(customers.toArray(Long[]::new)))
        .compose(
            locked ->
                client
                    .preparedQuery(PAUSES)
                    .execute(
                        Tuple.of(workspaceId)
                            .addArrayOfLong(
                                Rows.list(locked, row -> row.getLong("id")).toArray(Long[]::new)))
                    .map(
                        rows -> {
                          Map<Long, List<Pause>> pauses = new HashMap<>();
                          rows.forEach(
                              row ->
                                  pauses
                                      .computeIfAbsent(
                                          row.getLong("flow_id"), flow -> new ArrayList<>())
                                      .add(pause(row)));
                          Map<Long, State> states = new HashMap<>();
                          locked.forEach(
                              row -> {
                                long id = row.getLong("id");
                                states.put(id, state(row, pauses.getOrDefault(id, List.of())));
                              });
                          return states;
                        }));
  }

  private static Pause pause(Row row) {
    var resumed = row.getOffsetDateTime("resumed_at");
    return new Pause(
        row.getOffsetDateTime("paused_at").toInstant(),
        resumed == null ? null : resumed.toInstant(),
        row.getBoolean("entries_dropped"),
        "skip".equals(row.getString("overdue")));
  }

  private static State state(Row row, List<Pause> pauses) {
    boolean endsRuns = Boolean.TRUE.equals(row.getBoolean("ends_runs"));
    return new State(
        row.getString("name"),
        row.getString("status"),
        endsRuns ? row.getOffsetDateTime("archived_at").toInstant() : null,
        pauses);
  }
}
