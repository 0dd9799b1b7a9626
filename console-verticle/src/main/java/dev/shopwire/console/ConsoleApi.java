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
  private final BodyReader setupBodies;
  private final TenantHandlers tenants;
  private final ConsoleHandlers calls;
  private final ApiDocument document =
      new ApiDocument(API + "/openapi.json", "/dev/shopwire/console/openapi.yaml");

  /**
   * @param setupBodies of the call that needs no token
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
    calls = new ConsoleHandlers(vertx, access, bodies, document.parameters());
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
        .on(HttpMethod.GET, FIELDS, calls.listing(EnrichmentContracts.LIST_FIELDS))
        .on(HttpMethod.POST, FIELDS, calls.passing(EnrichmentContracts.CREATE_FIELD))
        .on(HttpMethod.PATCH, FIELD, calls.passing(EnrichmentContracts.CHANGE_FIELD))
        .on(HttpMethod.DELETE, FIELD, calls.bodiless(EnrichmentContracts.DELETE_FIELD))
        .on(HttpMethod.POST, FIELD + "/promote", calls.bodiless(EnrichmentContracts.PROMOTE_FIELD))
        .on(HttpMethod.POST, FIELD + "/retype", calls.passing(EnrichmentContracts.RETYPE_FIELD))
        .on(HttpMethod.GET, CUSTOMERS, calls.listing(EnrichmentContracts.LIST_CUSTOMERS))
        .on(HttpMethod.GET, CUSTOMER, calls.bodiless(EnrichmentContracts.SHOW_CUSTOMER))
        .on(
            HttpMethod.GET,
            CUSTOMER + "/contacts",
            calls.listing(EnrichmentContracts.LIST_CONTACTS))
        .on(
            HttpMethod.POST,
            CUSTOMER + "/contacts",
            calls.passing(EnrichmentContracts.CREATE_CONTACT))
        .on(HttpMethod.PATCH, CONTACT, calls.passing(EnrichmentContracts.CHANGE_CONTACT))
        .on(HttpMethod.DELETE, CONTACT, calls.bodiless(EnrichmentContracts.DELETE_CONTACT))
        .on(HttpMethod.GET, AFFILIATES, calls.listing(AttributionContracts.LIST_AFFILIATES))
        .on(HttpMethod.POST, AFFILIATES, calls.passing(AttributionContracts.CREATE_AFFILIATE))
        .on(HttpMethod.GET, AFFILIATE, calls.bodiless(AttributionContracts.SHOW_AFFILIATE))
        .on(HttpMethod.PATCH, AFFILIATE, calls.passing(AttributionContracts.CHANGE_AFFILIATE))
        .on(HttpMethod.POST, AFFILIATE + "/codes", calls.passing(AttributionContracts.ADD_CODE))
        .on(
            HttpMethod.PATCH,
            AFFILIATE + "/codes/:part",
            calls.part(AttributionContracts.CHANGE_CODE))
        .on(HttpMethod.GET, EXCLUDED, calls.bodiless(AttributionContracts.SHOW_EXCLUDED_SHOPS))
        .on(HttpMethod.PUT, EXCLUDED, calls.passing(AttributionContracts.REPLACE_EXCLUDED_SHOPS))
        .on(HttpMethod.GET, ATTRIBUTION, calls.bodiless(AttributionContracts.SHOW_SETTINGS))
        .on(HttpMethod.PATCH, ATTRIBUTION, calls.passing(AttributionContracts.CHANGE_SETTINGS))
        .on(HttpMethod.POST, CORRECTION, calls.part(AttributionContracts.CORRECT))
        .on(
            HttpMethod.GET,
            WORKSPACE + "/attributions",
            calls.listing(AttributionContracts.LIST_ATTRIBUTIONS))
        .on(HttpMethod.GET, WORKSPACE + "/attribution-log", calls.reading(this::attributionLog))
        .on(
            HttpMethod.POST,
            WORKSPACE + "/attribution-log/reevaluate",
            calls.passingOptional(AttributionContracts.REEVALUATE))
        .on(
            HttpMethod.GET,
            WORKSPACE + "/listing-source",
            calls.bodiless(AttributionContracts.SHOW_LISTING_SOURCE))
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
    ConsoleHandlers.answer(
        context,
        setupBodies
            .readJson(context)
            .compose(
                body -> {
                  JsonInput input = JsonInput.strict(body);
                  String token = input.text("token", 200);
                  input.check();
                  return ConsoleHandlers.inTime(access.setUp(context.request(), token));
                })
            .map(token -> Map.of("adminToken", token)));
  }

  private Future<?> attributionLog(RoutingContext context) {
    Pages page = Pages.of(context.request());
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

  /** JSON, or CSV for a spreadsheet. */
  private Future<?> timeline(RoutingContext context) {
    AdminRequest call = new AdminRequest(PathIds.of(context), "");
    return switch (context.request().getParam("format", "json")) {
      case "json" -> AttributionContracts.TIMELINE.call(vertx, call);
      case "csv" -> AttributionContracts.TIMELINE_CSV.call(vertx, call);
      default ->
          Future.failedFuture(
              Failure.invalidParameter("format", "invalid_format", "format must be json or csv"));
    };
  }
}
