package dev.shopwire.app.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.RawClient;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Answer;
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
import org.junit.jupiter.api.Test;

/** Limits per client on the ports, set low, against clients that try to take everything. */
class ConnectionLimitsIT {
  private static final String PATH = "/v1/usage_events";
  private static final String EVENT = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}";
  private static final int PER_ADDRESS = 20;
  private static final int FAILURES = 15;
  private static final String GREEDY = "127.0.0.5";
  private static final String OTHER = "127.0.0.6";
  private static final String PROXY = "127.0.0.7";
  private static final Duration SOON = Duration.ofSeconds(10);
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
  void oneAddressClosesNoPortToOthers() {
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
          SOON,
          () -> "those above the bound are closed",
          () -> closed("address-full") >= 3 * 4 * PER_ADDRESS);
    } finally {
      idle.forEach(RawClient::close);
    }
    Poll.until(
        SOON,
        () -> "it may come again",
        () -> RawClient.get(api(), GREEDY, "/v1/openapi.json") == 200);
  }

  /** Else a request hides in what a proxy takes for another one's header (CVE-2026-102479). */
  @Test
  void aHeaderThatOnlyResemblesContentLengthIsNone() {
    String hidden = "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    for (String name : List.of("Content-Xength", "content-qength", "Xontent-Length")) {
      try (RawClient client = RawClient.connect(api(), OTHER)) {
        client.write(
            "GET /v1/nothing HTTP/1.1\r\nHost: a\r\n%s: %d\r\n\r\n%s"
                .formatted(name, hidden.length(), hidden));
        String answers = client.read(SOON);
        if (!answers.contains("HTTP/1.1 200 ")) {
          answers += client.read(SOON);
        }
        assertTrue(answers.startsWith("HTTP/1.1 4"), name);
        assertTrue(answers.contains("HTTP/1.1 200 "), name);
      }
    }
  }

  @Test
  void aProxysConnectionsAreThoseOfManyClients() {
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

  @Test
  void aConnectionWithoutAWholeRequestIsClosedSoon() {
    double before = closed("no-request");
    try (RawClient silent = RawClient.connect(api(), OTHER);
        RawClient dripping = RawClient.connect(api(), OTHER)) {
      AtomicBoolean ended = new AtomicBoolean();
      CompletableFuture<Void> drips =
          CompletableFuture.runAsync(
              () -> {
                dripping.write("GET / HTTP/1.1\r\nX-A: ");
                while (!ended.get() && dripping.write("a")) {
                  LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                }
              });
      assertTrue(silent.isClosedWithin(SOON));
      assertTrue(dripping.isClosedWithin(SOON));
      ended.set(true);
      drips.join();
    }
    assertTrue(closed("no-request") - before >= 2);
  }

  @Test
  void aConnectionMayStayForSomeTimeBetweenRequestsAndNoLonger() {
    try (RawClient client = RawClient.connect(api(), OTHER)) {
      String request = "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n";
      for (int i = 0; i < 2; i++) {
        client.write(request);
        assertTrue(client.read(SOON).startsWith("HTTP/1.1 200"));
      }
      client.write("GET ");
      assertTrue(client.isClosedWithin(SOON));
    }
  }

  @Test
  void aClientThatKeepsSendingARefusedBodyIsDisconnected() {
    try (RawClient client = RawClient.connect(api(), OTHER)) {
      client.write(
          "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n");
      long start = System.nanoTime();
      while (client.write("a".repeat(100))) {
        assertTrue(System.nanoTime() - start < SOON.toNanos(), "still open");
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
    }
  }

  /** As a client of a proxy, so that each test has an address of its own. */
  private static String head(String client, String key, int length) {
    return "POST "
        + PATH
        + " HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 127.0.0.1, "
        + client
        + "\r\nX-Api-Key: "
        + key
        + "\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private static String post(String client, String key) {
    try (RawClient connection = RawClient.connect(api(), PROXY)) {
      connection.write(head(client, key, EVENT.length()) + EVENT);
      String answer = connection.read(SOON);
      return answer.isEmpty() ? "nothing" : answer.substring(9);
    }
  }

  private static void assertLimited(String client, String kind) {
    int unauthorized = 0;
    String answer = post(client, kind.formatted(0));
    for (int i = 1; i < 3 * FAILURES && answer.startsWith("401"); i++) {
      unauthorized++;
      answer = post(client, kind.formatted(i));
    }
    assertEquals(FAILURES, unauthorized, kind);
    assertTrue(answer.startsWith("429"), answer);
    assertTrue(answer.matches("(?s).*\r\nretry-after: \\d+\r\n.*"), answer);
  }

  @Test
  void requestsWithoutAValidKeyAreLimitedByAddress() {
    assertLimited("192.0.2.1", "");
    assertLimited("192.0.2.2", "malformed %d");
    assertLimited("192.0.2.3", "some-made-up-key-%06d");
    assertLimited("2001:db8::1", "some-other-made-up-key-%06d");
    assertTrue(post("2001:db8::ffff:1", "one-more-made-up-key").startsWith("429"), "the same /64");
    assertTrue(post("2001:db8:0:1::1", "one-more-made-up-key").startsWith("401"), "another /64");
  }

  @Test
  void aBodyOfALimitedClientIsNotRead() {
    String client = "192.0.2.9";
    assertLimited(client, "some-made-up-key-%06d");
    try (RawClient connection = RawClient.connect(api(), PROXY)) {
      connection.write(head(client, "one-more-made-up-key", 900_000));
      String answer = connection.read(SOON);
      assertTrue(answer.startsWith("HTTP/1.1 429"), answer);
      assertTrue(answer.contains("\r\nconnection: close\r\n"), answer);
      assertTrue(connection.isClosedWithin(SOON));
    }
  }

  @Test
  void aValidKeyIsNeverLockedOutByOthersFromItsAddress() {
    String client = "192.0.2.20";
    assertLimited(client, "some-made-up-key-%06d");
    AtomicBoolean ended = new AtomicBoolean();
    List<CompletableFuture<Void>> floods = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int flood = i;
      floods.add(
          CompletableFuture.runAsync(
              () -> {
                try (RawClient connection = RawClient.connect(api(), PROXY)) {
                  for (int n = 0; !ended.get(); n++) {
                    String key = "made-up-key-of-a-flood-" + flood + "-" + n;
                    String request = head(client, key, EVENT.length()) + EVENT;
                    if (!connection.write(request) || connection.read(SOON).isEmpty()) {
                      return;
                    }
                  }
                }
              }));
    }
    try {
      for (int i = 0; i < 5; i++) {
        String key = service.tenants().app().key();
        assertTrue(post(client, key).startsWith("200"), () -> "a key that was never used before");
      }
    } finally {
      ended.set(true);
      floods.forEach(CompletableFuture::join);
    }
  }

  @Test
  void aBodyIsAskedForOnlyOfWhoMaySendIt() {
    Tenants.App app = service.tenants().app();
    String expect = "Expect: 100-continue\r\nContent-Type: application/json\r\n";
    try (RawClient good = RawClient.connect(api(), OTHER);
        RawClient bad = RawClient.connect(api(), OTHER)) {
      good.write(head(OTHER, app.key(), EVENT.length()).replaceFirst("Host", expect + "Host"));
      assertEquals("HTTP/1.1 100 Continue\r\n\r\n", good.read(SOON));
      good.write(EVENT);
      assertTrue(good.read(SOON).startsWith("HTTP/1.1 200"));
      bad.write(
          head(OTHER, "no-such-key-at-all-1", EVENT.length())
              .replaceFirst("Host", expect + "Host"));
      assertTrue(bad.read(SOON).startsWith("HTTP/1.1 401"));
    }
  }

  /** The bucket holds 200 kB; a body that finds it with anything left may leave a debt. */
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
    Answer refused = app.api().post(PATH, large);
    assertEquals(429, refused.status(), refused::body);
    assertFalse(refused.header("RateLimit").isEmpty());
    assertTrue(Integer.parseInt(refused.header("Retry-After")) >= 1);
    assertEquals(429, app.api().post(PATH, EVENT).status());
    assertEquals(429, app.api().post("/v1/identify", EVENT).status());
    assertEquals(400, unbounded.api().post(PATH, large).status(), "more events, more bytes");
    Poll.until(SOON, () -> "the debt is paid", () -> app.api().post(PATH, EVENT).status() == 200);
  }

  @Test
  void wrongAdminTokensAreLimitedBeforeTheirBodiesAreRead() {
    Http console = new Http(service.process().consoleUrl());
    Map<String, String> wrong =
        Map.of("Authorization", "Bearer wrong", "X-Forwarded-For", "192.0.2.77");
    byte[] body = "{\"name\":\"w\"}".getBytes(StandardCharsets.UTF_8);
    int status = 401;
    for (int i = 0; i < 20 && status == 401; i++) {
      status = console.send("POST", "/console/api/workspaces", wrong, body).status();
    }
    assertEquals(429, status);
    assertEquals(
        200, service.tenants().console().get("/console/api/workspaces").status(), "the right one");
  }
}
