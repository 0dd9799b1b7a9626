package dev.shopwire.analytics.query;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.query.AppScope;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The server that one read uses: the primary or a replica. All statements of a read use one view
 * and its budget. Not thread-safe; use from one event loop.
 *
 * @param asOf since when events may be missing, if any may
 */
public record ReadView(
    Reads reads, AppScope app, ReadBudget budget, boolean onReplica, Optional<Instant> asOf) {

  /**
   * A page of a list, with {@code asOf} if events may be missing.
   *
   * @param rows one more than {@code take} if there is a next page
   * @param cursor maps a row to the cursor to the rows after it
   */
  public <T> JsonResponse page(String name, List<T> rows, int take, Function<T, String> cursor) {
    Map<String, @Nullable Object> page = ListResponse.page(name, rows, take, cursor);
    AsOf.addTo(page, asOf);
    return JsonResponse.of(page);
  }

  /** The same for rows whose JSON is not their record. */
  public <T> JsonResponse page(
      String name, List<T> rows, int take, Function<T, ?> json, Function<T, String> cursor) {
    Map<String, @Nullable Object> page = ListResponse.page(name, rows, take, cursor);
    page.put(name, rows.stream().limit(take).map(json).toList());
    AsOf.addTo(page, asOf);
    return JsonResponse.of(page);
  }

  ReadView onReplica(Optional<Instant> since) {
    return new ReadView(reads, app, budget, true, since);
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
