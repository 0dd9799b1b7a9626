package dev.shopwire.console;

import dev.shopwire.common.calls.AdminCall;
import dev.shopwire.common.calls.AnalyticsContracts;
import dev.shopwire.common.calls.AttributionCalls;
import dev.shopwire.common.calls.EnrichmentCalls;
import dev.shopwire.common.calls.LogQuery;
import dev.shopwire.common.docs.ApiDocument;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.Bodies;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.console.auth.AdminAccess;
import dev.shopwire.console.tenants.TenantCalls;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;

/**
 * The console's route table; every call but the set-up needs the admin token. For one event loop.
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
  private final Bodies setupBodies;
  private final TenantCalls tenants;
  private final ConsoleCalls calls;
  private final ApiDocument document =
      new ApiDocument(API + "/openapi.json", "/dev/shopwire/console/openapi.yaml");

  /**
   * @param setupBodies of the call that needs no token
   */
  ConsoleApi(
      Vertx vertx, AdminAccess access, Bodies bodies, Bodies setupBodies, TenantCalls tenants) {
    this.vertx = vertx;
    this.access = access;
    this.setupBodies = setupBodies;
    this.tenants = tenants;
    calls = new ConsoleCalls(vertx, access, bodies, document.parameters());
  }

  void addTo(Routes routes) {
    routes
        .on(HttpMethod.POST, API + "/setup", this::setUp)
        .on(HttpMethod.GET, API + "/status", calls.reading(context -> RoleStatus.ask(vertx)))
        .on(HttpMethod.POST, API + "/workspaces", calls.writingHere(tenants::createWorkspace))
        .on(HttpMethod.GET, API + "/workspaces", calls.readingHere(tenants::listWorkspaces))
        .on(HttpMethod.POST, APPS, calls.writingHere(tenants::createApp))
        .on(HttpMethod.GET, APPS, calls.readingHere(tenants::listApps))
        .on(HttpMethod.POST, KEYS, calls.writingHere(tenants::createKey))
        .on(HttpMethod.GET, KEYS, calls.readingHere(tenants::listKeys))
        .on(HttpMethod.DELETE, KEYS + "/:key", calls.readingHere(tenants::revokeKey))
        .on(HttpMethod.GET, FIELDS, calls.listing(EnrichmentCalls.LIST_FIELDS))
        .on(HttpMethod.POST, FIELDS, calls.passing(EnrichmentCalls.CREATE_FIELD))
        .on(HttpMethod.PATCH, FIELD, calls.passing(EnrichmentCalls.CHANGE_FIELD))
        .on(HttpMethod.DELETE, FIELD, calls.bodiless(EnrichmentCalls.DELETE_FIELD))
        .on(HttpMethod.POST, FIELD + "/promote", calls.bodiless(EnrichmentCalls.PROMOTE_FIELD))
        .on(HttpMethod.POST, FIELD + "/retype", calls.passing(EnrichmentCalls.RETYPE_FIELD))
        .on(HttpMethod.GET, CUSTOMERS, calls.listing(EnrichmentCalls.LIST_CUSTOMERS))
        .on(HttpMethod.GET, CUSTOMER, calls.bodiless(EnrichmentCalls.SHOW_CUSTOMER))
        .on(HttpMethod.GET, CUSTOMER + "/contacts", calls.listing(EnrichmentCalls.LIST_CONTACTS))
        .on(HttpMethod.POST, CUSTOMER + "/contacts", calls.passing(EnrichmentCalls.CREATE_CONTACT))
        .on(HttpMethod.PATCH, CONTACT, calls.passing(EnrichmentCalls.CHANGE_CONTACT))
        .on(HttpMethod.DELETE, CONTACT, calls.bodiless(EnrichmentCalls.DELETE_CONTACT))
        .on(HttpMethod.GET, AFFILIATES, calls.listing(AttributionCalls.LIST_AFFILIATES))
        .on(HttpMethod.POST, AFFILIATES, calls.passing(AttributionCalls.CREATE_AFFILIATE))
        .on(HttpMethod.GET, AFFILIATE, calls.bodiless(AttributionCalls.SHOW_AFFILIATE))
        .on(HttpMethod.PATCH, AFFILIATE, calls.passing(AttributionCalls.CHANGE_AFFILIATE))
        .on(HttpMethod.POST, AFFILIATE + "/codes", calls.passing(AttributionCalls.ADD_CODE))
        .on(HttpMethod.PATCH, AFFILIATE + "/codes/:part", calls.part(AttributionCalls.CHANGE_CODE))
        .on(HttpMethod.GET, EXCLUDED, calls.bodiless(AttributionCalls.SHOW_EXCLUDED_SHOPS))
        .on(HttpMethod.PUT, EXCLUDED, calls.passing(AttributionCalls.REPLACE_EXCLUDED_SHOPS))
        .on(HttpMethod.GET, ATTRIBUTION, calls.bodiless(AttributionCalls.SHOW_SETTINGS))
        .on(HttpMethod.PATCH, ATTRIBUTION, calls.passing(AttributionCalls.CHANGE_SETTINGS))
        .on(HttpMethod.POST, CORRECTION, calls.part(AttributionCalls.CORRECT))
        .on(
            HttpMethod.GET,
            WORKSPACE + "/attributions",
            calls.listing(AttributionCalls.LIST_ATTRIBUTIONS))
        .on(HttpMethod.GET, WORKSPACE + "/attribution-log", calls.reading(this::attributionLog))
        .on(
            HttpMethod.POST,
            WORKSPACE + "/attribution-log/reevaluate",
            calls.passingOptional(AttributionCalls.REEVALUATE))
        .on(
            HttpMethod.GET,
            WORKSPACE + "/listing-source",
            calls.bodiless(AttributionCalls.SHOW_LISTING_SOURCE))
        .on(HttpMethod.GET, CUSTOMER + "/attribution-timeline", calls.reading(this::timeline));
    addBehavior(routes);
    new WebhookRoutes(calls).addTo(routes);
    Page.all().forEach(page -> routes.on(HttpMethod.GET, page.path(), page::send));
    document.addTo(routes);
  }

  private void addBehavior(Routes routes) {
    routes
        .on(HttpMethod.GET, APP + "/usage-events", calls.asking(AnalyticsContracts.EVENTS))
        .on(HttpMethod.GET, APP + "/usage-events/report", calls.asking(AnalyticsContracts.REPORT))
        .on(HttpMethod.GET, APP + "/sessions", calls.asking(AnalyticsContracts.SESSIONS))
        .on(
            HttpMethod.GET,
            APP + "/sessions/summary",
            calls.asking(AnalyticsContracts.SESSIONS_SUMMARY))
        .on(HttpMethod.GET, APP + "/page-views", calls.asking(AnalyticsContracts.PAGE_VIEWS))
        .on(HttpMethod.GET, APP + "/funnels", calls.asking(AnalyticsContracts.FUNNEL))
        .on(HttpMethod.GET, APP + "/funnels/dropouts", calls.asking(AnalyticsContracts.DROPOUTS))
        .on(HttpMethod.GET, APP + "/retention", calls.asking(AnalyticsContracts.RETENTION))
        .on(HttpMethod.GET, APP + "/rollups", calls.asking(AnalyticsContracts.ROLLUPS))
        .on(HttpMethod.GET, METRICS, calls.listing(AnalyticsContracts.LIST_METRICS))
        .on(HttpMethod.POST, METRICS, calls.passing(AnalyticsContracts.CREATE_METRIC))
        .on(HttpMethod.GET, METRIC, calls.bodiless(AnalyticsContracts.SHOW_METRIC))
        .on(HttpMethod.DELETE, METRIC, calls.bodiless(AnalyticsContracts.DELETE_METRIC));
  }

  private void setUp(RoutingContext context) {
    ConsoleCalls.answer(
        context,
        setupBodies
            .readJson(context)
            .compose(
                body -> {
                  JsonInput input = JsonInput.strict(body);
                  String token = input.text("token", 200);
                  input.check();
                  return ConsoleCalls.inTime(access.setUp(context.request(), token));
                })
            .map(token -> Map.of("adminToken", token)));
  }

  private Future<?> attributionLog(RoutingContext context) {
    Pages page = Pages.of(context.request());
    HttpServerRequest request = context.request();
    return AttributionCalls.LOG.call(
        vertx,
        new LogQuery(
            PathIds.of(context),
            page.take(),
            page.afterLongId(),
            Parameters.text(request, "app"),
            Parameters.text(request, "shop"),
            Parameters.text(request, "code")));
  }

  /** JSON, or CSV for a spreadsheet. */
  private Future<?> timeline(RoutingContext context) {
    AdminCall call = new AdminCall(PathIds.of(context), "");
    return switch (context.request().getParam("format", "json")) {
      case "json" -> AttributionCalls.TIMELINE.call(vertx, call);
      case "csv" -> AttributionCalls.TIMELINE_CSV.call(vertx, call);
      default ->
          Future.failedFuture(
              Failure.invalidParameter("format", "invalid_format", "format must be json or csv"));
    };
  }
}
