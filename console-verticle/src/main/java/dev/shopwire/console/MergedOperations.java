package dev.shopwire.console;

import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.Query;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.overview.Overview;
import dev.shopwire.console.system.SystemStatus;
import dev.shopwire.console.timeline.CustomerTimeline;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;

/** The operations whose responses consist of the parts of several roles. */
final class MergedOperations {
  private final CustomerTimeline timeline;
  private final Overview overview;
  private final SystemStatus system;

  MergedOperations(Vertx vertx, SqlClient client, CursorSigner signer) {
    timeline = new CustomerTimeline(vertx, client, signer);
    overview = new Overview(vertx, client);
    system = new SystemStatus(vertx);
  }

  void addTo(ConsoleOperations operations, ConsoleHandlers handlers) {
    operations
        .on(
            "getCustomerTimeline",
            handlers.read(
                context ->
                    timeline.read(
                        PathIds.of(context),
                        Query.first(context.queryParams()),
                        Callers.of(context))))
        .on(
            "getOverview",
            handlers.read(
                context ->
                    overview.read(
                        PathIds.of(context),
                        Query.first(context.queryParams()),
                        Callers.of(context))))
        .on("getSystem", handlers.read(context -> system.read(Callers.of(context))));
  }
}
