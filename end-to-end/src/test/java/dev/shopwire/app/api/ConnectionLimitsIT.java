package dev.shopwire.app.api;

import static dev.shopwire.app.api.ProxiedClient.EVENT;
import static dev.shopwire.app.api.ProxiedClient.PATH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.RawClient;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the limits per client, set low, against clients that try to use up all resources. */
@Tag("full")
class ConnectionLimitsIT {
  private static final int PER_ADDRESS = 20;
  private static final int FAILURES = 15;
  private static final String GREEDY = "127.0.0.5";
  private static final String OTHER = "127.0.0.6";
  private static final String PROXY = "127.0.0.7";
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static OwnService service;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service =
        new OwnService(
            Map.of(
                "SHOPWIRE_HTTP_CONNECTIONS", "200",
                "SHOPWIRE_HTTP_CONNECTIONS_PER_ADDRESS", Integer.toString(PER_ADDRESS),
                "SHOPWIRE_HTTP_PROXIES", PROXY,
                "SHOPWIRE_HTTP_FIRST_REQUEST_MILLIS", "2000",
                "SHOPWIRE_HTTP_IDLE_MILLIS", "4000",
                "SHOPWIRE_KEYS_FAILURES_PER_MINUTE", Integer.toString(FAILURES),
                "SHOPWIRE_LIMITS_BYTES_PER_SECOND", "100000"));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static String api() {
    return service.process().httpUrl();
  }

  private static double closed(String reason) {
    return Metric.value(
        service.process().managementUrl(),
        "shopwire_connections_closed_total{reason=\"" + reason + "\"}");
  }

  @Test
  void oneAddressCannotExhaustAPort() {
    ServiceProcess process = service.process();
    Map<String, String> paths =
        Map.of(
            process.httpUrl(), "/v1/openapi.json",
            process.consoleUrl(), "/console/api/openapi.json",
            process.managementUrl(), "/health/live");
    List<RawClient> idle = new ArrayList<>();
    try {
      paths
          .keySet()
          .forEach(
              url -> {
                for (int i = 0; i < 5 * PER_ADDRESS; i++) {
                  idle.add(RawClient.connect(url, GREEDY));
                }
              });
      paths.forEach((url, path) -> assertEquals(200, RawClient.get(url, OTHER, path), url));
      Poll.until(
          TIMEOUT,
          () -> "connections above the limit are closed",
          () -> closed("address-full") >= 3 * 4 * PER_ADDRESS);
    } finally {
      idle.forEach(RawClient::close);
    }
    Poll.until(
        TIMEOUT,
        () -> "the address is accepted again",
        () -> RawClient.get(api(), GREEDY, "/v1/openapi.json") == 200);
  }

  @Test
  void connectionsOfAProxyAreNotLimitedPerAddress() {
    List<RawClient> open = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * PER_ADDRESS; i++) {
        open.add(RawClient.connect(api(), PROXY));
      }
      for (RawClient client : open) {
        assertEquals(200, client.get("/v1/openapi.json"));
      }
    } finally {
      open.forEach(RawClient::close);
    }
  }

  @ConcurrentTest
  void aConnectionWithoutACompleteRequestIsClosed() {
    double before = closed("no-request");
    try (RawClient silent = RawClient.connect(api(), OTHER);
        RawClient dripping = RawClient.connect(api(), OTHER)) {
      AtomicBoolean isDone = new AtomicBoolean();
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> {
                dripping.write("GET / HTTP/1.1\r\nX-A: ");
                while (!isDone.get() && dripping.write("a")) {
                  LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                }
              });
      assertTrue(silent.isClosedWithin(TIMEOUT));
      assertTrue(dripping.isClosedWithin(TIMEOUT));
      isDone.set(true);
      writer.join();
    }
    assertTrue(closed("no-request") - before >= 2);
  }

  @ConcurrentTest
  void aConnectionIsClosedAfterTheIdleTime() {
    try (RawClient client = RawClient.connect(api(), OTHER)) {
      String request = "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n";
      for (int i = 0; i < 2; i++) {
        client.write(request);
        assertTrue(client.read(TIMEOUT).startsWith("HTTP/1.1 200"));
      }
      client.write("GET ");
      assertTrue(client.isClosedWithin(TIMEOUT));
    }
  }

  @ConcurrentTest
  void aClientThatKeepsSendingARejectedBodyIsDisconnected() {
    try (RawClient client = RawClient.connect(api(), OTHER)) {
      client.write(
          "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n");
      long start = System.nanoTime();
      while (client.write("a".repeat(100))) {
        assertTrue(System.nanoTime() - start < TIMEOUT.toNanos(), "the connection is still open");
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
  }

  private static ProxiedClient client(String address) {
    return new ProxiedClient(api(), PROXY, address);
  }

  private static void assertLimited(ProxiedClient client, String keyPattern) {
    int unauthorized = 0;
    String response = client.post(keyPattern.formatted(0));
    for (int i = 1; i < 3 * FAILURES && response.startsWith("401"); i++) {
      unauthorized++;
      response = client.post(keyPattern.formatted(i));
    }
    assertEquals(FAILURES, unauthorized, keyPattern);
    assertTrue(response.startsWith("429"), response);
    assertTrue(response.matches("(?s).*\r\nretry-after: \\d+\r\n.*"), response);
  }

  @Test
  void requestsWithoutAValidKeyAreLimitedPerAddress() {
    assertLimited(client("192.0.2.1"), "");
    assertLimited(client("192.0.2.2"), "malformed %d");
    assertLimited(client("192.0.2.3"), "some-made-up-key-%06d");
    assertLimited(client("2001:db8::1"), "some-other-made-up-key-%06d");
    String key = "one-more-made-up-key";
    assertTrue(client("2001:db8::ffff:1").post(key).startsWith("429"), "the same /64");
    assertTrue(client("2001:db8:0:1::1").post(key).startsWith("401"), "another /64");
  }

  @Test
  void aBodyOfALimitedClientIsNotRead() {
    ProxiedClient client = client("192.0.2.9");
    assertLimited(client, "some-made-up-key-%06d");
    try (RawClient connection = client.connect()) {
      connection.write(client.head("one-more-made-up-key", 900_000));
      String response = connection.read(TIMEOUT);
      assertTrue(response.startsWith("HTTP/1.1 429"), response);
      assertTrue(response.contains("\r\nconnection: close\r\n"), response);
      assertTrue(connection.isClosedWithin(TIMEOUT));
    }
  }

  @Test
  void aValidKeyIsNeverLockedOutByOthersFromItsAddress() {
    ProxiedClient client = client("192.0.2.20");
    assertLimited(client, "some-made-up-key-%06d");
    AtomicBoolean isDone = new AtomicBoolean();
    List<CompletableFuture<Void>> floods = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String prefix = "made-up-key-of-a-flood-" + i + "-";
      floods.add(CompletableFuture.runAsync(() -> client.flood(prefix, isDone)));
    }
    try {
      for (int i = 0; i < 5; i++) {
        String key = service.tenants().app().key();
        assertTrue(client.post(key).startsWith("200"), () -> "a key that was never used before");
      }
    } finally {
      isDone.set(true);
      floods.forEach(CompletableFuture::join);
    }
  }

  @Test
  void onlyAnAuthorizedClientGetsA100Continue() {
    Tenants.App app = service.tenants().app();
    String expect = "Expect: 100-continue\r\nContent-Type: application/json\r\n";
    try (RawClient authorized = RawClient.connect(api(), OTHER);
        RawClient unauthorized = RawClient.connect(api(), OTHER)) {
      authorized.write(
          client(OTHER).head(app.key(), EVENT.length()).replaceFirst("Host", expect + "Host"));
      assertEquals("HTTP/1.1 100 Continue\r\n\r\n", authorized.read(TIMEOUT));
      authorized.write(EVENT);
      assertTrue(authorized.read(TIMEOUT).startsWith("HTTP/1.1 200"));
      unauthorized.write(
          client(OTHER)
              .head("no-such-key-at-all-1", EVENT.length())
              .replaceFirst("Host", expect + "Host"));
      assertTrue(unauthorized.read(TIMEOUT).startsWith("HTTP/1.1 401"));
    }
  }

  /** The bucket holds 200 kB; a body is accepted while any of it is left, and may overdraw it. */
  @Test
  void bytesAreChargedBeforeTheyAreParsed() {
    Tenants tenants = service.tenants();
    Tenants.App unbounded = tenants.app();
    Tenants.App app =
        tenants.key(
            unbounded.workspaceId(),
            unbounded.appId(),
            "{\"requestsPerSecond\":1000,\"eventsPerSecond\":1000}");
    String large = "{\"eventName\":" + " ".repeat(150_000);
    assertEquals(400, app.api().post(PATH, large).status());
    assertEquals(400, app.api().post(PATH, large).status());
    Response refused = app.api().post(PATH, large);
    assertEquals(429, refused.status(), refused::body);
    assertFalse(refused.header("RateLimit").isEmpty());
    assertTrue(Integer.parseInt(refused.header("Retry-After")) >= 1);
    assertEquals(429, app.api().post(PATH, EVENT).status());
    assertEquals(429, app.api().post("/v1/identify", EVENT).status());
    assertEquals(
        400, unbounded.api().post(PATH, large).status(), "a higher event limit allows more bytes");
    Poll.until(
        TIMEOUT,
        () -> "the bucket has been refilled",
        () -> app.api().post(PATH, EVENT).status() == 200);
  }

  @Test
  void wrongAdminTokensAreLimitedBeforeTheirBodiesAreRead() {
    Http console = new Http(service.process().consoleUrl());
    Map<String, String> headers =
        Map.of("Authorization", "Bearer wrong", "X-Forwarded-For", "192.0.2.77");
    byte[] body = "{\"name\":\"w\"}".getBytes(StandardCharsets.UTF_8);
    int status = 401;
    for (int i = 0; i < 20 && status == 401; i++) {
      status = console.send("POST", "/console/api/workspaces", headers, body).status();
    }
    assertEquals(429, status);
    assertEquals(
        200,
        service.tenants().console().get("/console/api/workspaces").status(),
        "the valid token");
  }
}
