package dev.shopwire.common.life;

import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Shareable;
import java.time.Duration;

/** Whether this process was told to leave, and since when. One a Vert.x instance; any thread. */
public final class Leaving implements Shareable {
  private static final String KEY = "dev.shopwire.leaving";
  private static final long NO = Long.MIN_VALUE;

  private volatile long sinceNanos = NO;

  private Leaving() {}

  public static Leaving of(Vertx vertx) {
    return vertx
        .sharedData()
        .<String, Leaving>getLocalMap(KEY)
        .computeIfAbsent(KEY, key -> new Leaving());
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
