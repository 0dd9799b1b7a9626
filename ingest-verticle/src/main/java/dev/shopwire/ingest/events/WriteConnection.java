package dev.shopwire.ingest.events;

import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.telemetry.SharedWork;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import org.jspecify.annotations.Nullable;

/**
 * The one connection on which an event loop writes its groups; opened when needed, given up after
 * an error, when it hangs, or when it has been idle. For one event loop.
 */
final class WriteConnection {
  private final Vertx vertx;
  private final Postgres postgres;
  private final SessionSettings settings;
  private final DatabaseEpoch epoch;
  private final Runnable beforeFirst;
  private @Nullable Future<? extends SqlConnection> current;
  private long usedNanos;

  /**
   * @param epoch is doubted when a connection ends
   * @param beforeFirst runs when a connection was opened, before it is used: the server may be
   *     another one
   */
  WriteConnection(
      Vertx vertx,
      Postgres postgres,
      SessionSettings settings,
      DatabaseEpoch epoch,
      Runnable beforeFirst) {
    this.vertx = vertx;
    this.postgres = postgres;
    this.settings = settings;
    this.epoch = epoch;
    this.beforeFirst = beforeFirst;
  }

  Future<SqlConnection> get() {
    long now = System.nanoTime();
    if (now - usedNanos > settings.idle().toNanos()) {
      giveUp();
    }
    usedNanos = now;
    Future<? extends SqlConnection> known = current;
    if (known == null) {
      Promise<PgConnection> opened = Promise.promise();
      // It outlives the request that needs it first.
      SharedWork.nobody(
          () -> PgConnection.connect(vertx, postgres.options(settings)).onComplete(opened));
      Future<PgConnection> opening = opened.future().onSuccess(made -> beforeFirst.run());
      current = opening;
      opening.onComplete(
          made -> made.closeHandler(closed -> closed(opening)), error -> forget(opening));
      known = opening;
    }
    return known.map(connection -> connection);
  }

  private void closed(Future<? extends SqlConnection> gone) {
    epoch.doubt();
    forget(gone);
  }

  private void forget(Future<? extends SqlConnection> gone) {
    if (current == gone) {
      current = null;
    }
  }

  /** The next {@link #get} opens a new one; this one is closed whenever that becomes possible. */
  void giveUp() {
    Future<? extends SqlConnection> lost = current;
    current = null;
    if (lost != null) {
      lost.onSuccess(SqlConnection::close);
    }
  }
}
