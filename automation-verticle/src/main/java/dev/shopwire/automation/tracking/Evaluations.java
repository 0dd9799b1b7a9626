package dev.shopwire.automation.tracking;

import dev.shopwire.automation.tracking.Members.Evaluated;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;

/**
 * Evaluates segments in a transaction, each within a time limit. Runs on the caller's event loop.
 */
record Evaluations(SqlConnection connection, Moment moment) {
  private static final String ISOLATE = "set transaction isolation level repeatable read";
  // Plans that were made while tables were small must not scan them once they have grown.
  private static final String KEPT_PLANS =
      "set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off";
  private static final String DEFAULT_PLANS =
      "set local plan_cache_mode = auto; set local enable_seqscan = on";
  private static final String SET_LIMIT = "select set_config('statement_timeout', $1, true)";

  /** Must precede all statements of the transaction, which then sees one moment. */
  static void isolate(SqlConnection connection) {
    connection.query(ISOLATE).execute();
  }

  /** Sets how long each of the transaction's statements may take from now on. */
  static void limit(SqlConnection connection, Duration time) {
    connection.preparedQuery(SET_LIMIT).execute(Tuple.of(Long.toString(time.toMillis())));
  }

  /** Plans that were made while tables were small must not scan them once they have grown. */
  static void avoidScans(SqlConnection connection) {
    connection.query("set local enable_seqscan = off").execute();
  }

  /**
   * As {@link Members#evaluate}, with a plan that is kept whatever the values are: planning takes
   * longer than evaluating a few customers, who are looked up by key in any case.
   */
  Future<Evaluated> evaluate(Tracked segment, Defined defined, List<Look> given, int limit) {
    connection.query(KEPT_PLANS).execute();
    Future<Evaluated> evaluated =
        Members.evaluate(
            connection,
            SegmentScope.of(segment.key().workspaceId(), defined, moment.now(), moment.apps()),
            given,
            segment.timeCheckedAt(),
            limit,
            moment.hasSubscribers());
    connection.query(DEFAULT_PLANS).execute();
    return evaluated;
  }
}
