package dev.shopwire.analytics.query;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.contracts.AppQuery;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSeal;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Function;

/** Serves the reads of apps' backends, each within the app of its key. For one event loop. */
public final class PublicReads {
  private final Vertx vertx;
  private final Reads reads;
  private final CursorSeal seal;

  public PublicReads(Vertx vertx, Reads reads, CursorSeal seal) {
    this.vertx = vertx;
    this.reads = reads;
    this.seal = seal;
  }

  public Future<Void> serve(Contract<AppQuery, JsonResponse> contract, ReadHandler read) {
    return serve(contract, id -> read);
  }

  /**
   * @param read of the id that the path names
   */
  public Future<Void> serve(
      Contract<AppQuery, JsonResponse> contract, Function<String, ReadHandler> read) {
    return contract.serve(
        vertx,
        asked ->
            reads.whileAlive(
                read.apply(asked.id())
                    .answer(
                        new AppScope(asked.workspaceId(), asked.appId()),
                        new Query(asked.parameters(), seal))));
  }
}
