package dev.shopwire.webhook.fanout;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Accesses the table of groups of usage events that are not yet expanded into messages. Methods run
 * on the caller's event loop.
 */
public final class FanOutTable {
  /** Events of one workspace per step. */
  private static final int WORKSPACE_EVENTS = 250;

  private static final int WORKSPACE_ROWS = 1_000;

  private static final int EVENTS = 500;
  private static final int ROWS = 2_000;
  private static final int BACKLOG = 1_000;

  private static final String STEP =
      """
      select events, due, last_workspace, more or busy as again, oldest_millis, quarantined, fault
      from webhook_fan_out($1, $2, $3, $4, $5, $6, $7)
      """;
  private static final String BACKLOG_OF_WORKSPACES =
      "select workspace_id, since from webhook_fan_out_backlog($1, $2)";
  private static final String COUNT_QUARANTINED =
      "select count(*) as events from webhook_fan_outs where retry_at is not null";
  private static final String DROP_EXPIRED =
      """
      delete from webhook_fan_outs
      where retry_at is not null and stored_at < now() - make_interval(days => $1)
      """;
  // The minute is for transactions that started earlier and are still in progress.
  private static final String DELETE_PAST_SUBSCRIPTIONS =
      """
      delete from webhook_past_subscriptions
      where until < least(now() - interval '1 hour', (
          select min(stored_at) from webhook_fan_outs where retry_at is null
        ) - interval '1 minute', (
          select min(stored_at) from webhook_fan_outs where retry_at is not null
        ) - interval '1 minute')
      """;

  private final SqlClient client;

  FanOutTable(SqlClient client) {
    this.client = client;
  }

  /**
   * The result of a step.
   *
   * @param due the number of deliveries written
   * @param again whether more groups remain, or another worker was expanding some of them
   * @param oldestMillis the age of the oldest group seen; null if none was
   * @param quarantined the number of events that could not be expanded
   * @param error the error of the last of them
   */
  record Step(
      int due,
      @Nullable Long lastWorkspace,
      boolean again,
      @Nullable Long oldestMillis,
      int quarantined,
      @Nullable String error) {
    private static Step read(Row row) {
      return new Step(
          row.getInteger("due"),
          row.getLong("last_workspace"),
          row.getBoolean("again"),
          row.getLong("oldest_millis"),
          row.getInteger("quarantined"),
          row.getString("fault"));
    }
  }

  /**
   * Expands groups of some workspaces in its own transaction.
   *
   * @param behind workspaces that may have groups older than some seconds, with the oldest's time
   * @param after the workspace after which to start
   */
  Future<Step> step(Map<Long, OffsetDateTime> behind, long after) {
    return client
        .preparedQuery(STEP)
        .execute(
            Tuple.tuple()
                .addArrayOfLong(behind.keySet().toArray(Long[]::new))
                .addArrayOfOffsetDateTime(behind.values().toArray(OffsetDateTime[]::new))
                .addLong(after)
                .addInteger(WORKSPACE_EVENTS)
                .addInteger(EVENTS)
                .addInteger(WORKSPACE_ROWS)
                .addInteger(ROWS))
        .map(rows -> Step.read(rows.iterator().next()));
  }

  /** The workspaces after {@code after} that have groups, with the time of the oldest. */
  Future<Map<Long, OffsetDateTime>> backlog(long after) {
    return client
        .preparedQuery(BACKLOG_OF_WORKSPACES)
        .execute(Tuple.of(after, BACKLOG))
        .map(
            rows -> {
              Map<Long, OffsetDateTime> behind = new LinkedHashMap<>();
              for (Row row : rows) {
                behind.put(
                    row.getLong("workspace_id"),
                    row.getOffsetDateTime("since").withOffsetSameInstant(ZoneOffset.UTC));
              }
              return behind;
            });
  }

  /** Whether {@link #backlog} may have omitted workspaces. */
  static boolean isFull(Map<Long, OffsetDateTime> behind) {
    return behind.size() == BACKLOG;
  }

  /** The number of events that could not be expanded and wait for a retry. */
  Future<Long> countQuarantined() {
    return client
        .preparedQuery(COUNT_QUARANTINED)
        .execute()
        .map(rows -> rows.iterator().next().getLong("events"));
  }

  /**
   * Deletes quarantined events that could not be expanded for {@code days}.
   *
   * @return the number of events deleted
   */
  public static Future<Integer> dropExpired(SqlClient client, int days) {
    return client.preparedQuery(DROP_EXPIRED).execute(Tuple.of(days)).map(rows -> rows.rowCount());
  }

  /** Deletes ended subscriptions that no event can need any more. */
  public static Future<Void> deletePastSubscriptions(SqlClient client) {
    return client.preparedQuery(DELETE_PAST_SUBSCRIPTIONS).execute().mapEmpty();
  }
}
