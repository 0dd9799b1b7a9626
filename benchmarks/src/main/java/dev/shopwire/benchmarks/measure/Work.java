package dev.shopwire.benchmarks.measure;

import io.vertx.core.Future;

/** One connection's work. Called on an event loop, and to be done on it. */
@FunctionalInterface
interface Work {
  /** Connects, which is not measured. */
  Future<Connected> connect();

  /** What is connected. */
  @FunctionalInterface
  interface Connected {
    /**
     * Works and then disconnects.
     *
     * @param until of the nano clock
     */
    Future<Void> run(Slice slice, long until);
  }
}
