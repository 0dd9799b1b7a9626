package dev.shopwire.console;

import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.common.contracts.PartnerContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.auth.Callers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;

/**
 * Connects the operations about partner connections, their figures, and linked fields with their
 * calls. Not thread-safe; use from one event loop.
 */
final class SourcesOperations {
  private final Vertx vertx;
  private final ConsoleHandlers handlers;

  SourcesOperations(Vertx vertx, ConsoleHandlers handlers) {
    this.vertx = vertx;
    this.handlers = handlers;
  }

  void addTo(ConsoleOperations operations) {
    addPartner(operations);
    addLinkedFields(operations);
  }

  private void addPartner(ConsoleOperations operations) {
    operations
        .on("listPartnerDialects", handlers.read(this::partnerDialects).handledBy(Role.SOURCES))
        .on("putPartnerConnection", handlers.relay(PartnerContracts.PUT))
        .on("getPartnerConnection", handlers.relayWithoutBody(PartnerContracts.SHOW))
        .on("deletePartnerConnection", handlers.relayWithoutBody(PartnerContracts.DELETE))
        .on("testPartnerConnection", handlers.relay(PartnerContracts.TRY))
        .on("syncPartnerConnection", handlers.relayWithoutBody(PartnerContracts.SYNC))
        .on("pausePartnerConnection", handlers.relayWithoutBody(PartnerContracts.PAUSE))
        .on("resumePartnerConnection", handlers.relayWithoutBody(PartnerContracts.RESUME))
        .on("backfillPartnerConnection", handlers.relayOptionalBody(PartnerContracts.BACKFILL))
        .on("rebuildPartnerConnection", handlers.relayWithoutBody(PartnerContracts.REBUILD))
        .on("listPartnerEvents", handlers.query(PartnerContracts.EVENTS))
        .on("listUninstallReasons", handlers.query(PartnerContracts.UNINSTALL_REASONS))
        .on("listPartnerRestatements", handlers.query(PartnerContracts.RESTATEMENTS))
        .on("listPartnerDifferences", handlers.query(PartnerContracts.DIFFERENCES))
        .on(
            "getCustomerLifecycle",
            handlers.query(PartnerContracts.LIFECYCLE).handledBy(Role.SOURCES))
        .on("getPartnerReport", handlers.query(PartnerContracts.REPORT))
        .on("getWorkspacePartnerReport", handlers.query(PartnerContracts.WORKSPACE_REPORT))
        .on("listPartnerReportRows", handlers.query(PartnerContracts.REPORT_ROWS))
        .on(
            "listWorkspacePartnerReportRows",
            handlers.query(PartnerContracts.WORKSPACE_REPORT_ROWS));
  }

  private void addLinkedFields(ConsoleOperations operations) {
    operations
        .on("listDatabases", handlers.query(LinkedFieldContracts.LIST_DATABASES))
        .on("createDatabase", handlers.relay(LinkedFieldContracts.CREATE_DATABASE))
        .on("getDatabase", handlers.relayWithoutBody(LinkedFieldContracts.SHOW_DATABASE))
        .on("changeDatabase", handlers.relay(LinkedFieldContracts.CHANGE_DATABASE))
        .on("deleteDatabase", handlers.relayWithoutBody(LinkedFieldContracts.DELETE_DATABASE))
        .on("checkDatabase", handlers.relayWithoutBody(LinkedFieldContracts.CHECK_DATABASE))
        .on("previewLinkedQuery", handlers.relay(LinkedFieldContracts.PREVIEW))
        .on("listLinkedQueries", handlers.query(LinkedFieldContracts.LIST_QUERIES))
        .on("createLinkedQuery", handlers.relay(LinkedFieldContracts.CREATE_QUERY))
        .on("getLinkedQuery", handlers.relayWithoutBody(LinkedFieldContracts.SHOW_QUERY))
        .on("changeLinkedQuery", handlers.relay(LinkedFieldContracts.CHANGE_QUERY))
        .on("deleteLinkedQuery", handlers.relayWithoutBody(LinkedFieldContracts.DELETE_QUERY))
        .on("runLinkedQuery", handlers.relayWithoutBody(LinkedFieldContracts.RUN_QUERY))
        .on("rollBackLinkedQuery", handlers.relayOptionalBody(LinkedFieldContracts.ROLL_BACK))
        .on("listLinkedRuns", handlers.query(LinkedFieldContracts.RUNS))
        .on("getLinkedRun", handlers.relayWithoutBody(LinkedFieldContracts.SHOW_RUN))
        .on("listBadRows", handlers.query(LinkedFieldContracts.BAD_ROWS))
        .on("listLinkedChanges", handlers.query(LinkedFieldContracts.CHANGES))
        .on("approveLinkedRun", handlers.relayWithoutBody(LinkedFieldContracts.APPROVE))
        .on("rejectLinkedRun", handlers.relayWithoutBody(LinkedFieldContracts.REJECT));
  }

  private Future<?> partnerDialects(RoutingContext context) {
    return PartnerContracts.DIALECTS.call(vertx, new AdminRequest(0, "", Callers.of(context)));
  }
}
