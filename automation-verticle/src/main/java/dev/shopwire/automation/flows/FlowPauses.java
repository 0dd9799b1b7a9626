package dev.shopwire.automation.flows;

import dev.shopwire.automation.runs.engine.RunUpdates;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The table of when flows were paused. Methods run on the caller's event loop. */
final class FlowPauses {
  private static final String BEGIN =
      "insert into flow_pauses (workspace_id, flow_id, entries_dropped) values ($1, $2, $3)";
  private static final String END =
      """
      update flow_pauses set resumed_at = clock_timestamp(), overdue = $3
      where workspace_id = $1 and flow_id = $2 and resumed_at is null
      returning paused_at, resumed_at
      """;

  private FlowPauses() {}

  /** What becomes of what was due during a pause. */
  enum Overdue {
    /** It is done now. */
    SEND,
    /** It is left out. */
    SKIP,
    /** All times move by the length of the pause. */
    RESCHEDULE;

    String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param dropsEntries whether who comes meanwhile doesn't enter
   */
  static Future<Void> begin(SqlClient client, FlowKey key, boolean dropsEntries) {
    return client.preparedQuery(BEGIN).execute(key.tuple().addBoolean(dropsEntries)).mapEmpty();
  }

  /**
   * Ends the pause, if there is one, and lets the runs continue once the transaction is committed.
   * Returns false if they may not yet, since the times of some have not been moved.
   */
  static Future<Boolean> end(SqlClient client, FlowKey key, Overdue overdue) {
    return client
        .preparedQuery(END)
        .execute(key.tuple().addString(overdue.id()))
        .compose(
            rows ->
                overdue == Overdue.RESCHEDULE && rows.size() > 0
                    ? reschedule(client, key, rows.iterator().next())
                    : Future.succeededFuture(true))
        .compose(
            isMoved ->
                RunUpdates.release(client, key.workspaceId(), key.flowId())
                    .map(released -> isMoved));
  }

  private static Future<Boolean> reschedule(SqlClient client, FlowKey key, Row pause) {
    Instant from = pause.getOffsetDateTime("paused_at").toInstant();
    Instant until = pause.getOffsetDateTime("resumed_at").toInstant();
    return RunUpdates.reschedule(
        client, key.workspaceId(), key.flowId(), from, Duration.between(from, until));
  }
}
