package dev.shopwire.app.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.RawClient;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.FreshData;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;

/**
 * Tests a process without heap, which exits, and one without file descriptors, which is not ready.
 */
@Tag("full")
class ExhaustionIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** Their incomplete request heads are larger than the heap. */
  private static final int CLIENTS = 4_500;

  /** Fails when almost no heap is left, instead of collecting garbage for minutes. */
  private static final List<String> LITTLE_HEAP =
      List.of(
          "-Xmx64m",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseParallelGC",
          "-XX:GCTimeLimit=50",
          "-XX:GCHeapFreeLimit=15");

  private static final String HEAD = "GET /" + "a".repeat(15_000);

  private static ServiceProcess launch(Path directory, Map<String, String> more) {
    ServiceProcess service = ServiceProcess.launch(directory, more, LITTLE_HEAP);
    service.awaitReady();
    return service;
  }

  @ConcurrentTest
  void aProcessWithoutHeapExitsAndRestartsOnItsStores() throws Exception {
    Path directory = FreshData.copy("exhausted");
    Map<String, String> settings = Map.of("SHOPWIRE_HTTP_CONNECTIONS_PER_ADDRESS", "0");
    List<RawClient> clients = new ArrayList<>();
    try {
      ServiceProcess service = launch(directory, settings);
      try {
        for (int i = 0; i < CLIENTS && service.process().isAlive(); i++) {
          RawClient client = RawClient.connect(service.httpUrl(), "127.0.0.1");
          clients.add(client);
          client.write(HEAD);
        }
      } catch (UncheckedIOException e) {
        // the process exits during the loop
      }
      assertTrue(
          service.process().waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS),
          () -> "the process still runs: " + service.output());
      assertEquals(3, service.process().exitValue(), service::output);
      assertTrue(
          service.output().contains("Shopwire is out of memory and is exiting"), service::output);
      try (ServiceProcess restarted = launch(directory, settings)) {
        assertTrue(restarted.process().isAlive());
      }
    } finally {
      clients.forEach(RawClient::close);
      TemporaryFiles.delete(directory);
    }
  }

  /** Without file descriptors the process cannot accept connections, although the system does. */
  @ConcurrentTest
  void aProcessThatAcceptsNoConnectionsIsNotReady() throws Exception {
    try (OwnService own = new OwnService(Map.of())) {
      ServiceProcess service = own.process();
      Http management = new Http(service.managementUrl());
      assertTrue(management.isUp("/health/ready"));
      long pid = service.process().pid();
      limitFiles(pid, 20);
      Poll.until(
          TIMEOUT,
          () -> "the failure is logged: " + service.output(),
          () -> service.output().contains("does not accept connections"));
      Poll.until(TIMEOUT, () -> "readiness is false", () -> !isReady(management));
      limitFiles(pid, 4_096);
      Poll.until(TIMEOUT, () -> "the process is ready again", () -> isReady(management));
    }
  }

  private static boolean isReady(Http management) {
    try {
      return management.send("GET", "/health/ready", Map.of(), new byte[0]).status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private static void limitFiles(long pid, int files) throws IOException, InterruptedException {
    Process prlimit =
        new ProcessBuilder("prlimit", "--pid", Long.toString(pid), "--nofile=" + files + ":")
            .inheritIO()
            .start();
    assertEquals(0, prlimit.waitFor());
  }
}
