package dev.shopwire.benchmarks.webhooks;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Receives webhooks at {@code /<number>} and measures the time from just before the event was
 * posted, which its id contains, until the request's head arrives. Thread-safe.
 */
final class Sink implements AutoCloseable {
  private static final String ID = "\"eventId\":\"" + Load.TIMED;

  private final Vertx vertx = Vertx.vertx();
  private final Recorder micros = new Recorder(3);
  private final LongAdder bytes = new LongAdder();
  private final LongAdder unhealthy = new LongAdder();
  private final HttpServer server;
  private volatile int firstResponding;
  private volatile int firstRecorded;
  private volatile int firstFailing = Integer.MAX_VALUE;

  Sink() {
    server = vertx.createHttpServer().requestHandler(this::receive).listen(0, "127.0.0.1").await();
  }

  private void receive(HttpServerRequest request) {
    long nanos = System.nanoTime();
    int number = Integer.parseInt(request.path().substring(1));
    if (number < firstResponding) {
      unhealthy.increment();
    } else if (number >= firstFailing) {
      unhealthy.increment();
      request.response().setStatusCode(500).end();
    } else {
      request.bodyHandler(
          body -> {
            bytes.add(body.length());
            if (number >= firstRecorded) {
              record(body.toString(), nanos);
            }
            request.response().end();
          });
    }
  }

  private void record(String body, long nanos) {
    int at = body.indexOf(ID);
    if (at < 0) {
      micros.recordValue(0);
    } else {
      int from = at + ID.length();
      long sentAt = Long.parseLong(body.substring(from, body.indexOf('-', from)));
      micros.recordValue(Math.max(0, (nanos - sentAt) / 1_000));
    }
  }

  String url(int number) {
    return "http://127.0.0.1:" + server.actualPort() + "/" + number;
  }

  /** From now on ignores what endpoints below {@code number} receive. */
  void recordFrom(int number) {
    firstRecorded = number;
  }

  /** From now on endpoints below {@code number} do not respond. */
  void hangBelow(int number) {
    firstResponding = number;
  }

  /** From now on endpoints from {@code number} respond with 500. */
  void failFrom(int number) {
    firstFailing = number;
  }

  /** The latencies of the recorded healthy endpoints since the last call. */
  Histogram take() {
    return micros.getIntervalHistogram();
  }

  /** The number of requests to hanging and failing endpoints since the last call. */
  long takeUnhealthy() {
    return unhealthy.sumThenReset();
  }

  long takeBytes() {
    return bytes.sumThenReset();
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
