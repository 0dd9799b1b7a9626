package dev.shopwire.embedded;

/**
 * Receives short lines for the person who waits for a start. Called on the thread that starts the
 * store; two stores that start in parallel call from two threads.
 */
@FunctionalInterface
public interface Progress {
  void say(String line);
}
