package dev.shopwire.console;

import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import dev.shopwire.console.tenants.TenantExports;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Serves the complete lists that the console reads itself, as each role serves its own. */
final class ConsoleExports {
  private ConsoleExports() {}

  static Future<Void> serve(Vertx vertx, SharedStores stores) {
    return new ExportServer(Role.CONSOLE, vertx, stores)
        .list("listWorkspaces", TenantExports.workspaces())
        .list("listApps", TenantExports.apps())
        .list("listKeys", TenantExports.keys())
        .serve();
  }
}
