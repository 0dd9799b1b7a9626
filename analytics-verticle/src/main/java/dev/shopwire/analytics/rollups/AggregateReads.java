package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.query.ReadView;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.common.query.AppScope;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Opens the views of reads whose response can carry {@code asOf}. Not thread-safe; use from one
 * event loop.
 */
public final class AggregateReads {
  private final Reads reads;
  private final Rollups rollups;

  public AggregateReads(Reads reads, Rollups rollups) {
    this.reads = reads;
    this.rollups = rollups;
  }

  /**
   * Opens a view for a read of rollups or sessions: first aggregates the app's backlog, so that an
   * acknowledged event is included. Events that could not be aggregated in time are missing since
   * the view's {@code asOf}.
   */
  public Future<ReadView> ofAggregates(AppScope app) {
    return rollups.catchUp(app.appId()).compose(missing -> reads.recent(app, missing));
  }

  /**
   * The same for a read of several apps, which takes the turn of {@code scope}.
   *
   * @param apps ids
   */
  public Future<ReadView> ofAggregates(AppScope scope, List<Long> apps) {
    List<Future<Optional<Instant>>> all = apps.stream().map(rollups::catchUp).toList();
    return Future.all(all)
        .compose(
            done ->
                reads.recent(
                    scope,
                    all.stream().flatMap(each -> each.result().stream()).min(Instant::compareTo)));
  }

  /** Opens a view for a read of events alone. */
  public Future<ReadView> ofEvents(AppScope app) {
    return reads.recent(app, Optional.empty());
  }
}
