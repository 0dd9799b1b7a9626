package dev.shopwire.sources.frozen;

import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.frozen.DayFigureTable.Change;
import dev.shopwire.sources.frozen.FigureSums.TooManyFigures;
import dev.shopwire.sources.frozen.LateRecordTable.Late;
import dev.shopwire.sources.lifecycle.store.FetchRef;
import dev.shopwire.sources.lifecycle.store.LifecycleTimeTable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the figures of the days in UTC that are over, and logs what changes one later. Runs after
 * lifecycles were computed. Each transaction is short, and a process that is killed between two of
 * them leaves nothing that the next run does not complete. Not thread-safe; use from one event
 * loop, while no pass of the same fetch can be completed.
 */
public final class FrozenDays {
  private static final Logger LOG = LoggerFactory.getLogger(FrozenDays.class);

  /** No earlier day is kept, whatever an app's first date is. */
  private static final LocalDate EARLIEST = LocalDate.of(2000, 1, 1);

  /** Days of a transaction. */
  private static final int DAYS = 100;

  /** Rows of a statement. */
  private static final int ROWS = 2_000;

  private final Vertx vertx;
  private final Pool pool;
  private final FetchRef fetch;
  private final LocalDate since;
  private final boolean isBackfilling;
  private final Function<SqlConnection, Future<Void>> fence;
  private final FigureSums sums;

  /**
   * @param fetch what is shown
   * @param since the first date that was fetched
   * @param isBackfilling whether another configuration is fetched, until which no day is added
   * @param fence fails if the caller may not write, or another process may have completed a pass;
   *     is called last in each transaction
   */
  public FrozenDays(
      Vertx vertx,
      Pool pool,
      FetchRef fetch,
      LocalDate since,
      boolean isBackfilling,
      Function<SqlConnection, Future<Void>> fence) {
    this.vertx = vertx;
    this.pool = pool;
    this.fetch = fetch;
    this.since = since;
    this.isBackfilling = isBackfilling;
    this.fence = fence;
    this.sums = new FigureSums(vertx, pool, fetch);
  }

  /** Does all there is to do, which is usually nothing. */
  public Future<Void> run() {
    return LifecycleTimeTable.find(pool, fetch)
        .compose(
            time ->
                time.isEmpty()
                    ? Future.succeededFuture()
                    : run(PairDays.day(time.get())).recover(FrozenDays::ifTooMany));
  }

  private static Future<Void> ifTooMany(Throwable error) {
    if (error instanceof TooManyFigures) {
      LOG.warn("Figures of past days are not kept: {}", error.getMessage());
      return Future.succeededFuture();
    }
    return Future.failedFuture(error);
  }

  private Future<Void> run(long end) {
    return FrozenDayTable.find(pool, fetch.appId())
        .compose(
            found -> {
              if (found.isPresent()) {
                return compare(found.get())
                    .compose(done -> isBackfilling ? Future.succeededFuture() : extend(end));
              }
              LocalDate first = since.isBefore(EARLIEST) ? EARLIEST : since;
              return isBackfilling || first.toEpochDay() >= end
                  ? Future.succeededFuture()
                  : write(client -> FrozenDayTable.create(client, fetch, first))
                      .compose(created -> extend(end));
            });
  }

  private <T> Future<T> write(Function<SqlConnection, Future<T>> work) {
    return Transactions.run(
        pool, client -> work.apply(client).compose(result -> fence.apply(client).map(result)));
  }

  /** Brings the figures of frozen days up to date, and logs what changed. */
  private Future<Void> compare(Frozen frozen) {
    boolean isOther = !frozen.fetch().equals(fetch);
    return LateRecordTable.list(pool, fetch)
        .compose(
            late -> {
              if (isOther || frozen.stale().isPresent()) {
                Cause cause = frozen.stale().orElse(Cause.DIALECT);
                return compareAll(frozen, cause, late)
                    .compose(compared -> new RestatementLog(pool, fence).write(frozen))
                    .compose(logged -> write(client -> FrozenDayTable.setFetch(client, fetch)))
                    .compose(set -> forget(late));
              }
              return compareEarnings(frozen, late)
                  .compose(compared -> new RestatementLog(pool, fence).write(frozen))
                  .compose(logged -> forget(late));
            });
  }

  private Future<Void> forget(List<Late> late) {
    return late.isEmpty()
        ? Future.succeededFuture()
        : Repeat.until(
                () ->
                    write(client -> LateRecordTable.deleteSome(client, fetch))
                        .map(more -> more ? Optional.<Boolean>empty() : Optional.of(true)))
            .mapEmpty();
  }

  private Future<Void> compareAll(Frozen frozen, Cause cause, List<Late> late) {
    if (frozen.firstDay() == frozen.endDay()) {
      return Future.succeededFuture();
    }
    Map<Long, Reason> reasons = reasons(late.stream());
    return sums.all(frozen.firstDay(), frozen.endDay())
        .compose(
            days ->
                Parts.each(
                    DAYS,
                    LongStream.range(frozen.firstDay(), frozen.endDay()).boxed().toList(),
                    chunk ->
                        figures(days, chunk)
                            .compose(
                                target ->
                                    replace(
                                        frozen,
                                        chunk,
                                        target,
                                        FigureKey.METRICS::contains,
                                        day -> new Reason(cause, events(reasons, day))))));
  }

  /** Of days in a row. */
  private Future<List<DayFigure>> figures(DaySteps days, List<Long> chunk) {
    return vertx.executeBlocking(
        () -> days.figures(chunk.get(0), chunk.get(chunk.size() - 1) + 1), false);
  }

  private static List<String> events(Map<Long, Reason> reasons, long day) {
    return Optional.ofNullable(reasons.get(day)).map(Reason::events).orElse(List.of());
  }

  /** By day. */
  private static Map<Long, Reason> reasons(Stream<Late> late) {
    Map<Long, Reason> reasons = new HashMap<>();
    late.forEach(one -> one.days().forEach(day -> reasons.merge(day, one.reason(), Reason::and)));
    return reasons;
  }

  /** Adds up the earnings of the days again in which one was added or changed. */
  private Future<Void> compareEarnings(Frozen frozen, List<Late> late) {
    Map<Long, Reason> reasons = reasons(late.stream().filter(Late::isEarning));
    List<Long> days =
        reasons.keySet().stream()
            .filter(day -> day >= frozen.firstDay() && day < frozen.endDay())
            .sorted()
            .toList();
    return Parts.each(
        DAYS,
        days,
        chunk ->
            sums.ofEarnings(chunk)
                .compose(
                    own ->
                        replace(
                            frozen,
                            chunk,
                            own.figures(chunk.get(0), chunk.get(chunk.size() - 1) + 1),
                            FigureKey.OF_EARNINGS::contains,
                            day -> reasons.getOrDefault(day, Reason.of(Cause.LATE_RECORD)))));
  }

  /** Replaces those figures of some days that are others now. */
  private Future<Void> replace(
      Frozen frozen,
      List<Long> days,
      List<DayFigure> target,
      Predicate<Metric> metrics,
      LongFunction<Reason> reasons) {
    return DayFigureTable.list(pool, frozen, days)
        .compose(
            stored -> {
              List<Change> changes =
                  DayDifferences.ofFigures(
                      stored.stream().filter(one -> metrics.test(one.key().metric())).toList(),
                      target,
                      reasons);
              return changes.isEmpty()
                  ? Future.succeededFuture()
                  : write(
                      client ->
                          Parts.each(
                              ROWS, changes, part -> DayFigureTable.set(client, frozen, part)));
            });
  }

  /** Keeps the figures of days that are over by now. */
  private Future<Void> extend(long end) {
    return FrozenDayTable.find(pool, fetch.appId())
        .map(Optional::orElseThrow)
        .compose(
            frozen ->
                frozen.endDay() >= end
                    ? Future.succeededFuture()
                    : sums.all(frozen.endDay(), end)
                        .compose(
                            days ->
                                Parts.each(
                                    DAYS,
                                    LongStream.range(frozen.endDay(), end).boxed().toList(),
                                    chunk -> keep(frozen, chunk, days))));
  }

  private Future<Void> keep(Frozen frozen, List<Long> chunk, DaySteps days) {
    long end = chunk.get(chunk.size() - 1) + 1;
    return figures(days, chunk)
        .compose(
            figures ->
                write(
                    client ->
                        Parts.each(
                                ROWS, figures, part -> DayFigureTable.insert(client, frozen, part))
                            .compose(
                                stored -> FrozenDayTable.setEnd(client, frozen.appId(), end))));
  }

  /** Deletes what was kept about records that were dropped, or for a connection that is gone. */
  public static Future<Void> delete(Pool pool, FetchRef dropped) {
    return all(() -> LateRecordTable.deleteSome(pool, dropped))
        .compose(deleted -> all(() -> DayFigureTable.deleteSomeUnused(pool, dropped.appId())))
        .compose(deleted -> all(() -> RestatementTable.deleteSomeUnused(pool, dropped.appId())));
  }

  private static Future<Void> all(Supplier<Future<Boolean>> deleteSome) {
    return Repeat.until(
            () ->
                deleteSome.get().map(more -> more ? Optional.<Boolean>empty() : Optional.of(true)))
        .mapEmpty();
  }
}
