package dev.shopwire.common.lifecycle;

import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;

/** Whether this process was told to leave, and since when. One a Vert.x instance; any thread. */
public final class ShutdownState implements Shareable {
  private static final String KEY = "dev.shopwire.leaving";
  private static final long NO = Long.MIN_VALUE;

  private volatile long sinceNanos = NO;

  private ShutdownState() {}

  public static ShutdownState of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, ShutdownState>getLocalMap(KEY)
        .computeIfAbsent(KEY, key -> new ShutdownState());
  }

  /** From now on answers send their clients elsewhere. */
  public void begin() {
    sinceNanos = System.nanoTime();
  }

  public boolean begun() {
    return sinceNanos != NO;
  }

  /** Whether that was so long ago. */
  public boolean begunFor(Duration time) {
    return begun() && System.nanoTime() - sinceNanos >= time.toNanos();
  }
}
