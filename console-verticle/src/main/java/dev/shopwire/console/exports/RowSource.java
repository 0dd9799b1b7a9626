package dev.shopwire.console.exports;

import dev.shopwire.common.exports.ExportContracts.Chunk;
import io.vertx.core.Future;

/** A complete list that has been opened. */
public interface RowSource {
  /** How many rows there are. */
  long count();

  /** Requests the next rows; only once the previous ones have arrived. */
  Future<Chunk> next();

  /** Keeps it open although its next rows are not wanted yet. */
  void keep();

  /** Ends it early. */
  void end();
}
