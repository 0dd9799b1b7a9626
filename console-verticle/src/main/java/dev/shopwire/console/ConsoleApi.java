package dev.shopwire.console;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.calls.AdminCall;
import dev.shopwire.common.calls.AdminList;
import dev.shopwire.common.calls.AdminPart;
import dev.shopwire.common.calls.AdminQuery;
import dev.shopwire.common.calls.AttributionCalls;
import dev.shopwire.common.calls.BehaviorCalls;
import dev.shopwire.common.calls.CsvAnswer;
import dev.shopwire.common.calls.EnrichmentCalls;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.calls.LogQuery;
import dev.shopwire.common.calls.WebhookCalls;
import dev.shopwire.common.docs.ApiDocument;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.Answers;
import dev.shopwire.common.http.Bodies;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.json.JsonBody;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.console.auth.AdminAccess;
import dev.shopwire.console.tenants.TenantCalls;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The console's route table; every call but the set-up needs the admin token. For one event loop.
 */
final class ConsoleApi {
  private static final long ANSWER_MILLIS = 1_800;
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
  private static final String CUSTOMER = API + "/customers/:id";
  private static final String CONTACT = API + "/contacts/:id";
  private static final String METRICS = API + "/apps/:id/usage-metrics";
  private static final String METRIC = API + "/usage-metrics/:id";
  private static final String APP = API + "/apps/:id";

  private final Vertx vertx;
  private final AdminAccess access;
  private final Bodies bodies;
  private final TenantCalls tenants;

  ConsoleApi(Vertx vertx, AdminAccess access, Bodies bodies, TenantCalls tenants) {
    this.vertx = vertx;
    this.access = access;
    this.bodies = bodies;
    this.tenants = tenants;
  }

  void addTo(Routes routes) {
    routes
        .on(HttpMethod.POST, API + "/setup", this::setUp)
        .on(HttpMethod.GET, API + "/status", reading(context -> RoleStatus.ask(vertx)))
        .on(HttpMethod.POST, API + "/workspaces", writingHere(tenants::createWorkspace))
        .on(HttpMethod.GET, API + "/workspaces", readingHere(tenants::listWorkspaces))
        .on(HttpMethod.POST, APPS, writingHere(tenants::createApp))
        .on(HttpMethod.GET, APPS, readingHere(tenants::listApps))
        .on(HttpMethod.POST, KEYS, writingHere(tenants::createKey))
        .on(HttpMethod.GET, KEYS, readingHere(tenants::listKeys))
        .on(HttpMethod.DELETE, KEYS + "/:key", readingHere(tenants::revokeKey))
        .on(HttpMethod.GET, FIELDS, listing(EnrichmentCalls.LIST_FIELDS))
        .on(HttpMethod.POST, FIELDS, passing(EnrichmentCalls.CREATE_FIELD))
        .on(HttpMethod.PATCH, FIELD, passing(EnrichmentCalls.CHANGE_FIELD))
        .on(HttpMethod.DELETE, FIELD, passingBodiless(EnrichmentCalls.DELETE_FIELD))
        .on(HttpMethod.POST, FIELD + "/promote", passingBodiless(EnrichmentCalls.PROMOTE_FIELD))
        .on(HttpMethod.GET, CUSTOMERS, listing(EnrichmentCalls.LIST_CUSTOMERS))
        .on(HttpMethod.GET, CUSTOMER, passingBodiless(EnrichmentCalls.SHOW_CUSTOMER))
        .on(HttpMethod.POST, CUSTOMER + "/contacts", passing(EnrichmentCalls.CREATE_CONTACT))
        .on(HttpMethod.PATCH, CONTACT, passing(EnrichmentCalls.CHANGE_CONTACT))
        .on(HttpMethod.DELETE, CONTACT, passingBodiless(EnrichmentCalls.DELETE_CONTACT))
        .on(HttpMethod.GET, AFFILIATES, listing(AttributionCalls.LIST_AFFILIATES))
        .on(HttpMethod.POST, AFFILIATES, passing(AttributionCalls.CREATE_AFFILIATE))
        .on(HttpMethod.GET, AFFILIATE, passingBodiless(AttributionCalls.SHOW_AFFILIATE))
        .on(HttpMethod.PATCH, AFFILIATE, passing(AttributionCalls.CHANGE_AFFILIATE))
        .on(HttpMethod.POST, AFFILIATE + "/codes", passing(AttributionCalls.ADD_CODE))
        .on(HttpMethod.PATCH, AFFILIATE + "/codes/:part", part(AttributionCalls.CHANGE_CODE))
        .on(HttpMethod.GET, EXCLUDED, passingBodiless(AttributionCalls.SHOW_EXCLUDED_SHOPS))
        .on(HttpMethod.PUT, EXCLUDED, passing(AttributionCalls.REPLACE_EXCLUDED_SHOPS))
        .on(HttpMethod.GET, ATTRIBUTION, passingBodiless(AttributionCalls.SHOW_SETTINGS))
        .on(HttpMethod.PATCH, ATTRIBUTION, passing(AttributionCalls.CHANGE_SETTINGS))
        .on(HttpMethod.POST, CORRECTION, part(AttributionCalls.CORRECT))
        .on(
            HttpMethod.GET,
            WORKSPACE + "/attributions",
            listing(AttributionCalls.LIST_ATTRIBUTIONS))
        .on(HttpMethod.GET, WORKSPACE + "/attribution-log", reading(this::attributionLog))
        .on(
            HttpMethod.GET,
            WORKSPACE + "/listing-source",
            passingBodiless(AttributionCalls.SHOW_LISTING_SOURCE))
        .on(HttpMethod.GET, CUSTOMER + "/attribution-timeline", reading(this::timeline));
    addBehavior(routes);
    new WebhookRoutes(vertx, this::reading, this::writing)
        .addTo(routes, listing(WebhookCalls.LIST_ENDPOINTS));
    Page.all().forEach(page -> routes.on(HttpMethod.GET, page.path(), page::send));
    new ApiDocument(API + "/openapi.json", "/dev/shopwire/console/openapi.yaml").addTo(routes);
  }

  private void addBehavior(Routes routes) {
    routes
        .on(HttpMethod.GET, APP + "/usage-events", asking(BehaviorCalls.EVENTS))
        .on(HttpMethod.GET, APP + "/usage-events/report", asking(BehaviorCalls.REPORT))
        .on(HttpMethod.GET, APP + "/sessions", asking(BehaviorCalls.SESSIONS))
        .on(HttpMethod.GET, APP + "/sessions/summary", asking(BehaviorCalls.SESSIONS_SUMMARY))
        .on(HttpMethod.GET, APP + "/page-views", asking(BehaviorCalls.PAGE_VIEWS))
        .on(HttpMethod.GET, APP + "/funnels", asking(BehaviorCalls.FUNNEL))
        .on(HttpMethod.GET, APP + "/funnels/dropouts", asking(BehaviorCalls.DROPOUTS))
        .on(HttpMethod.GET, APP + "/retention", asking(BehaviorCalls.RETENTION))
        .on(HttpMethod.GET, METRICS, listing(BehaviorCalls.LIST_METRICS))
        .on(HttpMethod.POST, METRICS, passing(BehaviorCalls.CREATE_METRIC))
        .on(HttpMethod.GET, METRIC, passingBodiless(BehaviorCalls.SHOW_METRIC))
        .on(HttpMethod.DELETE, METRIC, passingBodiless(BehaviorCalls.DELETE_METRIC));
  }

  /** A question about an app's events, whose parameters the ingest role reads. */
  private Handler<RoutingContext> asking(Contract<AdminQuery, JsonAnswer> contract) {
    return reading(
        context ->
            contract.call(
                vertx, new AdminQuery(PathIds.of(context), Parameters.all(context.queryParams()))));
  }

  private void setUp(RoutingContext context) {
    answer(
        context,
        bodies
            .readJson(context.request())
            .compose(
                body -> {
                  JsonInput input = JsonInput.of(body);
                  String token = input.text("token", 200);
                  input.check();
                  return inTime(access.setUp(context.request(), token));
                })
            .map(token -> Map.of("adminToken", token)));
  }

  /** A list that another role keeps, by pages. */
  private Handler<RoutingContext> listing(Contract<AdminList, JsonAnswer> contract) {
    return reading(
        context -> {
          Pages page = Pages.of(context.request());
          String search = Parameters.text(context.request(), "search");
          AdminList list =
              new AdminList(PathIds.of(context), page.take(), page.afterLongId(), search);
          return contract.call(vertx, list);
        });
  }

  /** A call whose body another role reads. */
  private Handler<RoutingContext> passing(Contract<AdminCall, JsonAnswer> contract) {
    return writing(
        (context, body) ->
            contract.call(vertx, new AdminCall(PathIds.of(context), JsonBody.text(body))));
  }

  /** A call about a part of something, whose body another role reads. */
  private Handler<RoutingContext> part(Contract<AdminPart, JsonAnswer> contract) {
    return writing(
        (context, body) ->
            contract.call(
                vertx,
                new AdminPart(
                    PathIds.of(context), context.pathParam("part"), JsonBody.text(body))));
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
              Failure.invalid("format", "invalid_format", "format must be json or csv"));
    };
  }

  private Handler<RoutingContext> passingBodiless(Contract<AdminCall, JsonAnswer> contract) {
    return reading(context -> contract.call(vertx, new AdminCall(PathIds.of(context), "")));
  }

  /**
   * What this role answers itself is owed in time; the others' contracts have times of their own.
   */
  private static <T> Future<T> inTime(Future<T> own) {
    return own.timeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
  }

  private Handler<RoutingContext> readingHere(Function<RoutingContext, Future<?>> call) {
    return reading(context -> inTime(call.apply(context)));
  }

  private Handler<RoutingContext> writingHere(BiFunction<RoutingContext, byte[], Future<?>> call) {
    return writing((context, body) -> inTime(call.apply(context, body)));
  }

  private Handler<RoutingContext> reading(Function<RoutingContext, Future<?>> call) {
    return context -> {
      context.request().pause();
      answer(
          context,
          inTime(access.check(context.request()))
              .onComplete(checked -> context.request().resume())
              .compose(checked -> call.apply(context)));
    };
  }

  private Handler<RoutingContext> writing(BiFunction<RoutingContext, byte[], Future<?>> call) {
    return context -> {
      Future<byte[]> body = bodies.readJson(context.request());
      answer(
          context,
          inTime(access.check(context.request()))
              .compose(checked -> body)
              .compose(bytes -> call.apply(context, bytes)));
    };
  }

  private static void answer(RoutingContext context, Future<?> result) {
    result
        .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)))
        .onComplete(
            answer -> {
              if (answer instanceof JsonAnswer passed) {
                Answers.okJson(context, passed.json());
              } else if (answer instanceof CsvAnswer export) {
                Answers.csv(context, export.csv());
              } else {
                Answers.ok(context, answer);
              }
            },
            context::fail);
  }
}
