package dev.shopwire.webhook.delivery;

/**
 * Limits an endpoint's requests in flight: the limit grows by one for every windowful delivered and
 * halves after a failure. Not thread-safe; use from one event loop.
 */
final class ConcurrencyWindow {
  private static final int INITIAL = 4;
  static final int MAX = 32;

  private int size = INITIAL;
  private int deliveredSinceChange;

  int size() {
    return size;
  }

  /** How many of them may be retries, and how many may be replays. */
  int quarter() {
    return Math.max(1, size / 4);
  }

  void recordSuccess() {
    deliveredSinceChange++;
    if (deliveredSinceChange >= size && size < MAX) {
      size++;
      deliveredSinceChange = 0;
    }
  }

  void recordFailure() {
    size = Math.max(1, size / 2);
    deliveredSinceChange = 0;
  }
}
