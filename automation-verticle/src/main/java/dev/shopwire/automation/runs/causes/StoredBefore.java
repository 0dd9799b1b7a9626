package dev.shopwire.automation.runs.causes;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;

/**
 * Waits for the transactions in progress that store events, so that what is stored afterwards is
 * decided by the state of flows at the call. Runs on the caller's event loop.
 */
public final class StoredBefore {
  private static final String NOW = "select clock_timestamp() as now";
  private static final long PAUSE_MILLIS = 20;

  /** Some of the time within which a caller gets a response. */
  private static final int MAX_LOOKS = 50;

  private StoredBefore() {}

  /**
   * Completes when all that began before the call are over, usually within 100 ms; after a second
   * it waits no longer.
   */
  public static Future<Void> await(Vertx vertx, SqlClient client) {
    return client
        .query(NOW)
        .execute()
        .map(rows -> rows.iterator().next().getOffsetDateTime("now").toInstant())
        .compose(now -> look(vertx, client, now, MAX_LOOKS));
  }

  private static Future<Void> look(Vertx vertx, SqlClient client, Instant until, int looks) {
    return EventGroups.horizon(client)
        .compose(
            horizon ->
                looks == 0 || !horizon.isBefore(until)
                    ? Future.succeededFuture()
                    : pause(vertx).compose(passed -> look(vertx, client, until, looks - 1)));
  }

  private static Future<Void> pause(Vertx vertx) {
    Promise<Void> passed = Promise.promise();
    vertx.setTimer(PAUSE_MILLIS, timer -> passed.complete());
    return passed.future();
  }
}
