package dev.shopwire.analytics.query;

import dev.shopwire.common.query.AppScope;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * The server that one read uses: the primary or a replica. All statements of a read use one view
 * and its budget. Not thread-safe; use from one event loop.
 *
 * @param asOf since when events may be missing, if any may
 */
public record ReadView(
    Reads reads, AppScope caller, ReadBudget budget, boolean onReplica, Optional<Instant> asOf) {

  ReadView onReplica(Optional<Instant> since) {
    return new ReadView(reads, caller, budget, true, since);
  }

  /** Runs short work in one read-only snapshot; fails with 503 if it takes too long. */
  public <T> Future<T> lookup(Function<Snapshot, Future<T>> work) {
    return reads.run(this, Reads.Kind.LOOKUP, work);
  }

  /** Like {@link #lookup} for work that reads many events; it may have to wait for other reads. */
  public <T> Future<T> scan(Function<Snapshot, Future<T>> work) {
    return reads.run(this, Reads.Kind.SCAN, work);
  }
}
