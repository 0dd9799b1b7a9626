package dev.shopwire.analytics.query;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import java.util.function.Function;

/** Serves the console's reads on the bus; the path names the app. */
public final class ConsoleReads {
  private final Vertx vertx;
  private final SqlClient pool;
  private final Reads reads;
  private final CursorSigner signer;

  public ConsoleReads(Vertx vertx, SqlClient pool, Reads reads, CursorSigner signer) {
    this.vertx = vertx;
    this.pool = pool;
    this.reads = reads;
    this.signer = signer;
  }

  public Future<Void> serve(Contract<AdminQuery, JsonResponse> contract, ReadHandler read) {
    return serveRequests(
        contract,
        request ->
            appScope(request.id())
                .compose(app -> read.handle(app, new Query(request.parameters(), signer))));
  }

  /** Serves requests that are not queries; they too fail with 503 while PostgreSQL hangs. */
  public <Q, R> Future<Void> serveRequests(
      Contract<Q, R> contract, Function<Q, Future<R>> handler) {
    return contract.serve(vertx, request -> reads.withHealthChecks(handler.apply(request)));
  }

  /** Looks up the app that the console names; fails with 404 if there is none. */
  public Future<AppScope> appScope(long appId) {
    return AppLookup.find(pool, appId);
  }
}
