package dev.shopwire.analytics.query;

import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.exports.ExportSource.Rows;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;

/**
 * Opens the lists of apps for export, each on the connection of its export, so that exports take no
 * connection from other reads. Not thread-safe; use from one event loop.
 */
public final class ExportReads {
  /** For opening an export: less than its caller waits. */
  static final Duration TIME = Duration.ofSeconds(50);

  private static final String WORK_MEM = "64MB";

  private final Vertx vertx;
  private final SharedReadState shared;

  public ExportReads(Vertx vertx, SharedReadState shared) {
    this.vertx = vertx;
    this.shared = shared;
  }

  public ExportSource source(ListExport list) {
    return (request, connection) -> open(list, request, connection);
  }

  private Future<Rows> open(ListExport list, OpenRequest request, SqlConnection connection) {
    long appId = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("app"));
    ReadBudget budget = shared.exportBudget();
    Snapshot snapshot = new Snapshot(vertx, connection, budget, TIME.toMillis());
    return ReadConnections.prepare(
            connection,
            TIME.toMillis(),
            SessionSettings.EXPORTS.idleInTransactionTimeout().toMillis(),
            WORK_MEM)
        .compose(prepared -> AppLookup.find(connection, appId))
        .compose(app -> list.rows(app, new Query(request.parameters()), snapshot))
        .compose(rows -> snapshot.allowTime(TIME.toMillis()).map(rows))
        .recover(
            error ->
                Future.failedFuture(PostgresFailures.isTimeout(error) ? budget.tooLong() : error));
  }
}
