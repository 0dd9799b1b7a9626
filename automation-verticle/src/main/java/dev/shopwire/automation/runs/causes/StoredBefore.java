package dev.shopwire.automation.runs.causes;

import dev.shopwire.automation.tracking.OpenTransactions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;

/**
 * Waits for the transactions in progress that may store causes, so that what is stored afterwards
 * is decided by the state of flows at the call. Runs on the caller's event loop.
 */
public final class StoredBefore {
  private static final String NOW = "select clock_timestamp() as now";
  private static final long PAUSE_MILLIS = 20;

  /** Some of the time within which a caller gets a response. */
  private static final int MAX_LOOKS = 50;

  private final Vertx vertx;
  private final SqlClient client;
  private final Instant time;
  private final String transactions;

  private StoredBefore(Vertx vertx, SqlClient client, Instant time, String transactions) {
    this.vertx = vertx;
    this.client = client;
    this.time = time;
    this.transactions = transactions;
  }

  /**
   * Completes when all that began before the call are over, usually within 100 ms; after a second
   * it waits no longer.
   */
  public static Future<Void> await(Vertx vertx, SqlClient client) {
    return client
        .query(NOW)
        .execute()
        .map(rows -> rows.iterator().next().getOffsetDateTime("now").toInstant())
        .compose(
            time ->
                OpenTransactions.now(client)
                    .compose(open -> new StoredBefore(vertx, client, time, open).look(MAX_LOOKS)));
  }

  private Future<Void> look(int looks) {
    return looks == 0
        ? Future.succeededFuture()
        : isOver()
            .compose(
                isOver ->
                    isOver ? Future.succeededFuture() : pause().compose(passed -> look(looks - 1)));
  }

  /** Those that store events hold a lock; those of other causes may have begun without one. */
  private Future<Boolean> isOver() {
    return EventGroups.horizon(client)
        .compose(
            horizon ->
                horizon.isBefore(time)
                    ? Future.succeededFuture(false)
                    : OpenTransactions.areOpen(client, transactions).map(isOpen -> !isOpen));
  }

  private Future<Void> pause() {
    Promise<Void> passed = Promise.promise();
    vertx.setTimer(PAUSE_MILLIS, timer -> passed.complete());
    return passed.future();
  }
}
