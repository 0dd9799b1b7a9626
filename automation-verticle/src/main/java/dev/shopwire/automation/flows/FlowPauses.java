package dev.shopwire.automation.flows;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Locale;

/** The table of when flows were paused. Methods run on the caller's event loop. */
final class FlowPauses {
  private static final String BEGIN =
      "insert into flow_pauses (workspace_id, flow_id, entries_dropped) values ($1, $2, $3)";
  private static final String END =
      """
      update flow_pauses set resumed_at = clock_timestamp(), overdue = $3
      where workspace_id = $1 and flow_id = $2 and resumed_at is null
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

  /** Ends the pause, if there is one. */
  static Future<Void> end(SqlClient client, FlowKey key, Overdue overdue) {
    return client.preparedQuery(END).execute(key.tuple().addString(overdue.id())).mapEmpty();
  }
}
