package dev.shopwire.benchmarks.measure;

import java.time.Duration;

/** How long a call is repeated before it is measured, so that its code is compiled. */
public final class WarmUp {
  /** The system property {@code shopwire.benchmark.warmup}, in milliseconds; 1 s without it. */
  public static final Duration OF_A_CALL =
      Duration.ofMillis(Long.getLong("shopwire.benchmark.warmup", 1_000));

  private WarmUp() {}
}
