package dev.shopwire.embedded;

/**
 * Receives short progress messages during a start, on the thread that starts the store; stores that
 * start in parallel use different threads.
 */
@FunctionalInterface
public interface Progress {
  void report(String line);
}
