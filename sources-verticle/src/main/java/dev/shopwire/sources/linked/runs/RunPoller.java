package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.databases.DatabaseUses;
import dev.shopwire.sources.linked.ValueLimits;
import dev.shopwire.sources.linked.queries.LinkedQueryTable;
import dev.shopwire.sources.linked.queries.QueryKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins runs that are due, does some of those that wait, and lets the others be applied. What a
 * process that was killed has begun is ended by the others. Not thread-safe; use from one event
 * loop.
 */
public final class RunPoller {
  private static final Logger LOG = LoggerFactory.getLogger(RunPoller.class);
  private static final long LOOK_MILLIS = 500;
  private static final long MEASURE_MILLIS = 10_000;
  private static final long CLEAN_MILLIS = 10_000;

  /** Every so many looks the process says that it is at its runs, and tidies up. */
  private static final int TIDY_EVERY = 5;

  /** Runs of a process at once; each holds two portions of rows. */
  private static final int MAX_RUNS = 4;

  private static final int MAX_DUE = 20;

  /** Has a turn of its own. */
  private static final long NO_WORKSPACE = 0;

  private static final String MEASURE =
      """
      select (select count(*) from linked_runs where status = 'held') as held,
        coalesce((
          select extract(epoch from clock_timestamp() - min(coalesce((
            select r.finished_at from linked_runs r
            where r.workspace_id = q.workspace_id and r.query_id = q.id and r.status = 'applied'
              and r.is_kept
            order by r.id desc limit 1
          ), q.created_at)))::bigint
          from linked_queries q where q.next_run_at is not null
        ), 0) as age
      """;

  private final BackgroundTaskLog looks = new BackgroundTaskLog(LOG, "Looking for linked runs");
  private final BackgroundTaskLog runs = new BackgroundTaskLog(LOG, "Run of a linked query");
  private final BackgroundTaskLog asks = new BackgroundTaskLog(LOG, "Applying linked runs");
  private final BackgroundTaskLog measurements =
      new BackgroundTaskLog(LOG, "Measuring linked runs");
  private final BackgroundTaskLog settlements = new BackgroundTaskLog(LOG, "Settling linked runs");
  private final BackgroundTaskLog cleanups = new BackgroundTaskLog(LOG, "Cleaning up linked runs");
  private final UUID owner = UUID.randomUUID();
  private final Vertx vertx;
  private final Pool pool;
  private final RunWork.Tools tools;
  private final ApplyRequests applying;
  private final LinkedMetrics metrics;
  private final long keptBytes;
  private final Map<Long, RunWork> running = new HashMap<>();
  private final List<Future<?>> ending = new ArrayList<>();
  private final List<Long> timers = new ArrayList<>();
  private int look;
  private boolean looking;
  private boolean asking;
  private boolean settling;
  private boolean cleaning;
  private boolean closed;

  /**
   * @param uses for runs
   * @param keptBytes of the differences of a workspace's runs
   */
  public RunPoller(
      Vertx vertx,
      Pool pool,
      DatabaseUses uses,
      ValueLimits limits,
      ShopDomain domains,
      LinkedMetrics metrics,
      long keptBytes) {
    this.vertx = vertx;
    this.pool = pool;
    this.metrics = metrics;
    this.keptBytes = keptBytes;
    this.applying = new ApplyRequests(vertx, pool);
    this.tools =
        new RunWork.Tools(
            vertx,
            pool,
            owner,
            uses,
            limits,
            domains,
            new ComparisonTurns(),
            new ComparisonTurns());
  }

  public void start() {
    timers.add(vertx.setPeriodic(0, LOOK_MILLIS, passed -> look()));
    timers.add(vertx.setPeriodic(0, MEASURE_MILLIS, passed -> measure()));
    timers.add(vertx.setPeriodic(CLEAN_MILLIS, passed -> clean()));
  }

  private void look() {
    if (looking || closed) {
      return;
    }
    looking = true;
    look++;
    if (look % TIDY_EVERY == 0) {
      settle();
    }
    looks
        .watch(
            (look % TIDY_EVERY == 0 ? tidy() : Future.<Void>succeededFuture())
                .compose(done -> beginDue())
                .compose(done -> claim()))
        .onComplete(done -> looking = false);
    ask();
  }

  private Future<Void> tidy() {
    return beat().compose(done -> RunTable.failCutOff(pool)).compose(done -> report());
  }

  /** As large comparisons are, since one run may have a million of customers to settle. */
  private void settle() {
    if (!settling) {
      settling = true;
      settlements
          .watch(
              tools
                  .large()
                  .run(
                      NO_WORKSPACE,
                      () -> closed ? Future.<Void>succeededFuture() : CustomerSets.settleAll(pool)))
          .onComplete(done -> settling = false);
    }
  }

  private Future<Void> beat() {
    if (running.isEmpty()) {
      return Future.succeededFuture();
    }
    Map<Long, Long> counts = new HashMap<>();
    running.forEach((id, work) -> counts.put(id, work.rows()));
    return RunTable.beat(pool, owner, counts)
        .map(
            lost -> {
              lost.forEach(id -> Optional.ofNullable(running.get(id)).ifPresent(RunWork::cancel));
              return null;
            });
  }

  private Future<Void> beginDue() {
    return LinkedQueryTable.due(pool, MAX_DUE)
        .compose(
            queries -> {
              Future<Void> done = Future.succeededFuture();
              for (QueryKey query : queries) {
                done = done.compose(before -> begin(query));
              }
              return done;
            });
  }

  /** Turns that were missed count as one, since the next turn is in the future. */
  private Future<Void> begin(QueryKey key) {
    return Transactions.run(
            pool,
            client ->
                LinkedQueryTable.lock(client, key.workspaceId(), key.id())
                    .compose(
                        query -> {
                          Instant now = Instant.now();
                          if (query.nextRunAt().filter(at -> !at.isAfter(now)).isEmpty()) {
                            return Future.succeededFuture();
                          }
                          Optional<Instant> next =
                              query.settings().schedule().flatMap(schedule -> schedule.next(now));
                          return RunTable.begin(client, query, RunKind.SCHEDULED, Optional.empty())
                              .compose(run -> LinkedQueryTable.schedule(client, key, next));
                        }))
        // Another process has begun it, or the query was deleted.
        .recover(
            error ->
                error instanceof Failure ? Future.succeededFuture() : Future.failedFuture(error));
  }

  private Future<Void> claim() {
    int free = MAX_RUNS - running.size();
    return free <= 0
        ? Future.succeededFuture()
        : RunTable.claim(pool, owner, free)
            .map(
                claimed -> {
                  claimed.forEach(this::work);
                  return null;
                });
  }

  private void work(LinkedRun run) {
    RunWork work = new RunWork(tools, run);
    running.put(run.id(), work);
    Future<?> ended =
        work.run()
            .onComplete(
                done -> {
                  running.remove(run.id());
                  ask();
                })
            .onComplete(done -> runs.succeeded(), runs::failed)
            .otherwiseEmpty();
    ending.removeIf(Future::isComplete);
    ending.add(ended);
  }

  private void ask() {
    if (!asking && !closed) {
      asking = true;
      asks.watch(applying.ask()).onComplete(done -> asking = false);
    }
  }

  private Future<Void> report() {
    return RunTable.report(pool)
        .map(
            ended -> {
              ended.forEach(metrics::ended);
              return null;
            });
  }

  private void measure() {
    measurements.watch(
        pool.query(MEASURE)
            .execute()
            .map(rows -> rows.iterator().next())
            .map(
                row -> {
                  metrics.measured(row.getLong("held"), row.getLong("age"));
                  return null;
                }));
  }

  private void clean() {
    if (!cleaning) {
      cleaning = true;
      cleanups.watch(new RunCleanup(pool, keptBytes).run()).onComplete(done -> cleaning = false);
    }
  }

  /** Completes when no run is under way any more; those that were fail. */
  public Future<?> close() {
    closed = true;
    timers.forEach(vertx::cancelTimer);
    running.values().forEach(RunWork::cancel);
    return Future.join(List.copyOf(ending));
  }
}
