package dev.shopwire.testing.partner;

/**
 * The platform's limit of requests: a token bucket that holds a second's worth, at least one.
 * Thread-safe.
 */
final class RequestRate {
  private static final double NANOS = 1e9;

  private double perSecond;
  private double tokens;
  private long filledAt = System.nanoTime();

  RequestRate(double perSecond) {
    set(perSecond);
  }

  /**
   * @param perSecond 0 for no limit
   */
  synchronized void set(double perSecond) {
    this.perSecond = perSecond;
    this.tokens = Math.max(1, perSecond);
  }

  synchronized double perSecond() {
    return perSecond;
  }

  synchronized boolean take() {
    if (perSecond == 0) {
      return true;
    }
    long now = System.nanoTime();
    tokens = Math.min(Math.max(1, perSecond), tokens + (now - filledAt) / NANOS * perSecond);
    filledAt = now;
    if (tokens < 1) {
      return false;
    }
    tokens--;
    return true;
  }
}
