package dev.shopwire.benchmarks.rollups;

import dev.shopwire.benchmarks.measure.PostRequests;
import dev.shopwire.testing.EventStream;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Repeats the real event stream in batches, each time with different ids. */
final class StreamRequests {
  static final int BATCH = 200;
  private static final String ID = "\"eventId\":\"";

  private final List<String> lines = EventStream.lines();
  private final AtomicLong next = new AtomicLong();

  PostRequests posts() {
    return new PostRequests("/v1/usage_events", this::body, BATCH, "\"accepted\":" + BATCH + ",");
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
