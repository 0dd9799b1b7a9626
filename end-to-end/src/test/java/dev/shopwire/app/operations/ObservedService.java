package dev.shopwire.app.operations;

import com.sun.net.httpserver.HttpServer;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Tenants;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Runs a service with everything on that operators may turn on: traces to a collector in this JVM,
 * JSON lines, the access log, and a log of nearly every statement. It has had traffic for each
 * role.
 */
final class ObservedService {
  static final Duration TIME = Duration.ofSeconds(30);
  static final String SHOP = "hidden-shop.example.com";
  static final String EMAIL = "hidden-person@example.com";
  static final String REQUEST_ID = "first-identify-1";

  private static final class Shared {
    static final ObservedService SERVICE = new ObservedService();
  }

  private final List<Span> spans = new CopyOnWriteArrayList<>();
  private final List<String> exported = new CopyOnWriteArrayList<>();
  private final OwnService service;
  private final Tenants.App app;
  private final String signingSecret;
  private Map<String, String> webhookHeaders = Map.of();

  private ObservedService() {
    service =
        new OwnService(
            Map.of(
                "SHOPWIRE_TRACING_ENDPOINT", "http://127.0.0.1:" + startCollector(),
                "SHOPWIRE_TRACING_SAMPLE_RATIO", "1",
                "SHOPWIRE_LOG_FORMAT", "json",
                "SHOPWIRE_LOG_ACCESS", "true",
                "SHOPWIRE_LOG_SLOW_QUERY_MILLIS", "1",
                "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true"));
    Runtime.getRuntime().addShutdownHook(new Thread(service::close));
    app = service.tenants().app();
    signingSecret = sendTraffic();
  }

  static ObservedService shared() {
    return Shared.SERVICE;
  }

  private int startCollector() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext(
          "/v1/traces",
          exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exported.add(new String(body, StandardCharsets.ISO_8859_1));
            ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().stream()
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .forEach(spans::add);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
          });
      server.start();
      return server.getAddress().getPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Sends requests of many kinds, so that their metrics and traces exist. Returns the signing
   * secret.
   */
  private String sendTraffic() {
    try (Receiver receiver = new Receiver()) {
      Response endpoint =
          service
              .tenants()
              .console()
              .post(
                  "/console/api/workspaces/" + app.workspaceId() + "/webhook-endpoints",
                  "{\"url\":\""
                      + receiver.url("/hooks?token=hidden")
                      + "\",\"topics\":[\"customers/usage_event\"]}");
      sendWithRetries("/v1/identify?hidden=" + SHOP, REQUEST_ID, identify());
      sendWithRetries("/v1/usage_events", "second-events-1", event());
      call(
          "POST",
          "/v1/attribution",
          "third-1",
          "{\"app\":\"x\",\"myplatformDomain\":\"" + SHOP + "\",\"mref\":\"a\"}");
      call("GET", "/v1/customer?myplatformDomain=" + SHOP, "fourth-1", "");
      call("GET", "/v1/usage_events/report", "fifth-1", "");
      page("/console/sign-in");
      webhookHeaders = receiver.await("/hooks", 1, TIME).get(0).headers();
      return Objects.requireNonNull(endpoint.json().findValue("signingSecret")).asText();
    }
  }

  /** Retries until the response is 200, as clients do. */
  private void sendWithRetries(String path, String requestId, String body) {
    Poll.until(TIME, () -> path, () -> call("POST", path, requestId, body).status() == 200);
  }

  static String identify() {
    return "{\"myplatformDomain\":\"" + SHOP + "\",\"name\":\"n\",\"email\":\"" + EMAIL + "\"}";
  }

  private static String event() {
    return "{\"eventName\":\"exported\",\"customerId\":\"" + SHOP + "\",\"eventId\":\"e-1\"}";
  }

  Response call(String method, String path, String requestId, String body) {
    return new Http(service.process().httpUrl())
        .send(
            method,
            path,
            Map.of(
                "X-Api-Key",
                app.key(),
                "X-Request-Id",
                requestId,
                "Content-Type",
                "application/json",
                "traceparent",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
            body.getBytes(StandardCharsets.UTF_8));
  }

  /** Opens a page of the console without a session. */
  Response page(String path) {
    return new Http(service.process().consoleUrl()).send("GET", path, Map.of(), new byte[0]);
  }

  /** The headers of the first request to the receiver. */
  Map<String, String> webhookHeaders() {
    return webhookHeaders;
  }

  List<Span> spans() {
    return spans;
  }

  /** Everything that the collector received, byte for byte. */
  String exported() {
    return String.join("", exported);
  }

  List<String> secrets() {
    return List.of(
        app.key(), SHOP, EMAIL, signingSecret, RunningService.ADMIN_TOKEN, "token=hidden");
  }

  Tenants.App app() {
    return app;
  }

  String log() {
    return service.process().output();
  }

  String httpUrl() {
    return service.process().httpUrl();
  }

  String managementUrl() {
    return service.process().managementUrl();
  }

  Http management() {
    return new Http(managementUrl());
  }

  String metrics() {
    return management().send("GET", "/metrics", Map.of(), new byte[0]).body();
  }
}
