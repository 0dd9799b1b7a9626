package dev.shopwire.analytics.query;

import dev.shopwire.common.query.AppScope;
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
public record ReadView(
    Reads reads, AppScope caller, ReadBudget budget, boolean onReplica, Optional<Instant> asOf) {

  ReadView onReplica(Optional<Instant> since) {
    return new ReadView(reads, caller, budget, true, since);
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
