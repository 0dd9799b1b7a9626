package dev.shopwire.console;

import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import dev.shopwire.console.account.OwnSessions;
import dev.shopwire.console.audit.AuditRequests;
import dev.shopwire.console.members.MemberExports;
import dev.shopwire.console.sessions.SessionTimes;
import dev.shopwire.console.tenants.TenantExports;
import dev.shopwire.console.timeline.TimelineExport;
import dev.shopwire.console.tokens.TokenRequests;
import dev.shopwire.console.views.ViewRequests;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Serves the complete lists that the console reads itself, as each role serves its own. */
final class ConsoleExports {
  private ConsoleExports() {}

  static Future<Void> serve(Vertx vertx, SharedStores stores, SessionTimes sessions) {
    return new ExportServer(Role.CONSOLE, vertx, stores)
        .list("listWorkspaces", TenantExports.workspaces())
        .list("listApps", TenantExports.apps())
        .list("listKeys", TenantExports.keys())
        .list("listWorkspaceUsers", MemberExports.members())
        .list("listInvitations", MemberExports.invitations())
        .list("listUsers", MemberExports.users())
        .list("listOwnSessions", OwnSessions.export(sessions))
        .list("getCustomerTimeline", TimelineExport.ofConsole())
        .list("listTokens", TokenRequests.exportOfUser())
        .list("listWorkspaceTokens", TokenRequests.exportOfWorkspace())
        .list("listAuditLog", AuditRequests.exportOfWorkspace())
        .list("listAllAuditLog", AuditRequests.exportOfAll())
        .list("listSavedViews", ViewRequests.export())
        .serve();
  }
}
