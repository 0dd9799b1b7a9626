package dev.shopwire.ingest.events;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/**
 * Makes the monthly partitions of {@code usage_events}, by time of arrival. Many processes may ask
 * at once; one works, the others find it done. Where nothing is missing no lock is taken. Methods
 * run on the caller's event loop.
 */
public final class UsageEventPartitions {
  private static final String CREATE = "select create_usage_event_partitions($1)";
  private static final int MONTHS_AHEAD = 3;

  private UsageEventPartitions() {}

  /** Makes this month's, by PostgreSQL's clock: without it no event can be stored. */
  public static Future<Void> ensureCurrent(SqlClient client) {
    return create(client, 0);
  }

  /** Makes those of this month and the next three. */
  public static Future<Void> ensure(SqlClient client) {
    return create(client, MONTHS_AHEAD);
  }

  private static Future<Void> create(SqlClient client, int monthsAhead) {
    return client.preparedQuery(CREATE).execute(Tuple.of(monthsAhead)).mapEmpty();
  }
}
