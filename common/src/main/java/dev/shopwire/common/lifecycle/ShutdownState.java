package dev.shopwire.common.lifecycle;

import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;

/** Records when this process began to shut down; one per Vert.x instance. Thread-safe. */
public final class ShutdownState implements Shareable {
  private static final String KEY = "dev.shopwire.leaving";
  private static final long NOT_STARTED = Long.MIN_VALUE;

  private volatile long sinceNanos = NOT_STARTED;

  private ShutdownState() {}

  public static ShutdownState of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, ShutdownState>getLocalMap(KEY)
        .computeIfAbsent(KEY, key -> new ShutdownState());
  }

  /** From now on, connections close after a response, so that clients go to other processes. */
  public void begin() {
    sinceNanos = System.nanoTime();
  }

  public boolean isShuttingDown() {
    return sinceNanos != NOT_STARTED;
  }

  /** Whether the shutdown began at least {@code time} ago. */
  public boolean hasBeenShuttingDownFor(Duration time) {
    return isShuttingDown() && System.nanoTime() - sinceNanos >= time.toNanos();
  }
}
