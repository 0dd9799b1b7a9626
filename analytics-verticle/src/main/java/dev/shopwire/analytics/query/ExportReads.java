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
import java.util.function.BiFunction;
import java.util.function.Function;

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
    return (request, connection) -> {
      long appId = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("app"));
      return open(
          connection,
          snapshot ->
              AppLookup.find(connection, appId)
                  .compose(app -> list.rows(app, new Query(request.parameters()), snapshot)));
    };
  }

  /** A list that does not belong to one app. */
  public ExportSource source(BiFunction<OpenRequest, Snapshot, Future<Rows>> list) {
    return (request, connection) -> open(connection, snapshot -> list.apply(request, snapshot));
  }

  private Future<Rows> open(SqlConnection connection, Function<Snapshot, Future<Rows>> list) {
    ReadBudget budget = shared.exportBudget();
    Snapshot snapshot = new Snapshot(vertx, connection, budget, shared.cache(), TIME.toMillis());
    return ReadConnections.prepare(
            connection,
            TIME.toMillis(),
            SessionSettings.EXPORTS.idleInTransactionTimeout().toMillis(),
            WORK_MEM)
        .compose(prepared -> list.apply(snapshot))
        .compose(rows -> snapshot.allowTime(TIME.toMillis()).map(rows))
        .recover(
            error ->
                Future.failedFuture(PostgresFailures.isTimeout(error) ? budget.tooLong() : error));
  }
}
