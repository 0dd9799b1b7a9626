package dev.shopwire.benchmarks.webhooks;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.benchmarks.measure.Slice;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Posts events for one endpoint after the other; each causes a delivery of about 2 KiB. */
final class Load {
  /** The prefix of the ids of timed events; the value of {@link System#nanoTime} follows. */
  static final String TIMED = "t-";

  private static final int SHOPS = 1_000;
  private static final int CONNECTIONS = 16;
  private static final int FEW_CONNECTIONS = 4;
  private static final int LARGE_BATCH = 100;
  private static final String PADDING = "0123456789abcdef".repeat(96);

  private final Installation installation;
  private final int endpoints;
  private final AtomicLong next = new AtomicLong();

  Load(Installation installation, int endpoints) {
    this.installation = installation;
    this.endpoints = endpoints;
  }

  /** The event name to which only this endpoint subscribes. */
  static String name(long endpoint) {
    return "event-" + endpoint;
  }

  private void append(Buffer out) {
    long number = next.getAndIncrement();
    out.appendString("{\"eventName\":\"" + name(number % endpoints))
        .appendString("\",\"customerId\":\"shop-" + ThreadLocalRandom.current().nextInt(SHOPS))
        .appendString(".platform.example\",\"eventId\":\"" + TIMED + System.nanoTime())
        .appendString("-" + number + "\",\"properties\":{\"filling\":\"" + PADDING + "\"}}");
  }

  private Buffer batch(int size) {
    Buffer out = Buffer.buffer(size * 2_000).appendString("{\"events\":[");
    for (int i = 0; i < size; i++) {
      if (i > 0) {
        out.appendString(",");
      }
      append(out);
    }
    return out.appendString("]}");
  }

  /**
   * Posts at a fixed pace.
   *
   * @param size events per request
   */
  Slice post(int eventsPerSecond, int size, int seconds) {
    return installation.post(posts(size), CONNECTIONS, seconds, (double) eventsPerSecond / size);
  }

  /** Posts as fast as ingest accepts. */
  Slice postAll(int seconds) {
    return installation.post(posts(LARGE_BATCH), FEW_CONNECTIONS, seconds);
  }

  private PostRequests posts(int size) {
    return new PostRequests(
        "/v1/usage_events", () -> batch(size), size, "\"accepted\":" + size + ",");
  }
}
