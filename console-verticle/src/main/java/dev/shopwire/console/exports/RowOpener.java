package dev.shopwire.console.exports;

import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import io.vertx.core.Future;
import java.time.Duration;

/** Opens a list that several roles know parts of. */
public interface RowOpener {
  /**
   * @param wait how long it may wait for roles that are busy
   */
  Future<RowSource> open(OpenRequest request, Duration wait);

  /** How many parts there are at most; each holds some rows in memory. */
  int maxParts();
}
