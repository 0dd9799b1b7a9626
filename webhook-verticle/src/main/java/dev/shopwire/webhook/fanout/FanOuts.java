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
 * The table of groups of usage events that are still to be expanded into messages. Methods run on
 * the caller's event loop.
 */
public final class FanOuts {
  /** Of one workspace in a step. */
  private static final int WORKSPACE_EVENTS = 250;

  private static final int WORKSPACE_ROWS = 1_000;

  private static final int EVENTS = 500;
  private static final int ROWS = 2_000;
  private static final int BACKLOG = 1_000;

  private static final String STEP =
      """
      select events, due, last_workspace, more or busy as again, oldest_millis, set_aside, fault
      from webhook_fan_out($1, $2, $3, $4, $5, $6, $7)
      """;
  private static final String BACKLOG_OF_WORKSPACES =
      "select workspace_id, since from webhook_fan_out_backlog($1, $2)";
  private static final String COUNT_SET_ASIDE =
      "select count(*) as events from webhook_fan_outs where retry_at is not null";
  private static final String GIVE_UP =
      """
      delete from webhook_fan_outs
      where retry_at is not null and stored_at < now() - make_interval(days => $1)
      """;
  // A minute for transactions that began before and are still under way.
  private static final String FORGET =
      """
      delete from webhook_past_subscriptions
      where until < least(now() - interval '1 hour', (
          select min(stored_at) from webhook_fan_outs where retry_at is null
        ) - interval '1 minute', (
          select min(stored_at) from webhook_fan_outs where retry_at is not null
        ) - interval '1 minute')
      """;

  private final SqlClient client;

  FanOuts(SqlClient client) {
    this.client = client;
  }

  /**
   * What a step did.
   *
   * @param due deliveries that it wrote
   * @param again whether there is more, or another worker was expanding some of it
   * @param oldestMillis the age of the oldest group that it saw; null if it saw none
   * @param setAside events that could not be expanded
   * @param fault the last one's error
   */
  record Step(
      int due,
      @Nullable Integer lastWorkspace,
      boolean again,
      @Nullable Long oldestMillis,
      int setAside,
      @Nullable String fault) {
    private static Step read(Row row) {
      return new Step(
          row.getInteger("due"),
          row.getInteger("last_workspace"),
          row.getBoolean("again"),
          row.getLong("oldest_millis"),
          row.getInteger("set_aside"),
          row.getString("fault"));
    }
  }

  /**
   * Expands groups of some workspaces, in a transaction of its own.
   *
   * @param behind workspaces that may have groups older than some seconds, with the oldest's time
   * @param after the workspace after which to begin
   */
  Future<Step> step(Map<Integer, OffsetDateTime> behind, int after) {
    return client
        .preparedQuery(STEP)
        .execute(
            Tuple.tuple()
                .addArrayOfInteger(behind.keySet().toArray(Integer[]::new))
                .addArrayOfOffsetDateTime(behind.values().toArray(OffsetDateTime[]::new))
                .addInteger(after)
                .addInteger(WORKSPACE_EVENTS)
                .addInteger(EVENTS)
                .addInteger(WORKSPACE_ROWS)
                .addInteger(ROWS))
        .map(rows -> Step.read(rows.iterator().next()));
  }

  /** The workspaces that have groups after the workspace {@code after}, with the oldest's time. */
  Future<Map<Integer, OffsetDateTime>> backlog(int after) {
    return client
        .preparedQuery(BACKLOG_OF_WORKSPACES)
        .execute(Tuple.of(after, BACKLOG))
        .map(
            rows -> {
              Map<Integer, OffsetDateTime> behind = new LinkedHashMap<>();
              for (Row row : rows) {
                behind.put(
                    row.getInteger("workspace_id"),
                    row.getOffsetDateTime("since").withOffsetSameInstant(ZoneOffset.UTC));
              }
              return behind;
            });
  }

  /** Whether {@link #backlog} may have left workspaces out. */
  static boolean isFull(Map<Integer, OffsetDateTime> behind) {
    return behind.size() == BACKLOG;
  }

  /** How many events could not be expanded and wait to be tried again. */
  Future<Long> countSetAside() {
    return client
        .preparedQuery(COUNT_SET_ASIDE)
        .execute()
        .map(rows -> rows.iterator().next().getLong("events"));
  }

  /**
   * Deletes events that could not be expanded for {@code days}.
   *
   * @return how many
   */
  public static Future<Integer> giveUp(SqlClient client, int days) {
    return client.preparedQuery(GIVE_UP).execute(Tuple.of(days)).map(rows -> rows.rowCount());
  }

  /** Deletes subscriptions that ended and that no event can need any more. */
  public static Future<Void> forgetPastSubscriptions(SqlClient client) {
    return client.preparedQuery(FORGET).execute().mapEmpty();
  }
}
