package dev.shopwire.app.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.RawClient;
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
import org.junit.jupiter.api.Test;

/** A process that has run out of what it can't do without: it says so, or it ends. */
class ExhaustionIT {
  private static final Duration TIME = Duration.ofSeconds(60);

  /** More than the heap, in heads of requests that don't end. */
  private static final int CLIENTS = 4_500;

  /** Ends when next to nothing is left, instead of collecting garbage for minutes. */
  private static final List<String> LITTLE_HEAP =
      List.of("-Xmx64m", "-XX:+UseParallelGC", "-XX:GCTimeLimit=70", "-XX:GCHeapFreeLimit=15");

  private static final String HEAD = "GET /" + "a".repeat(15_000);

  private static ServiceProcess launch(Path directory, Map<String, String> more) {
    ServiceProcess service = ServiceProcess.launch(directory, more, LITTLE_HEAP);
    service.awaitReady();
    return service;
  }

  @Test
  void aProcessWithoutHeapEndsAndStartsAgainOnTheStoresItLeft() throws Exception {
    Path directory = TemporaryFiles.directory("exhausted");
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
        // it ends while we connect
      }
      assertTrue(
          service.process().waitFor(TIME.toSeconds(), TimeUnit.SECONDS),
          () -> "it still runs: " + service.output());
      assertEquals(3, service.process().exitValue(), service::output);
      assertTrue(
          service.output().contains("Shopwire is out of memory and is exiting"), service::output);
      try (ServiceProcess again = launch(directory, settings)) {
        assertTrue(again.process().isAlive());
      }
    } finally {
      clients.forEach(RawClient::close);
      TemporaryFiles.delete(directory);
    }
  }

  /** With no file descriptors left the port can't take connections, though the system does. */
  @Test
  void aProcessWhosePortTakesNoConnectionsIsNotReady() throws Exception {
    try (OwnService own = new OwnService(Map.of())) {
      ServiceProcess service = own.process();
      Http management = new Http(service.managementUrl());
      assertTrue(management.isUp("/health/ready"));
      long pid = service.process().pid();
      limitFiles(pid, 20);
      Poll.until(
          TIME,
          () -> "it isn't ready: " + service.output(),
          () -> service.output().contains("does not accept connections"));
      Poll.until(TIME, () -> "the API tells", () -> !isReady(management));
      limitFiles(pid, 4_096);
      Poll.until(TIME, () -> "it is ready again", () -> isReady(management));
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
