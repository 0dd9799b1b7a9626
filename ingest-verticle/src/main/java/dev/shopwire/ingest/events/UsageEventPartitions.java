package dev.shopwire.ingest.events;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * The monthly partitions of {@code usage_events}, by time of arrival: made ahead of time, dropped
 * when retention says so. Many processes may ask at once; one works, the others find it done.
 */
public final class UsageEventPartitions {
  private static final String CREATE = "select create_usage_event_partitions($1)";
  private static final String DROP = "select drop_usage_event_partitions($1)";
  private static final int MONTHS_AHEAD = 3;

  private final int retentionMonths;

  /**
   * @param retentionMonths whole months that are kept before the current one; 0 keeps all for ever
   */
  public UsageEventPartitions(int retentionMonths) {
    this.retentionMonths = retentionMonths;
  }

  /** Makes the partitions of this month and the next three, by PostgreSQL's clock. */
  public Future<Void> ensure(SqlClient client) {
    return client.preparedQuery(CREATE).execute(Tuple.of(MONTHS_AHEAD)).mapEmpty();
  }

  /** Makes what is needed and drops what is too old; returns the number of dropped partitions. */
  public Future<Integer> maintain(SqlClient client) {
    return ensure(client)
        .compose(
            done ->
                retentionMonths == 0
                    ? Future.succeededFuture(0)
                    : client
                        .preparedQuery(DROP)
                        .execute(Tuple.of(retentionMonths))
                        .map(rows -> rows.iterator().next().getInteger(0)));
  }
}
