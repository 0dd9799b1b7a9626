package dev.shopwire.console;

import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.common.docs.ApiDocument;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.account.AccountHandlers;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.exports.Exports;
import dev.shopwire.console.exports.ListFormatDocument;
import dev.shopwire.console.sessions.SessionCookies;
import dev.shopwire.console.tenants.TenantHandlers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;

/**
 * Connects the operations of the console's OpenAPI document with their calls. Not thread-safe; use
 * from one event loop.
 */
final class ConsoleApi {
  private final Vertx vertx;
  private final Access access;
  private final AccountHandlers account;
  private final TenantHandlers tenants;
  private final MergedOperations merged;
  private final RoleRequests roles;
  private final ConsoleHandlers handlers;
  private final ListFormats formats;
  private final PeopleOperations people;
  private final ApiDocument document =
      new ApiDocument(
          "/console/api/openapi.json",
          "/dev/shopwire/console/openapi.yaml",
          ListFormatDocument::complete);

  /**
   * @param anyonesBodies reads the bodies of requests that need no credentials
   */
  ConsoleApi(
      Vertx vertx,
      Access access,
      BodyReader bodies,
      BodyReader anyonesBodies,
      AccountHandlers account,
      TenantHandlers tenants,
      SessionCookies cookies,
      PeopleRequests people,
      Exports exports,
      MergedOperations merged) {
    this.vertx = vertx;
    this.access = access;
    this.account = account;
    this.tenants = tenants;
    this.merged = merged;
    roles = new RoleRequests(vertx);
    handlers = new ConsoleHandlers(roles, bodies, anyonesBodies, document.parameterCheck());
    formats = new ListFormats(exports, document.parameterCheck());
    this.people = new PeopleOperations(handlers, cookies, people);
  }

  /** The methods and paths of the operations are those of the OpenAPI document. */
  void addTo(Routes routes) {
    ConsoleOperations operations =
        new ConsoleOperations(document.operations(routes), access, formats);
    addAccounts(operations);
    addTenants(operations);
    people.addTo(operations);
    addCustomers(operations);
    new AutomationOperations(handlers).addTo(operations);
    addAttribution(operations);
    addBehavior(operations);
    addWebhooks(operations);
    new SourcesOperations(vertx, handlers).addTo(operations);
    merged.addTo(operations, handlers);
    operations.check();
    document.addTo(routes);
  }

  private void addAccounts(ConsoleOperations operations) {
    operations
        .on("setUp", handlers.writeByAnyone(account::setUp))
        .on("signIn", handlers.writeByAnyone(account::signIn))
        .on("getSession", handlers.readLocally(account::getSession))
        .on("signOut", handlers.readLocally(account::signOut))
        .on("listOwnSessions", handlers.readLocally(account::listSessions))
        .on("endOwnSession", handlers.readLocally(account::endSession))
        .on("endOtherSessions", handlers.readLocally(account::endOtherSessions))
        .on("changeProfile", handlers.writeLocally(account::changeProfile))
        .on("changePassword", handlers.write(account::changePassword))
        .on("startTotp", handlers.write(account::startTotp))
        .on("confirmTotp", handlers.write(account::confirmTotp))
        .on("removeTotp", handlers.write(account::removeTotp));
  }

  private void addTenants(ConsoleOperations operations) {
    operations
        .on("getStatus", handlers.read(context -> RoleStatus.query(vertx)))
        .on("createWorkspace", handlers.writeLocally(tenants::createWorkspace))
        .on("listWorkspaces", handlers.readLocally(tenants::listWorkspaces))
        .on("getWorkspace", handlers.readLocally(tenants::getWorkspace))
        .on("changeWorkspace", handlers.writeLocally(tenants::changeWorkspace))
        .on("createApp", handlers.writeLocally(tenants::createApp))
        .on("listApps", handlers.readLocally(tenants::listApps))
        .on("createKey", handlers.writeLocally(tenants::createKey))
        .on("listKeys", handlers.readLocally(tenants::listKeys))
        .on("revokeKey", handlers.readLocally(tenants::revokeKey));
  }

  private void addCustomers(ConsoleOperations operations) {
    operations
        .on("listCustomFields", handlers.list(EnrichmentContracts.LIST_FIELDS))
        .on("createCustomField", handlers.relay(EnrichmentContracts.CREATE_FIELD))
        .on("changeCustomField", handlers.relay(EnrichmentContracts.CHANGE_FIELD))
        .on("deleteCustomField", handlers.relayWithoutBody(EnrichmentContracts.DELETE_FIELD))
        .on("promoteCustomField", handlers.relayWithoutBody(EnrichmentContracts.PROMOTE_FIELD))
        .on("previewPromotion", handlers.relayWithoutBody(EnrichmentContracts.PREVIEW_PROMOTION))
        .on("retypeCustomField", handlers.relay(EnrichmentContracts.RETYPE_FIELD))
        .on("listCustomers", handlers.query(EnrichmentContracts.LIST_CUSTOMERS))
        .on("getCustomer", handlers.relayWithoutBody(EnrichmentContracts.SHOW_CUSTOMER))
        .on("listContacts", handlers.list(EnrichmentContracts.LIST_CONTACTS))
        .on("createContact", handlers.relay(EnrichmentContracts.CREATE_CONTACT))
        .on("changeContact", handlers.relay(EnrichmentContracts.CHANGE_CONTACT))
        .on("deleteContact", handlers.relayWithoutBody(EnrichmentContracts.DELETE_CONTACT));
  }

  private void addAttribution(ConsoleOperations operations) {
    operations
        .on("listAffiliates", handlers.list(AttributionContracts.LIST_AFFILIATES))
        .on("createAffiliate", handlers.relay(AttributionContracts.CREATE_AFFILIATE))
        .on("getAffiliate", handlers.relayWithoutBody(AttributionContracts.SHOW_AFFILIATE))
        .on("changeAffiliate", handlers.relay(AttributionContracts.CHANGE_AFFILIATE))
        .on("addCode", handlers.relay(AttributionContracts.ADD_CODE))
        .on("changeCode", handlers.relayPart(AttributionContracts.CHANGE_CODE, "code"))
        .on("getExcludedShops", handlers.relayWithoutBody(AttributionContracts.SHOW_EXCLUDED_SHOPS))
        .on("replaceExcludedShops", handlers.relay(AttributionContracts.REPLACE_EXCLUDED_SHOPS))
        .on("getAttributionSettings", handlers.relayWithoutBody(AttributionContracts.SHOW_SETTINGS))
        .on("changeAttributionSettings", handlers.relay(AttributionContracts.CHANGE_SETTINGS))
        .on("correctAttribution", handlers.relayPart(AttributionContracts.CORRECT, "customerId"))
        .on("listAttributions", handlers.list(AttributionContracts.LIST_ATTRIBUTIONS))
        .on("listAttributionLog", handlers.read(this::attributionLog).handledBy(Role.ATTRIBUTION))
        .on("reevaluateAttributionLog", handlers.relayOptionalBody(AttributionContracts.REEVALUATE))
        .on("getListingSource", handlers.relayWithoutBody(AttributionContracts.SHOW_INSTALL_SOURCE))
        .on(
            "getAttributionTimeline",
            handlers.relayWithoutBody(AttributionContracts.TIMELINE).handledBy(Role.ATTRIBUTION));
  }

  private void addBehavior(ConsoleOperations operations) {
    operations
        .on("listUsageEvents", handlers.query(AnalyticsContracts.EVENTS))
        .on("getUsageReport", handlers.read(this::report))
        .on("listEventNames", handlers.query(AnalyticsContracts.EVENT_NAMES))
        .on("listEventProperties", handlers.query(AnalyticsContracts.PROPERTIES))
        .on("listSessions", handlers.query(AnalyticsContracts.SESSIONS))
        .on("getSessionsSummary", handlers.query(AnalyticsContracts.SESSIONS_SUMMARY))
        .on("listPageViews", handlers.query(AnalyticsContracts.PAGE_VIEWS))
        .on("getFunnel", handlers.query(AnalyticsContracts.FUNNEL))
        .on("listDropouts", handlers.query(AnalyticsContracts.DROPOUTS))
        .on("getRetention", handlers.query(AnalyticsContracts.RETENTION))
        .on("showRollups", handlers.query(AnalyticsContracts.ROLLUPS))
        .on("listUsageMetrics", handlers.list(AnalyticsContracts.LIST_METRICS))
        .on("createUsageMetric", handlers.relay(AnalyticsContracts.CREATE_METRIC))
        .on("getUsageMetric", handlers.relayWithoutBody(AnalyticsContracts.SHOW_METRIC))
        .on("deleteUsageMetric", handlers.relayWithoutBody(AnalyticsContracts.DELETE_METRIC));
  }

  private void addWebhooks(ConsoleOperations operations) {
    operations
        .on("listWebhookEndpoints", handlers.list(WebhookContracts.LIST_ENDPOINTS))
        .on("createWebhookEndpoint", handlers.relay(WebhookContracts.CREATE_ENDPOINT))
        .on("getWebhookEndpoint", handlers.relayWithoutBody(WebhookContracts.SHOW_ENDPOINT))
        .on("changeWebhookEndpoint", handlers.relay(WebhookContracts.CHANGE_ENDPOINT))
        .on("deleteWebhookEndpoint", handlers.relayWithoutBody(WebhookContracts.DELETE_ENDPOINT))
        .on("rotateWebhookSecret", handlers.relayOptionalBody(WebhookContracts.ROTATE_SECRET))
        .on("resumeWebhookEndpoint", handlers.relayOptionalBody(WebhookContracts.RESUME))
        .on("listWebhookDeliveries", handlers.query(WebhookContracts.LIST_DELIVERIES))
        .on("explainWebhook", handlers.query(WebhookContracts.EXPLAIN))
        .on("testWebhookEndpoint", handlers.relayWithoutBody(WebhookContracts.TEST))
        .on("replayWebhookEndpoint", handlers.relayOptionalBody(WebhookContracts.REPLAY))
        .on("getWebhookReplay", handlers.relayWithoutBody(WebhookContracts.SHOW_REPLAY))
        .on("getWebhookDelivery", handlers.relayItemWithoutBody(WebhookContracts.SHOW_DELIVERY))
        .on(
            "replayWebhookDelivery",
            handlers.relayItemWithoutBody(WebhookContracts.REPLAY_DELIVERY))
        .on("explainWebhookSignature", handlers.relayItem(WebhookContracts.EXPLAIN_SIGNATURE));
  }

  private Future<?> attributionLog(RoutingContext context) {
    return roles.attributionLog(
        PathIds.of(context), Query.first(context.queryParams()), Callers.of(context));
  }

  /** Returns JSON, or CSV for spreadsheets. */
  private Future<?> report(RoutingContext context) {
    AdminQuery request =
        new AdminQuery(
            PathIds.of(context), Query.first(context.queryParams()), Callers.of(context));
    return switch (context.request().getParam("format", "json")) {
      case "json" -> AnalyticsContracts.REPORT.call(vertx, request);
      case "csv" -> AnalyticsContracts.REPORT_CSV.call(vertx, request);
      default ->
          Future.failedFuture(
              Failure.invalidParameter("format", "invalid_format", "format must be json or csv"));
    };
  }
}
