package dev.shopwire.console.account;

import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;

/**
 * Limits how long a step in PostgreSQL may take. Hashing a password between two of them has its own
 * limit, a queue, so that one for everything would refuse people who only have to wait.
 */
public final class Waits {
  private static final long MILLIS = 1_800;

  private Waits() {}

  public static <T> Future<T> limit(Future<T> step) {
    return step.timeout(MILLIS, TimeUnit.MILLISECONDS);
  }
}
