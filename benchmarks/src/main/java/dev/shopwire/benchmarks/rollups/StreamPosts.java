package dev.shopwire.benchmarks.rollups;

import dev.shopwire.benchmarks.measure.Posts;
import dev.shopwire.testing.EventStream;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The real stream of events in batches, over and over, each time with other ids. */
final class StreamPosts {
  static final int BATCH = 200;
  private static final String ID = "\"eventId\":\"";

  private final List<String> lines = EventStream.lines();
  private final AtomicLong next = new AtomicLong();

  Posts posts() {
    return new Posts("/v1/usage_events", this::body, BATCH, "\"accepted\":" + BATCH + ",");
  }

  private Buffer body() {
    long batch = next.getAndIncrement();
    Buffer body = Buffer.buffer(BATCH * 260).appendString("{\"events\":[");
    for (int i = 0; i < BATCH; i++) {
      long number = batch * BATCH + i;
      String line = lines.get((int) (number % lines.size()));
      body.appendString(i == 0 ? "" : ",")
          .appendString(line.replace(ID, ID + number / lines.size() + "-"));
    }
    return body.appendString("]}");
  }
}
