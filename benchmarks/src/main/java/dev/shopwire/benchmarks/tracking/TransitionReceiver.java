package dev.shopwire.benchmarks.tracking;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.common.json.Json;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * A receiver of webhooks that records how long after their causes the transitions of one segment
 * arrive, by the clock of the machine. Thread-safe; methods block.
 */
final class TransitionReceiver implements AutoCloseable {
  private static final long HIGHEST_MICROS = 600_000_000;
  private static final String TOPICS =
      "{\"url\":\"%s\",\"topics\":[\"segments/entered\",\"segments/exited\"]}";

  private final Vertx vertx = Vertx.vertx();
  private final Histogram micros = new ConcurrentHistogram(HIGHEST_MICROS, 3);
  private final String segment;
  private final HttpServer server;

  /**
   * @param segment its name
   */
  TransitionReceiver(String segment) {
    this.segment = segment;
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  Instant at = Instant.now();
                  request.bodyHandler(
                      body -> {
                        record(body, at);
                        request.response().end();
                      });
                })
            .listen(0, "127.0.0.1")
            .await();
  }

  /** Subscribes to the transitions of a workspace. */
  void subscribe(Installation installation, String workspaceId) {
    installation
        .tenants()
        .console()
        .post(
            "/console/api/workspaces/" + workspaceId + "/webhook-endpoints",
            TOPICS.formatted("http://127.0.0.1:" + server.actualPort() + "/"));
  }

  private void record(Buffer body, Instant at) {
    try {
      JsonNode event = Json.MAPPER.readTree(body.getBytes());
      if (event.at("/segment/name").asText().equals(segment)) {
        Instant cause = Instant.parse(event.at("/transition/cause/at").asText());
        long waited = ChronoUnit.MICROS.between(cause, at);
        micros.recordValue(Math.max(0, Math.min(HIGHEST_MICROS, waited)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many transitions have arrived since the last {@link #reset}. */
  long count() {
    return micros.getTotalCount();
  }

  double seconds(double percentile) {
    return micros.getValueAtPercentile(percentile) / 1e6;
  }

  void reset() {
    micros.reset();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
