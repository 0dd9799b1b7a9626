package dev.shopwire.ingest.events;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * Creates the monthly partitions of {@code usage_events}, by time of arrival. Many processes may
 * call this at once: one creates the partitions, the others find them. If none is missing, no lock
 * is acquired. Methods run on the caller's event loop.
 */
public final class UsageEventPartitions {
  private static final String CREATE = "select create_usage_event_partitions($1)";
  private static final int MONTHS_AHEAD = 3;

  private UsageEventPartitions() {}

  /** Creates this month's partition by PostgreSQL's clock; without it no event can be stored. */
  public static Future<Void> ensureCurrent(SqlClient client) {
    return create(client, 0);
  }

  /** Creates the partitions of this month and the next three. */
  public static Future<Void> ensure(SqlClient client) {
    return create(client, MONTHS_AHEAD);
  }

  private static Future<Void> create(SqlClient client, int monthsAhead) {
    return client.preparedQuery(CREATE).execute(Tuple.of(monthsAhead)).mapEmpty();
  }
}
