package dev.shopwire.benchmarks.measure;

import io.vertx.core.Future;

/** The work of one connection, called and done on one event loop. */
@FunctionalInterface
interface Work {
  /** Connects; not measured. */
  Future<Connected> connect();

  /** An open connection. */
  @FunctionalInterface
  interface Connected {
    /**
     * Works and then disconnects.
     *
     * @param until on the clock of {@link System#nanoTime}
     */
    Future<Void> run(Slice slice, long until);
  }
}
