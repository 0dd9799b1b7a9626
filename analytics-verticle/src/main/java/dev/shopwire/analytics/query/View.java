package dev.shopwire.analytics.query;

import dev.shopwire.common.query.Caller;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * What one read sees: the primary, or a replica. The statements of one read use one view and its
 * budget. For one event loop.
 *
 * @param asOf since when something may be missing, if something may
 */
public record View(
    Reads reads, Caller caller, ReadBudget budget, boolean onReplica, Optional<Instant> asOf) {

  View onReplica(Optional<Instant> since) {
    return new View(reads, caller, budget, true, since);
  }

  /** Short work in one read-only snapshot; fails with 503 when it takes too long. */
  public <T> Future<T> lookup(Function<Snapshot, Future<T>> work) {
    return reads.run(this, Reads.Kind.LOOKUP, work);
  }

  /** The same for work that looks at many events; it may have to wait for others'. */
  public <T> Future<T> scan(Function<Snapshot, Future<T>> work) {
    return reads.run(this, Reads.Kind.SCAN, work);
  }
}
