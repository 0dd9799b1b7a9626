package dev.shopwire.analytics.query;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AppQuery;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Function;

/**
 * Serves the reads of apps' backends on the bus, each within the app of its API key. Not
 * thread-safe; use from one event loop.
 */
public final class PublicReads {
  private final Vertx vertx;
  private final Reads reads;
  private final CursorSigner signer;

  public PublicReads(Vertx vertx, Reads reads, CursorSigner signer) {
    this.vertx = vertx;
    this.reads = reads;
    this.signer = signer;
  }

  public Future<Void> serve(Contract<AppQuery, JsonResponse> contract, ReadHandler read) {
    return serve(contract, id -> read);
  }

  /**
   * @param read gives the handler for the id in the path
   */
  public Future<Void> serve(
      Contract<AppQuery, JsonResponse> contract, Function<String, ReadHandler> read) {
    return contract.serve(
        vertx,
        request ->
            reads.withHealthChecks(
                read.apply(request.id())
                    .handle(
                        new AppScope(request.workspaceId(), request.appId()),
                        new Query(request.parameters(), signer))));
  }
}
