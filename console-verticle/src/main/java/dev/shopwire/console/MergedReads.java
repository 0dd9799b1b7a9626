package dev.shopwire.console;

import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.console.overview.Overview;
import dev.shopwire.console.system.SystemStatus;
import dev.shopwire.console.timeline.CustomerTimeline;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;

/** Reads that are merged from the parts of several roles, for API and pages. */
public record MergedReads(CustomerTimeline timeline, Overview overview, SystemStatus system) {
  static MergedReads of(Vertx vertx, SqlClient client, CursorSigner signer) {
    return new MergedReads(
        new CustomerTimeline(vertx, client, signer),
        new Overview(vertx, client),
        new SystemStatus(vertx));
  }
}
