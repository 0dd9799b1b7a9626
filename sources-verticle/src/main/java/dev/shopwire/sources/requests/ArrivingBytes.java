package dev.shopwire.sources.requests;

/**
 * Bounds the memory of all responses that are arriving. Not thread-safe; use from one event loop.
 */
final class ArrivingBytes {
  private static final long MAX = 64L << 20;

  private long bytes;

  /** Returns whether they fit. */
  boolean reserve(int more) {
    if (bytes + more > MAX) {
      return false;
    }
    bytes += more;
    return true;
  }

  void release(int arrived) {
    bytes -= arrived;
  }
}
