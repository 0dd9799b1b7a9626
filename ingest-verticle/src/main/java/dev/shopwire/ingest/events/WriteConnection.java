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
 * The connection on which an event loop writes its groups. Opened on demand, and discarded after an
 * error, when it hangs, or after being idle. Not thread-safe; use from one event loop.
 */
final class WriteConnection {
  private final Vertx vertx;
  private final Postgres postgres;
  private final SessionSettings settings;
  private final DatabaseEpoch epoch;
  private final Runnable onOpened;
  private @Nullable Future<? extends SqlConnection> current;
  private long usedNanos;

  /**
   * @param epoch is invalidated when a connection closes
   * @param onOpened runs after a connection is opened and before it is used: the server may be a
   *     different one
   */
  WriteConnection(
      Vertx vertx,
      Postgres postgres,
      SessionSettings settings,
      DatabaseEpoch epoch,
      Runnable onOpened) {
    this.vertx = vertx;
    this.postgres = postgres;
    this.settings = settings;
    this.epoch = epoch;
    this.onOpened = onOpened;
  }

  Future<SqlConnection> get() {
    long now = System.nanoTime();
    if (now - usedNanos > settings.idle().toNanos()) {
      discard();
    }
    usedNanos = now;
    Future<? extends SqlConnection> connected = current;
    if (connected == null) {
      Promise<PgConnection> opened = Promise.promise();
      // The connection outlives the request that opens it.
      SharedWork.runDetached(
          () -> PgConnection.connect(vertx, postgres.options(settings)).onComplete(opened));
      Future<PgConnection> opening = opened.future().onSuccess(made -> onOpened.run());
      current = opening;
      opening.onComplete(
          made -> made.closeHandler(closed -> closed(opening)), error -> forget(opening));
      connected = opening;
    }
    return connected.map(connection -> connection);
  }

  private void closed(Future<? extends SqlConnection> gone) {
    epoch.invalidate();
    forget(gone);
  }

  private void forget(Future<? extends SqlConnection> gone) {
    if (current == gone) {
      current = null;
    }
  }

  /** Closes the connection as soon as possible; the next {@link #get} opens a new one. */
  void discard() {
    Future<? extends SqlConnection> discarded = current;
    current = null;
    if (discarded != null) {
      discarded.onSuccess(SqlConnection::close);
    }
  }
}
