package dev.shopwire.app.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Tenants;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the limits of a process for buffers and connections, so low that a few clients reach them.
 */
@Tag("full")
class LoadLimitsIT {
  private static final String PATH = "/v1/usage_events";
  private static final Duration SETTLE_TIME = Duration.ofMillis(200);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int UPLOAD_BYTES = 900_000;
  private static final int CONNECTIONS = 40;
  private static OwnService service;
  private static Tenants.App app;

  private final List<Socket> sockets = new ArrayList<>();

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service =
        new OwnService(
            Map.of(
                "SHOPWIRE_LIMITS_MEMORY_BYTES", Integer.toString(48 << 20),
                "SHOPWIRE_HTTP_CONNECTIONS", Integer.toString(CONNECTIONS),
                "SHOPWIRE_HTTP_CONNECTIONS_PER_ADDRESS", "0"));
    app = service.tenants().app();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @AfterEach
  void closeConnections() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    awaitReleased("bodies");
    awaitReleased("responses");
  }

  private static void awaitReleased(String what) {
    Poll.until(
        TIMEOUT,
        () -> what + " are released, " + reserved(what) + " bytes are reserved",
        () -> reserved(what) < 1 << 16);
  }

  private static double reserved(String what) {
    return metric("shopwire_held_bytes{what=\"" + what + "\"}");
  }

  private static double refused(String what) {
    return metric("shopwire_held_refused_total{what=\"" + what + "\"}");
  }

  private static double metric(String name) {
    return Metric.value(service.process().managementUrl(), name);
  }

  private Socket connect() {
    Socket socket = new Socket();
    sockets.add(socket);
    try {
      socket.setReceiveBufferSize(4_096);
      URI api = URI.create(service.process().httpUrl());
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), api.getPort()));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Socket socket, String text) {
    try {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String head(String method, String path) {
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Api-Key: "
        + app.key()
        + "\r\n";
  }

  /** Sends all but the last byte of a body. */
  private void upload() {
    Socket socket = connect();
    write(socket, head("POST", PATH) + "Content-Length: " + (UPLOAD_BYTES + 1) + "\r\n\r\n");
    write(socket, " ".repeat(UPLOAD_BYTES));
  }

  private static String batch(int events, int characters) {
    String event =
        "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"properties\":{\"t\":\"%s\"}}"
            .formatted("x".repeat(characters));
    return "{\"events\":[" + (event + ",").repeat(events - 1) + event + "]}";
  }

  /** Retries if PostgreSQL is slow at first, but never for lack of capacity. */
  private static void store(Tenants.App app, String body) {
    Poll.until(
        TIMEOUT,
        () -> "the batch is stored",
        () -> {
          Response response = app.api().post(PATH, body);
          assertFalse(response.body().contains("Too many large requests"), response::body);
          return response.status() == 200;
        });
  }

  private static void assertRefused(Response response) {
    assertEquals(503, response.status(), response::body);
    assertEquals("1", response.header("Retry-After"));
    assertTrue(response.body().contains("Too many large requests"), response::body);
  }

  @Test
  void largeBodiesAboveTheLimitAreRefusedAndSmallOnesAccepted() throws IOException {
    String large = batch(100, 8_000);
    store(app, large);
    for (int i = 0; i < 8; i++) {
      upload();
    }
    // While refused uploads release their buffers, there may be capacity for a moment.
    Poll.until(
        TIMEOUT,
        () -> "uploads are refused, and the others have arrived",
        () -> {
          double before = reserved("bodies");
          LockSupport.parkNanos(SETTLE_TIME.toNanos());
          return refused("bodies") > 0 && reserved("bodies") == before;
        });
    assertRefused(app.api().post(PATH, large));
    assertRefused(app.api().post("/v1/identify", large));
    assertRefused(
        app.api()
            .send(
                "POST",
                PATH,
                Map.of("Content-Type", "application/json", "Content-Encoding", "gzip"),
                compressed(large)));
    store(app, batch(1, 10));
    store(app, batch(10, 100));
    closeConnections();
    store(app, large);
  }

  private static byte[] compressed(String text) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return compressed.toByteArray();
  }

  @Test
  void unreadResponsesAboveTheLimitAreRefusedAndSmallRequestsAccepted() {
    for (int i = 0; i < 3; i++) {
      store(app, batch(30, 32_000));
    }
    String list = head("GET", PATH + "?take=1000") + "\r\n";
    for (int i = 0; i < 15; i++) {
      write(connect(), list.repeat(20));
    }
    Poll.until(TIMEOUT, () -> "a response is refused", () -> refused("responses") > 0);
    assertTrue(reserved("responses") <= metric("shopwire_held_limit_bytes{what=\"responses\"}"));
    store(app, batch(1, 10));
    Poll.until(
        TIMEOUT,
        () -> "a reader gets a 503",
        () -> {
          Response response = app.api().get(PATH + "?take=1000");
          return response.status() == 503
              && response.header("Retry-After").equals("1")
              && response.body().contains("Too many large responses");
        });
  }

  @Test
  void aPageOfLargeEventsEndsEarlyAndTheNextPagesHaveTheRest() {
    Tenants.App other = service.tenants().app();
    for (int i = 0; i < 2; i++) {
      store(other, batch(30, 32_000));
    }
    store(other, batch(100, 10));
    int events = 0;
    int pages = 0;
    String cursor = "";
    do {
      Response page = other.api().get(PATH + "?take=1000" + cursor);
      assertEquals(200, page.status(), page::body);
      assertTrue(page.body().length() < 1_200_000, () -> page.body().length() + " characters");
      events += page.json().path("events").size();
      pages++;
      cursor =
          page.json().path("hasNextPage").asBoolean()
              ? "&cursor=" + page.json().path("cursor").asText()
              : "";
    } while (!cursor.isEmpty());
    assertEquals(service.sql().events(other.appId()), events);
    assertTrue(pages > 1);
  }

  @Test
  void connectionsAboveTheLimitAreClosedAndTheOthersKept() throws IOException {
    store(app, batch(1, 10));
    double before = metric("shopwire_connections_closed_total{reason=\"port-full\"}");
    for (int i = 0; i < 2 * CONNECTIONS; i++) {
      connect();
    }
    Poll.until(
        TIMEOUT,
        () -> "the others are closed",
        () ->
            metric("shopwire_connections_closed_total{reason=\"port-full\"}") - before
                >= CONNECTIONS);
    store(app, batch(1, 10));
    closeConnections();
    Poll.until(
        TIMEOUT,
        () -> "closed connections are not counted",
        () -> metric("shopwire_connections") < CONNECTIONS / 2);
    Socket next = connect();
    write(next, head("GET", PATH) + "\r\n");
    assertFalse(next.getInputStream().read() < 0, "a new connection is accepted");
  }
}
