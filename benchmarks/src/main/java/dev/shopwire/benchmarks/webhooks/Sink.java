package dev.shopwire.benchmarks.webhooks;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Receives webhooks at {@code /<number>} and takes the time from when the event was about to be
 * posted, which its id says, until the request's head is here. Thread-safe.
 */
final class Sink implements AutoCloseable {
  private static final String ID = "\"eventId\":\"" + Load.TIMED;

  private final Vertx vertx = Vertx.vertx();
  private final Recorder micros = new Recorder(3);
  private final LongAdder bytes = new LongAdder();
  private final LongAdder unhealthy = new LongAdder();
  private final HttpServer server;
  private volatile int hanging;
  private volatile int watched;
  private volatile int dead = Integer.MAX_VALUE;

  Sink() {
    server = vertx.createHttpServer().requestHandler(this::receive).listen(0, "127.0.0.1").await();
  }

  private void receive(HttpServerRequest request) {
    long nanos = System.nanoTime();
    int number = Integer.parseInt(request.path().substring(1));
    if (number < hanging) {
      unhealthy.increment();
    } else if (number >= dead) {
      unhealthy.increment();
      request.response().setStatusCode(500).end();
    } else {
      request.bodyHandler(
          body -> {
            bytes.add(body.length());
            if (number >= watched) {
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

  /** From now on those below {@code number} don't count, whatever they receive. */
  void watchFrom(int number) {
    watched = number;
  }

  /** From now on those below {@code number} don't answer. */
  void hangBelow(int number) {
    hanging = number;
  }

  /** From now on those from {@code number} on answer 500. */
  void failFrom(int number) {
    dead = number;
  }

  /** What the healthy endpoints that count received since this was last asked. */
  Histogram take() {
    return micros.getIntervalHistogram();
  }

  /** How many requests hanging and dead endpoints received since this was last asked. */
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
