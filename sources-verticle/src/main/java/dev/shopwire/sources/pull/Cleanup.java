package dev.shopwire.sources.pull;

import dev.shopwire.common.background.Repeat;
import dev.shopwire.sources.connections.FetchTable;
import dev.shopwire.sources.connections.FetchTable.Fetch;
import dev.shopwire.sources.connections.StreamTable;
import dev.shopwire.sources.earnings.EarningHourTable;
import dev.shopwire.sources.frozen.FrozenDays;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import dev.shopwire.sources.lifecycle.store.Recomputation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Optional;

/** Deletes what no longer belongs to a connection, in small steps. Use from one event loop. */
final class Cleanup {
  private final Pool pool;

  Cleanup(Pool pool) {
    this.pool = pool;
  }

  /** Deletes all there is. */
  Future<Boolean> run() {
    return BucketTable.deleteOld(pool).compose(deleted -> Repeat.until(this::next));
  }

  /** Empty if there may be more. */
  private Future<Optional<Boolean>> next() {
    return FetchTable.dropped(pool)
        .compose(
            dropped ->
                dropped.isEmpty()
                    ? Future.succeededFuture(Optional.of(true))
                    : delete(dropped).map(Optional.empty()));
  }

  private Future<Void> delete(List<Fetch> dropped) {
    Future<Void> done = Future.succeededFuture();
    for (Fetch one : dropped) {
      done = done.compose(before -> delete(one));
    }
    return done;
  }

  private Future<Void> delete(Fetch one) {
    return Repeat.until(
            () ->
                RecordTable.deleteSome(pool, one.appId(), one.fetchId())
                    .map(more -> more ? Optional.<Boolean>empty() : Optional.of(true)))
        .compose(
            records ->
                Repeat.until(
                    () ->
                        ShopTable.deleteSome(pool, one.appId(), one.fetchId())
                            .map(more -> more ? Optional.<Boolean>empty() : Optional.of(true))))
        .compose(shops -> Recomputation.delete(pool, new FetchRef(one.appId(), one.fetchId())))
        .compose(
            lifecycles ->
                Repeat.until(
                    () ->
                        EarningHourTable.deleteSome(pool, new FetchRef(one.appId(), one.fetchId()))
                            .map(more -> more ? Optional.<Boolean>empty() : Optional.of(true))))
        .compose(earnings -> FrozenDays.delete(pool, new FetchRef(one.appId(), one.fetchId())))
        .compose(figures -> StreamTable.delete(pool, one.appId(), one.fetchId()))
        .compose(streams -> FetchTable.delete(pool, one));
  }
}
