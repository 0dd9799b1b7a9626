package dev.shopwire.ingest.rollups;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.Optional;

/** Provisional. */
public final class Rollups {
  /**
   * Adds up what is stored and not yet added up.
   *
   * @return empty if all that was committed before the call is in; else since when events are not
   */
  public Future<Optional<Instant>> catchUp(int appId) {
    return Future.succeededFuture(Optional.empty());
  }
}
