package dev.shopwire.app.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.SteadyLoad;
import dev.shopwire.app.support.SteadyRequests;
import dev.shopwire.app.support.SteadyRequests.Kind;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests SIGTERM under load, while PostgreSQL hangs and during the start. */
@Tag("long")
class ShutdownIT {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Path DIRECTORY = TemporaryFiles.directory("shutdown");
  private static final int IDLE_CONNECTIONS = 1_000;

  private final Sql sql = new Sql(Stores.shared().postgresUri());

  @AfterAll
  static void delete() {
    TemporaryFiles.delete(DIRECTORY);
  }

  private static ServiceProcess start() {
    // The idle connections are as many as one address may have by default.
    return ServiceProcess.start(
        DIRECTORY,
        RunningService.onSharedStores(
            Map.of(ServiceProcess.GRACE, "1000", "SHOPWIRE_HTTP_CONNECTIONS_PER_ADDRESS", "2000")));
  }

  /** Waits for the process to exit; returns how long that took. */
  private static long awaitExitMillis(ServiceProcess process, long sinceNanos) throws Exception {
    boolean exited = process.process().waitFor(LIMIT.toMillis() + 2_000, TimeUnit.MILLISECONDS);
    long millis = (System.nanoTime() - sinceNanos) / 1_000_000;
    if (!exited) {
      process.kill();
    }
    assertTrue(exited && millis <= LIMIT.toMillis(), () -> millis + " ms: " + process.output());
    assertEquals(0, process.process().exitValue(), process::output);
    return millis;
  }

  @Test
  void underLoadAcknowledgedDataIsStoredAndAnotherProcessTakesTheLanes() throws Exception {
    String workers = "select coalesce(string_agg(id::text, ' '), '') from webhook_workers";
    try (ServiceProcess other = start()) {
      String otherWorkers = sql.text(workers);
      ServiceProcess stopping = start();
      Tenants tenants =
          new Tenants(other.consoleUrl(), other.httpUrl(), RunningService.ADMIN_TOKEN);
      Tenants.App app = tenants.app();
      List<String> ownWorkers = new ArrayList<>(List.of(sql.text(workers).split(" ", -1)));
      ownWorkers.removeAll(List.of(otherWorkers.split(" ", -1)));
      String lanes =
          "select count(*) from webhook_lanes where owner is null or owner::text in ('"
              + String.join("','", ownWorkers)
              + "')";
      Poll.until(TIMEOUT, () -> "the process has lanes", () -> sql.number(lanes) > 0);
      SteadyRequests requests =
          SteadyRequests.of(
              app.workspaceId(),
              app.key(),
              List.of(Kind.EVENT, Kind.BATCH, Kind.IDENTIFY, Kind.STAFF, Kind.CONSOLE));
      try (SteadyLoad load =
          new SteadyLoad(stopping.httpUrl(), stopping.consoleUrl(), requests, 150, false)) {
        awaitWarm(load);
        load.failures().clear();
        long signaled = System.nanoTime();
        stopping.process().destroy();
        Poll.until(
            TIMEOUT,
            () -> "readiness is false",
            () -> !new Http(stopping.managementUrl()).isUp("/health/ready"));
        int before = load.succeeded().size();
        Poll.until(
            TIMEOUT,
            () -> "the grace period passes",
            () -> System.nanoTime() - signaled > 900_000_000L);
        assertTrue(load.succeeded().size() > before + 20);
        assertEquals(List.of(), List.copyOf(load.failures()), "during the grace period");
        System.out.println(
            "ShutdownIT: exited after " + awaitExitMillis(stopping, signaled) + " ms");
        long exited = System.nanoTime();
        Poll.until(TIMEOUT, () -> "another process owns the lanes", () -> sql.number(lanes) == 0);
        long millis = (System.nanoTime() - exited) / 1_000_000;
        assertTrue(millis < 2_000, () -> "after " + millis + " ms");
        load.finish();
        // Without retries: after the grace period a connection is refused, or closed before its
        // request.
        assertTrue(
            load.failures().stream().allMatch(failure -> failure.contains(": 0 ")),
            () -> load.failures().toString());
        assertStored(requests, app, load);
      }
      try (IdleConnections idle = new IdleConnections(other, IDLE_CONNECTIONS)) {
        stopWithSlowBody(other, app.key());
        assertEquals(IDLE_CONNECTIONS, idle.count());
      }
    }
  }

  /** On a busy machine a process that has just started may be too slow for some requests. */
  private static void awaitWarm(SteadyLoad load) {
    int[] seen = {0, 0};
    Poll.until(
        TIMEOUT,
        () -> "200 requests without a failure: " + load.failures(),
        () -> {
          if (load.failures().size() > seen[0]) {
            seen[0] = load.failures().size();
            seen[1] = load.succeeded().size();
          }
          return load.succeeded().size() > seen[1] + 200;
        });
  }

  private void assertStored(SteadyRequests requests, Tenants.App app, SteadyLoad load) {
    List<String> acknowledged =
        load.succeeded().stream()
            .filter(request -> request.kind() == Kind.EVENT)
            .map(request -> request.body().replaceAll(".*\"eventId\":\"([^\"]*)\".*", "$1"))
            .toList();
    String array = "array['" + String.join("','", acknowledged) + "']";
    assertEquals(
        acknowledged.size(),
        sql.number(
            "select count(*) from usage_events where app_id = ? and event_id = any(" + array + ")",
            Long.parseLong(app.appId())));
    long batches =
        load.succeeded().stream().filter(request -> request.kind() == Kind.BATCH).count()
            * SteadyRequests.BATCH;
    long stored = sql.events(app.appId());
    assertTrue(stored >= batches + acknowledged.size(), () -> stored + " of " + requests);
  }

  /** A request whose body is never completed gets a 503 instead of a closed connection. */
  private static void stopWithSlowBody(ServiceProcess process, String key) throws Exception {
    URI url = URI.create(process.httpUrl());
    try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
      slow.setSoTimeout((int) TIMEOUT.toMillis());
      String head =
          "POST /v1/usage_events HTTP/1.1\r\nHost: a\r\nX-Api-Key: %s\r\nContent-Length: 100\r\n\r\n{"
              .formatted(key);
      slow.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      long signaled = System.nanoTime();
      process.process().destroy();
      String response = new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(response.startsWith("HTTP/1.1 503"), response);
      assertTrue(
          response.toLowerCase(java.util.Locale.ROOT).contains("connection: close"), response);
      assertTrue(response.toLowerCase(java.util.Locale.ROOT).contains("retry-after"), response);
      awaitExitMillis(process, signaled);
    }
  }

  /** Idle connections on which one response each has been received. */
  private static final class IdleConnections implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();

    IdleConnections(ServiceProcess process, int count) throws IOException {
      int port = URI.create(process.httpUrl()).getPort();
      byte[] request =
          "GET /v1/nothing HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < count; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        socket.getOutputStream().write(request);
      }
      for (Socket socket : sockets) {
        InputStream in = socket.getInputStream();
        assertEquals('H', in.read());
      }
    }

    int count() {
      return sockets.size();
    }

    @Override
    public void close() throws IOException {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void whilePostgresHangsAndWithTwoSignals() throws Exception {
    OwnService service = new OwnService(Map.of(ServiceProcess.GRACE, "1000"));
    long postgres = service.postgresPid();
    List<Long> frozen = new ArrayList<>(List.of(postgres));
    try {
      Tenants.App app = service.tenants().app();
      SteadyRequests requests =
          SteadyRequests.of(
              app.workspaceId(), app.key(), List.of(Kind.EVENT, Kind.IDENTIFY, Kind.CUSTOMER));
      try (SteadyLoad load =
          new SteadyLoad(
              service.process().httpUrl(), service.process().consoleUrl(), requests, 50, true)) {
        Poll.until(TIMEOUT, () -> "some requests succeed", () -> load.succeeded().size() > 20);
        ProcessHandle.of(postgres).stream()
            .flatMap(ProcessHandle::descendants)
            .forEach(child -> frozen.add(child.pid()));
        Signals.freeze(postgres);
        long signaled = System.nanoTime();
        service.process().process().destroy();
        Signals.send("TERM", service.process().process().pid());
        System.out.println(
            "ShutdownIT: PostgreSQL hung, exited after "
                + awaitExitMillis(service.process(), signaled)
                + " ms");
      }
    } finally {
      frozen.forEach(Signals::kill);
      service.close();
    }
  }

  @Test
  void duringTheStart() throws Exception {
    Path directory = TemporaryFiles.directory("starting");
    try {
      ServiceProcess waiting =
          ServiceProcess.launch(
              DIRECTORY,
              Map.of(
                  "SHOPWIRE_POSTGRES_URI",
                  "postgresql://u:p@127.0.0.1:" + FreePorts.next() + "/d",
                  "SHOPWIRE_REDIS_URI",
                  "redis://127.0.0.1:" + FreePorts.next()));
      ServiceProcess embedded = ServiceProcess.launch(directory, Map.of());
      Poll.until(TIMEOUT, waiting::output, () -> waiting.output().contains("Waiting for"));
      Poll.until(
          TIMEOUT, embedded::output, () -> embedded.process().descendants().findAny().isPresent());
      List<ProcessHandle> children = embedded.process().descendants().toList();
      long signaled = System.nanoTime();
      waiting.process().destroy();
      embedded.process().destroy();
      awaitExitMillis(waiting, signaled);
      awaitExitMillis(embedded, signaled);
      Poll.until(
          TIMEOUT,
          () -> "its stores exit",
          () -> children.stream().noneMatch(ProcessHandle::isAlive));
    } finally {
      TemporaryFiles.delete(directory);
    }
  }
}
