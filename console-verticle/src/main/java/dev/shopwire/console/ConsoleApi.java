package dev.shopwire.console;

import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.AnalyticsContracts;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.common.contracts.LogQuery;
import dev.shopwire.common.docs.ApiDocument;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.console.auth.AdminAccess;
import dev.shopwire.console.tenants.TenantHandlers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;

/**
 * Defines the console's routes; all but the setup require the admin token. Not thread-safe; use
 * from one event loop.
 */
final class ConsoleApi {
  private static final String API = "/console/api";
  private static final String APPS = API + "/workspaces/:id/apps";
  private static final String KEYS = API + "/apps/:id/keys";
  private static final String WORKSPACE = API + "/workspaces/:id";
  private static final String AFFILIATES = WORKSPACE + "/affiliates";
  private static final String AFFILIATE = API + "/affiliates/:id";
  private static final String EXCLUDED = API + "/apps/:id/excluded-shops";
  private static final String ATTRIBUTION = WORKSPACE + "/attribution-settings";
  private static final String CORRECTION = API + "/apps/:id/attributions/:part/correction";
  private static final String FIELDS = API + "/workspaces/:id/custom-fields";
  private static final String FIELD = API + "/custom-fields/:id";
  private static final String CUSTOMERS = API + "/workspaces/:id/customers";
  private static final String CUSTOMER = API + "/customers/:customer";
  private static final String CONTACT = API + "/contacts/:id";
  private static final String METRICS = API + "/apps/:id/usage-metrics";
  private static final String METRIC = API + "/usage-metrics/:id";
  private static final String APP = API + "/apps/:id";

  private final Vertx vertx;
  private final AdminAccess access;
  private final BodyReader setupBodies;
  private final TenantHandlers tenants;
  private final ConsoleHandlers handlers;
  private final ApiDocument document =
      new ApiDocument(API + "/openapi.json", "/dev/shopwire/console/openapi.yaml");

  /**
   * @param setupBodies reads the body of the setup request, which needs no token
   */
  ConsoleApi(
      Vertx vertx,
      AdminAccess access,
      BodyReader bodies,
      BodyReader setupBodies,
      TenantHandlers tenants) {
    this.vertx = vertx;
    this.access = access;
    this.setupBodies = setupBodies;
    this.tenants = tenants;
    handlers = new ConsoleHandlers(vertx, access, bodies, document.parameters());
  }

  void addTo(Routes routes) {
    routes
        .on(HttpMethod.POST, API + "/setup", this::setUp)
        .on(HttpMethod.GET, API + "/status", handlers.read(context -> RoleStatus.query(vertx)))
        .on(HttpMethod.POST, API + "/workspaces", handlers.writeLocally(tenants::createWorkspace))
        .on(HttpMethod.GET, API + "/workspaces", handlers.readLocally(tenants::listWorkspaces))
        .on(HttpMethod.POST, APPS, handlers.writeLocally(tenants::createApp))
        .on(HttpMethod.GET, APPS, handlers.readLocally(tenants::listApps))
        .on(HttpMethod.POST, KEYS, handlers.writeLocally(tenants::createKey))
        .on(HttpMethod.GET, KEYS, handlers.readLocally(tenants::listKeys))
        .on(HttpMethod.DELETE, KEYS + "/:key", handlers.readLocally(tenants::revokeKey))
        .on(HttpMethod.GET, FIELDS, handlers.list(EnrichmentContracts.LIST_FIELDS))
        .on(HttpMethod.POST, FIELDS, handlers.relay(EnrichmentContracts.CREATE_FIELD))
        .on(HttpMethod.PATCH, FIELD, handlers.relay(EnrichmentContracts.CHANGE_FIELD))
        .on(HttpMethod.DELETE, FIELD, handlers.relayWithoutBody(EnrichmentContracts.DELETE_FIELD))
        .on(
            HttpMethod.POST,
            FIELD + "/promote",
            handlers.relayWithoutBody(EnrichmentContracts.PROMOTE_FIELD))
        .on(HttpMethod.POST, FIELD + "/retype", handlers.relay(EnrichmentContracts.RETYPE_FIELD))
        .on(HttpMethod.GET, CUSTOMERS, handlers.list(EnrichmentContracts.LIST_CUSTOMERS))
        .on(HttpMethod.GET, CUSTOMER, handlers.relayWithoutBody(EnrichmentContracts.SHOW_CUSTOMER))
        .on(
            HttpMethod.GET,
            CUSTOMER + "/contacts",
            handlers.list(EnrichmentContracts.LIST_CONTACTS))
        .on(
            HttpMethod.POST,
            CUSTOMER + "/contacts",
            handlers.relay(EnrichmentContracts.CREATE_CONTACT))
        .on(HttpMethod.PATCH, CONTACT, handlers.relay(EnrichmentContracts.CHANGE_CONTACT))
        .on(
            HttpMethod.DELETE,
            CONTACT,
            handlers.relayWithoutBody(EnrichmentContracts.DELETE_CONTACT))
        .on(HttpMethod.GET, AFFILIATES, handlers.list(AttributionContracts.LIST_AFFILIATES))
        .on(HttpMethod.POST, AFFILIATES, handlers.relay(AttributionContracts.CREATE_AFFILIATE))
        .on(
            HttpMethod.GET,
            AFFILIATE,
            handlers.relayWithoutBody(AttributionContracts.SHOW_AFFILIATE))
        .on(HttpMethod.PATCH, AFFILIATE, handlers.relay(AttributionContracts.CHANGE_AFFILIATE))
        .on(HttpMethod.POST, AFFILIATE + "/codes", handlers.relay(AttributionContracts.ADD_CODE))
        .on(
            HttpMethod.PATCH,
            AFFILIATE + "/codes/:part",
            handlers.relayPart(AttributionContracts.CHANGE_CODE))
        .on(
            HttpMethod.GET,
            EXCLUDED,
            handlers.relayWithoutBody(AttributionContracts.SHOW_EXCLUDED_SHOPS))
        .on(HttpMethod.PUT, EXCLUDED, handlers.relay(AttributionContracts.REPLACE_EXCLUDED_SHOPS))
        .on(
            HttpMethod.GET,
            ATTRIBUTION,
            handlers.relayWithoutBody(AttributionContracts.SHOW_SETTINGS))
        .on(HttpMethod.PATCH, ATTRIBUTION, handlers.relay(AttributionContracts.CHANGE_SETTINGS))
        .on(HttpMethod.POST, CORRECTION, handlers.relayPart(AttributionContracts.CORRECT))
        .on(
            HttpMethod.GET,
            WORKSPACE + "/attributions",
            handlers.list(AttributionContracts.LIST_ATTRIBUTIONS))
        .on(HttpMethod.GET, WORKSPACE + "/attribution-log", handlers.read(this::attributionLog))
        .on(
            HttpMethod.POST,
            WORKSPACE + "/attribution-log/reevaluate",
            handlers.relayOptionalBody(AttributionContracts.REEVALUATE))
        .on(
            HttpMethod.GET,
            WORKSPACE + "/listing-source",
            handlers.relayWithoutBody(AttributionContracts.SHOW_INSTALL_SOURCE))
        .on(HttpMethod.GET, CUSTOMER + "/attribution-timeline", handlers.read(this::timeline));
    addBehavior(routes);
    new WebhookRoutes(handlers).addTo(routes);
    StaticFile.all().forEach(page -> routes.on(HttpMethod.GET, page.path(), page::send));
    document.addTo(routes);
  }

  private void addBehavior(Routes routes) {
    routes
        .on(HttpMethod.GET, APP + "/usage-events", handlers.query(AnalyticsContracts.EVENTS))
        .on(HttpMethod.GET, APP + "/usage-events/report", handlers.query(AnalyticsContracts.REPORT))
        .on(HttpMethod.GET, APP + "/sessions", handlers.query(AnalyticsContracts.SESSIONS))
        .on(
            HttpMethod.GET,
            APP + "/sessions/summary",
            handlers.query(AnalyticsContracts.SESSIONS_SUMMARY))
        .on(HttpMethod.GET, APP + "/page-views", handlers.query(AnalyticsContracts.PAGE_VIEWS))
        .on(HttpMethod.GET, APP + "/funnels", handlers.query(AnalyticsContracts.FUNNEL))
        .on(HttpMethod.GET, APP + "/funnels/dropouts", handlers.query(AnalyticsContracts.DROPOUTS))
        .on(HttpMethod.GET, APP + "/retention", handlers.query(AnalyticsContracts.RETENTION))
        .on(HttpMethod.GET, APP + "/rollups", handlers.query(AnalyticsContracts.ROLLUPS))
        .on(HttpMethod.GET, METRICS, handlers.list(AnalyticsContracts.LIST_METRICS))
        .on(HttpMethod.POST, METRICS, handlers.relay(AnalyticsContracts.CREATE_METRIC))
        .on(HttpMethod.GET, METRIC, handlers.relayWithoutBody(AnalyticsContracts.SHOW_METRIC))
        .on(HttpMethod.DELETE, METRIC, handlers.relayWithoutBody(AnalyticsContracts.DELETE_METRIC));
  }

  private void setUp(RoutingContext context) {
    ConsoleHandlers.respond(
        context,
        setupBodies
            .readJson(context)
            .compose(
                body -> {
                  JsonInput input = JsonInput.strict(body);
                  String token = input.text("token", 200);
                  input.check();
                  return ConsoleHandlers.withTimeout(access.setUp(context.request(), token));
                })
            .map(token -> Map.of("adminToken", token)));
  }

  private Future<?> attributionLog(RoutingContext context) {
    PageParameters page = PageParameters.of(context.request());
    HttpServerRequest request = context.request();
    return AttributionContracts.LOG.call(
        vertx,
        new LogQuery(
            PathIds.of(context),
            page.take(),
            page.afterLongId(),
            Parameters.text(request, "app"),
            Parameters.text(request, "shop"),
            Parameters.text(request, "code")));
  }

  /** Returns JSON, or CSV for spreadsheets. */
  private Future<?> timeline(RoutingContext context) {
    AdminRequest request = new AdminRequest(PathIds.of(context), "");
    return switch (context.request().getParam("format", "json")) {
      case "json" -> AttributionContracts.TIMELINE.call(vertx, request);
      case "csv" -> AttributionContracts.TIMELINE_CSV.call(vertx, request);
      default ->
          Future.failedFuture(
              Failure.invalidParameter("format", "invalid_format", "format must be json or csv"));
    };
  }
}
