package dev.shopwire.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.ClusterProcesses;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.Tenants;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends calls of app backends other than usage events, with the documented retries: what fails with
 * a broken connection, 429 or 503 is sent again to the other process. The first two nodes run
 * ingest. Thread-safe.
 */
final class ClusterTraffic {
  private static final long PAUSE_NANOS = Duration.ofMillis(50).toNanos();
  private static final long RETRY_NANOS = Duration.ofMinutes(2).toNanos();

  private static final Sql SQL = new Sql(Stores.shared().postgresUri());

  private final ClusterProcesses nodes;
  private final Tenants.App app;
  private final String slug;
  private final AtomicLong turn = new AtomicLong();
  private final Set<String> credited = ConcurrentHashMap.newKeySet();
  private final AtomicLong pushes = new AtomicLong();

  ClusterTraffic(ClusterProcesses nodes, Tenants.App app) {
    this.nodes = nodes;
    this.app = app;
    this.slug = SQL.text("select slug from apps where id = ?", Long.parseLong(app.appId()));
  }

  /** Sends one identify with the next value of a field, and one code sighting of a new shop. */
  void step() {
    long count = pushes.get() + 1;
    retry(
        "/v1/identify",
        "{\"myplatformDomain\":\"pushed.example.com\",\"customFields\":{\"n\":" + count + "}}");
    pushes.set(count);
    String shop = "credited-" + count + ".example.com";
    retry("/v1/attribution", code(shop));
    credited.add(shop);
  }

  /** A sighting of the affiliate's code with {@code shop}. */
  String code(String shop) {
    return "{\"app\":\"%s\",\"myplatformDomain\":\"%s\",\"mref\":\"JANE10\"}".formatted(slug, shop);
  }

  private void retry(String path, String body) {
    long end = System.nanoTime() + RETRY_NANOS;
    while (!succeeds(nodes.node((int) (turn.getAndIncrement() % 2)).httpUrl(), path, body)) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never succeeded: " + path);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Whether the process at {@code url} responds with success; false if the call may be retried. */
  boolean succeeds(String url, String path, String body) {
    try {
      Response response =
          new Http(url)
              .send(
                  "POST",
                  path,
                  Map.of("X-Api-Key", app.key(), "Content-Type", "application/json"),
                  body.getBytes(StandardCharsets.UTF_8));
      if (response.status() == 429 || response.status() == 503) {
        return false;
      }
      assertEquals(200, response.status(), response::body);
      return true;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** Asserts that all acknowledged data is stored. */
  void assertStored() {
    Response response = app.api().get("/v1/customer?myplatformDomain=pushed.example.com");
    assertEquals(
        pushes.get(), response.json().at("/customer/customFields/n").asLong(), response::body);
    List<String> missing =
        credited.stream()
            .filter(
                shop ->
                    SQL.number(
                            "select count(*) from attribution_credits c join customers s"
                                + " on s.id = c.customer_id where s.domain = ? and s.workspace_id = ?",
                            shop,
                            Long.parseLong(app.workspaceId()))
                        != 1)
            .toList();
    assertEquals(List.of(), missing, "acknowledged credits");
  }

  long steps() {
    return pushes.get();
  }
}
