package dev.shopwire.webhook.delivery;

/**
 * How many requests an endpoint may have under way: one more for every windowful that was
 * delivered, half as many after a failure. For one event loop.
 */
final class ConcurrencyWindow {
  private static final int START = 4;
  static final int MAX = 32;

  private int size = START;
  private int credit;

  int size() {
    return size;
  }

  /** What retries, and replays, may take of it. */
  int quarter() {
    return Math.max(1, size / 4);
  }

  void delivered() {
    credit++;
    if (credit >= size && size < MAX) {
      size++;
      credit = 0;
    }
  }

  void failed() {
    size = Math.max(1, size / 2);
    credit = 0;
  }
}
