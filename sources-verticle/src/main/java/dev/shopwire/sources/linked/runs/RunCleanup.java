package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.background.Repeat;
import dev.shopwire.sources.linked.queries.DroppedQueryTable;
import dev.shopwire.sources.linked.queries.QueryKey;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Deletes in small steps what is not kept of runs: the differences of those that can't be rolled
 * back, or that are too large for their workspace, runs of 90 days ago, and all of deleted queries.
 * Use from one event loop.
 */
final class RunCleanup {
  private final Pool pool;
  private final long keptBytes;

  /**
   * @param keptBytes of the differences of a workspace
   */
  RunCleanup(Pool pool, long keptBytes) {
    this.pool = pool;
    this.keptBytes = keptBytes;
  }

  Future<Void> run() {
    return EndedRunTable.dropBeyond(pool, keptBytes)
        .compose(dropped -> each(() -> EndedRunTable.toClean(pool), this::clean))
        .compose(cleaned -> each(() -> EndedRunTable.old(pool), this::delete))
        .compose(old -> each(() -> DroppedQueryTable.some(pool), this::deleteQuery));
  }

  /** Does {@code work} for what is found, until nothing is. */
  private static <T> Future<Void> each(
      Supplier<Future<List<T>>> find, Function<T, Future<Void>> work) {
    return Repeat.<Boolean>until(
            () ->
                find.get()
                    .compose(
                        found -> {
                          Future<Void> done = Future.succeededFuture();
                          for (T one : found) {
                            done = done.compose(before -> work.apply(one));
                          }
                          return done.map(
                              all ->
                                  found.isEmpty() ? Optional.of(true) : Optional.<Boolean>empty());
                        }))
        .mapEmpty();
  }

  private Future<Void> clean(RunKey run) {
    return deleteDifferences(run).compose(deleted -> EndedRunTable.cleaned(pool, run));
  }

  private Future<Void> deleteDifferences(RunKey run) {
    return all(() -> ChangeTable.deleteSome(pool, run))
        .compose(changes -> all(() -> CustomerSets.deleteSome(pool, run)))
        .compose(customers -> RunStaging.delete(pool, run));
  }

  private static Future<Void> all(Supplier<Future<Boolean>> deleteSome) {
    return Repeat.<Boolean>until(
            () ->
                deleteSome.get().map(more -> more ? Optional.<Boolean>empty() : Optional.of(true)))
        .mapEmpty();
  }

  private Future<Void> delete(RunKey run) {
    return BadRowTable.delete(pool, run)
        .compose(rows -> RunStaging.deleteFields(pool, run))
        .compose(fields -> EndedRunTable.delete(pool, run));
  }

  private Future<Void> deleteQuery(QueryKey query) {
    return each(
            () -> EndedRunTable.ofQuery(pool, query),
            run -> deleteDifferences(run).compose(deleted -> delete(run)))
        .compose(runs -> all(() -> CustomerSets.deleteSomeOfQuery(pool, query)))
        .compose(customers -> DroppedQueryTable.remove(pool, query));
  }
}
