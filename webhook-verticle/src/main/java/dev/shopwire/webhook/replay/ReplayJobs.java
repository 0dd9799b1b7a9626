package dev.shopwire.webhook.replay;

import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.Iterator;

/**
 * Advances replays in small steps, so that they never fill an endpoint's queue; their whole state
 * is in their rows ({@link Replays}). Not thread-safe; use from one event loop.
 */
public final class ReplayJobs {
  /** A replay with fewer due deliveries than this makes more due. */
  static final int LOW = 200;

  private static final int STEP = ReplaySelections.PART;

  private ReplayJobs() {}

  /**
   * Makes the next deliveries of every running replay of these endpoints due, and finishes replays
   * that have no more. The worker that delivers for them calls it often; concurrent calls are safe.
   *
   * @return the number of deliveries made due
   */
  public static Future<Integer> step(Pool pool, Collection<Long> endpointIds) {
    return Replays.running(pool, endpointIds).compose(running -> next(pool, running.iterator(), 0));
  }

  private static Future<Integer> next(Pool pool, Iterator<Replays.Ref> running, int madeDue) {
    if (!running.hasNext()) {
      return Future.succeededFuture(madeDue);
    }
    Replays.Ref replay = running.next();
    return Transactions.run(pool, connection -> step(connection, replay))
        .compose(more -> next(pool, running, madeDue + more));
  }

  private static Future<Integer> step(SqlConnection connection, Replays.Ref replay) {
    return Replays.claim(connection, replay, LOW)
        .compose(
            claimed ->
                claimed
                    .map(progress -> step(connection, replay, progress))
                    .orElseGet(() -> Future.succeededFuture(0)));
  }

  private static Future<Integer> step(
      SqlConnection connection, Replays.Ref replay, Replays.Progress progress) {
    if (progress.allDue()) {
      return progress.due() > 0
          ? Future.succeededFuture(0)
          : Replays.finish(connection, replay).map(0);
    }
    if (progress.due() >= LOW) {
      return Future.succeededFuture(0);
    }
    return progress.isSelected()
        ? ReplaySelections.makeDue(connection, replay, progress.endpointId())
        : Replays.makeDue(connection, replay, progress.endpointId(), STEP);
  }
}
