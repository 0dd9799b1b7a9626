package dev.shopwire.testing.partner;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * The platform's partner interface in both dialects on a port of 127.0.0.1, with the faults that
 * were set: {@code docs/partner-emulator.md}. {@code POST
 * /{historical-events|app-events}/{organization}/graphql.json} serves queries, {@code /control} is
 * for people. Thread-safe; constructor and {@link #close} block, so don't call them on event loops.
 */
public final class PartnerEmulator implements AutoCloseable {
  /** What clients must know, and the limits; each can be changed while it runs. */
  public record Settings(
      String organization, String token, String version, double requestsPerSecond) {
    /** For tests of other things than the rate. */
    public static final Settings FAST = new Settings("1001", "partner-token", "2026-10", 0);

    /** As the platform is. */
    public static final Settings REAL = new Settings("1001", "partner-token", "2026-10", 4);
  }

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final EventLog log;
  private final Faults faults = new Faults(1);
  private final PartnerRequests requests = new PartnerRequests();
  private final RequestRate rate;
  private final PartnerControl control;
  private final PartnerResponses responses;
  private final PartnerPlatform platform;
  private final HttpServer server;
  private volatile Settings settings;
  private volatile Clock clock = Clock.systemUTC();

  /**
   * @param port 0 for a free one
   * @param events by time
   */
  public PartnerEmulator(int port, Settings settings, List<HistoryEvent> events) {
    this.settings = settings;
    this.log = new EventLog(events);
    this.rate = new RequestRate(settings.requestsPerSecond());
    this.responses = new PartnerResponses(vertx, requests);
    this.platform = new PartnerPlatform(log, this::now);
    this.control = new PartnerControl(this);
    this.server =
        vertx
            .createHttpServer(new HttpServerOptions().setCompressionSupported(false))
            .requestHandler(this::receive)
            .listen(port, "127.0.0.1")
            .await();
  }

  /**
   * The address that the parameter {@code base} of a connection needs.
   *
   * @param dialect {@code historical-events} or {@code app-events}
   */
  public String base(String dialect) {
    return "http://127.0.0.1:" + port() + "/" + dialect;
  }

  public int port() {
    return server.actualPort();
  }

  /** The app's id in {@code dialect}. */
  public String appId(String dialect) {
    return PartnerApp.idIn(dialect);
  }

  public EventLog log() {
    return log;
  }

  public Faults faults() {
    return faults;
  }

  public PartnerRequests requests() {
    return requests;
  }

  public Settings settings() {
    return settings;
  }

  /** Changes the token, the version or the rate from now on. */
  public void set(Settings changed) {
    settings = changed;
    rate.set(changed.requestsPerSecond());
  }

  /** The platform's time; nothing after it is shown. */
  public Instant now() {
    return clock.instant();
  }

  /** Sets the platform's time, which passes as usual from there. */
  public void setClock(Instant now) {
    clock = Clock.offset(Clock.systemUTC(), Duration.between(Clock.systemUTC().instant(), now));
  }

  private void receive(HttpServerRequest request) {
    if (request.path().equals("/control") || request.path().startsWith("/control/")) {
      control.receive(request);
      return;
    }
    requests.arrived();
    request.bodyHandler(body -> serve(request, body));
  }

  private void serve(HttpServerRequest request, Buffer body) {
    List<String> path = List.of(request.path().substring(1).split("/", -1));
    String refused = refusal(request, path);
    if (!refused.isEmpty()) {
      responses.refuse(request, refused, settings.version());
      return;
    }
    PartnerExchange exchange =
        new PartnerExchange(request, settings.version(), faults.take(), path.toString());
    if (!exchange.needsPage()) {
      responses.send(exchange, new JsonObject());
      return;
    }
    Callable<JsonObject> page = () -> execute(path.get(0), body);
    vertx
        .executeBlocking(page, false)
        .onSuccess(result -> responses.send(exchange, result))
        .onFailure(e -> request.response().setStatusCode(400).end("Not a GraphQL request"));
  }

  /** The status and outcome that refuse a request; empty if nothing does. */
  private String refusal(HttpServerRequest request, List<String> path) {
    if (!platform.has(path.get(0)) || !path.get(path.size() - 1).equals("graphql.json")) {
      return "404 not_found";
    }
    if (!request.method().name().equals("POST")) {
      return "405 method";
    }
    if (!settings.token().equals(request.getHeader("X-Access-Token"))) {
      return "401 token";
    }
    if (!path.get(1).equals(settings.organization())) {
      return "403 organization";
    }
    if (path.size() > 3 && !path.get(path.size() - 2).equals(settings.version())) {
      return "404 version";
    }
    return rate.take() ? "" : "429 rate";
  }

  private JsonObject execute(String dialect, Buffer body) throws DecodeException {
    JsonObject request = body.toJsonObject();
    JsonObject variables = request.getJsonObject("variables", new JsonObject());
    return new JsonObject(
        platform.execute(
            dialect,
            request.getString("query", ""),
            variables == null ? Map.of() : variables.getMap()));
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
