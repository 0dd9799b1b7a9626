package dev.shopwire.app;

import dev.shopwire.app.logs.LoggerHandlers;
import dev.shopwire.common.contracts.AdminTokenContracts;
import dev.shopwire.common.docs.ApiDocument;
import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Deadlines;
import dev.shopwire.common.http.HttpListener;
import dev.shopwire.common.http.Responses;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.load.FailureLimit;
import dev.shopwire.common.load.ProcessLoad;
import dev.shopwire.common.nodes.NodeStatus;
import dev.shopwire.common.nodes.Nodes;
import dev.shopwire.common.nodes.StoreProbes;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.tenancy.AdminTokenCheck;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Pool;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Serves health, metrics and log levels on their own port, and the status of the process on the
 * bus; starts before the roles do.
 */
final class ManagementVerticle extends VerticleBase {
  private static final int MAX_BODY = 10_000;

  private final String host;
  private final int port;
  private final AllowedHosts hosts;
  private final Postgres postgres;
  private final Health health;
  private final PrometheusMeterRegistry registry;
  private final List<Role> roles;
  private final Version version = Version.current();
  private final String startedAt =
      Times.millis(Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()));
  private HttpServer server;
  private Pool pool;

  @SuppressWarnings("NullAway.Init") // start() sets the rest
  ManagementVerticle(
      String host,
      int port,
      AllowedHosts hosts,
      Postgres postgres,
      Health health,
      PrometheusMeterRegistry registry,
      List<Role> roles) {
    this.host = host;
    this.port = port;
    this.hosts = hosts;
    this.postgres = postgres;
    this.health = health;
    this.registry = registry;
    this.roles = roles;
  }

  @Override
  public Future<?> start() {
    pool = health.startProbing(vertx, postgres);
    StoreProbes.of(vertx).add("postgres", vertx, this::postgresVersion);
    Deadlines deadlines = new Deadlines(vertx, Duration.ofSeconds(30));
    Routes routes =
        new Routes(vertx, deadlines, "management")
            .precheck(hosts::refusal)
            .on(
                HttpMethod.GET,
                "/health/live",
                context -> Responses.ok(context, Map.of("live", true)))
            .on(HttpMethod.GET, "/health/ready", this::ready)
            .on(HttpMethod.GET, "/metrics", this::metrics);
    new LoggerHandlers(
            tokens(), new BodyReader(MAX_BODY, deadlines, ProcessLoad.of(vertx).bodies()))
        .addTo(routes);
    new ApiDocument("/openapi.json", "/dev/shopwire/app/management.yaml").addTo(routes);
    return Nodes.serve(vertx, this::status)
        .compose(served -> HttpListener.listen(vertx, routes, host, port))
        .onSuccess(listening -> server = listening);
  }

  private Future<String> postgresVersion() {
    return pool.query("show server_version")
        .execute()
        .map(rows -> rows.iterator().next().getString("server_version"));
  }

  /** The status of this process, for the console. */
  private Future<NodeStatus> status() {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return StoreProbes.of(vertx)
        .check()
        .map(
            stores ->
                new NodeStatus(
                    version.number(),
                    startedAt,
                    roles.stream().map(Role::id).toList(),
                    heap.getUsed(),
                    heap.getMax(),
                    stores));
  }

  /** The console role checks the admin token, in whichever process it runs. */
  private AdminTokenCheck tokens() {
    FailureLimit failures = new FailureLimit(AdminTokenCheck.FAILURES_PER_MINUTE);
    LoadMetrics.bind("management", failures, registry);
    return new AdminTokenCheck(
        hash ->
            AdminTokenContracts.CHECK
                .call(
                    vertx,
                    new AdminTokenContracts.CheckRequest(Base64.getEncoder().encodeToString(hash)))
                .map(AdminTokenContracts.CheckResult::right),
        failures,
        ProcessLoad.of(vertx).proxies());
  }

  private record Readiness(boolean ready, String state) {}

  private void ready(RoutingContext context) {
    boolean ready = health.isReady();
    context.response().setStatusCode(ready ? 200 : 503);
    Responses.ok(context, new Readiness(ready, health.state()));
  }

  private void metrics(RoutingContext context) {
    Responses.text(context, "text/plain; version=0.0.4; charset=utf-8", registry.scrape());
  }

  @Override
  public Future<?> stop() {
    return server.close().eventually(pool::close);
  }
}
