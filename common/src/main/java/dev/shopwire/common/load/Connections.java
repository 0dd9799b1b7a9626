package dev.shopwire.common.load;

import io.vertx.core.http.HttpConnection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The open connections of one port; those above the bound are closed at once. Thread-safe. */
public final class Connections {
  private final int limit;
  private final AtomicInteger open = new AtomicInteger();
  private final LongAdder refused = new LongAdder();

  Connections(int limit) {
    this.limit = limit;
  }

  /** Counts a connection in until it closes, or closes it. */
  public void admit(HttpConnection connection) {
    if (open.incrementAndGet() > limit) {
      open.decrementAndGet();
      refused.increment();
      connection.close();
    } else {
      connection.closeHandler(closed -> open.decrementAndGet());
    }
  }

  int open() {
    return open.get();
  }

  long refused() {
    return refused.sum();
  }
}
