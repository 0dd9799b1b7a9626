package dev.shopwire.common.load;

import dev.shopwire.common.addresses.ClientAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Limits failed credentials per client address, in windows of a minute that begin with the first
 * failure. Only failures are rejected because of it; a valid credential is never locked out.
 * Thread-safe.
 */
public final class FailureLimit {
  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final int MAX_ADDRESSES = 10_000;

  private static final class Failures {
    final long since;
    int count;

    Failures(long since) {
      this.since = since;
    }
  }

  private final int allowed;
  private final LongSupplier nanoTime;
  private final LongAdder failed = new LongAdder();
  private final LongAdder limited = new LongAdder();

  /** In the order in which their windows began. */
  private final Map<ClientAddress, Failures> byAddress = new LinkedHashMap<>();

  /**
   * @param allowed failures per minute and address
   */
  public FailureLimit(int allowed) {
    this(allowed, System::nanoTime);
  }

  FailureLimit(int allowed, LongSupplier nanoTime) {
    this.allowed = allowed;
    this.nanoTime = nanoTime;
  }

  /**
   * Counts a failure.
   *
   * @return zero, or how long the address must wait because it is over the limit
   */
  public Duration recordFailure(ClientAddress address) {
    failed.increment();
    Duration wait = count(address);
    if (!wait.isZero()) {
      limited.increment();
    }
    return wait;
  }

  private synchronized Duration count(ClientAddress address) {
    long now = nanoTime.getAsLong();
    Failures failures = byAddress.get(address);
    if (failures == null || now - failures.since >= WINDOW.toNanos()) {
      byAddress.remove(address);
      if (byAddress.size() >= MAX_ADDRESSES) {
        byAddress.remove(byAddress.keySet().iterator().next());
      }
      failures = new Failures(now);
      byAddress.put(address, failures);
    }
    failures.count++;
    return failures.count > allowed ? WINDOW.minusNanos(now - failures.since) : Duration.ZERO;
  }

  /** Whether another failure of {@code address} would exceed the limit. */
  public synchronized boolean isReached(ClientAddress address) {
    Failures failures = byAddress.get(address);
    return failures != null
        && failures.count >= allowed
        && nanoTime.getAsLong() - failures.since < WINDOW.toNanos();
  }

  /** All failures since the process started. */
  public long failures() {
    return failed.sum();
  }

  /** The failures over the limit. */
  public long limited() {
    return limited.sum();
  }

  synchronized int addresses() {
    return byAddress.size();
  }
}
