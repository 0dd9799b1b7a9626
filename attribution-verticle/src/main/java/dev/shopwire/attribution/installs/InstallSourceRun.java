package dev.shopwire.attribution.installs;

import dev.shopwire.attribution.installs.InstallSourceState.Owner;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.tenancy.ShopDomain;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the source once, from the overlap before the watermark to its end, and processes new
 * events. An interrupted run leaves complete batches, and the next run continues from there. Not
 * thread-safe; use from one event loop.
 */
public final class InstallSourceRun {
  private static final Logger LOG = LoggerFactory.getLogger(InstallSourceRun.class);
  private static final BackgroundTaskLog RUNS =
      new BackgroundTaskLog(LOG, "Reading install events");
  private static final BackgroundTaskLog MEASUREMENTS =
      new BackgroundTaskLog(LOG, "Measuring install source coverage");

  /** Events per transaction, which holds a lock for each of their shops. */
  private static final int BATCH = 100;

  /** A run stops after this many new events or {@link #MAX_TIME}; the next run continues. */
  private static final long MAX_NEW = 1_000_000;

  private static final Duration MAX_TIME = Duration.ofMinutes(10);

  private final Vertx vertx;
  private final Pool pool;
  private final Postgres postgres;
  private final InstallSourceConfig config;
  private final Owner owner;
  private final InstallRowReader rows;
  private final long end = System.nanoTime() + MAX_TIME.toNanos();
  private long processed;

  private InstallSourceRun(
      Vertx vertx,
      Pool pool,
      Postgres postgres,
      InstallSourceConfig config,
      ShopDomain domains,
      Owner owner) {
    this.vertx = vertx;
    this.pool = pool;
    this.postgres = postgres;
    this.config = config;
    this.owner = owner;
    this.rows = new InstallRowReader(domains, new UrlCodeParser(config.params()));
  }

  /**
   * Runs once, unless another process is running. Never fails: errors are logged, and stored for
   * the console if the app exists.
   *
   * @param pool of Shopwire's own database, like {@code postgres}
   */
  public static Future<Void> run(
      Vertx vertx, Pool pool, Postgres postgres, InstallSourceConfig config, ShopDomain domains) {
    return RUNS.watch(
            InstallSourceState.owner(pool, config)
                .map(
                    owner ->
                        owner.orElseThrow(() -> new IllegalSourceException(unknownApp(config))))
                .compose(
                    owner ->
                        new InstallSourceRun(vertx, pool, postgres, config, domains, owner)
                            .runWithLease())
                .recover(error -> Future.failedFuture(SourceFailures.forLog(error, config))))
        .otherwiseEmpty();
  }

  static String unknownApp(InstallSourceConfig config) {
    return "workspace %d has no app %s".formatted(config.workspaceId(), config.app());
  }

  private Future<Void> runWithLease() {
    return InstallSourceLease.acquire(vertx, postgres, owner.appId())
        .compose(
            lease ->
                lease
                    .map(acquired -> runRecorded(acquired).eventually(acquired::close))
                    .orElseGet(Future::succeededFuture));
  }

  private Future<Void> runRecorded(InstallSourceLease lease) {
    return InstallSourceState.start(pool, owner, config.overlap())
        .compose(from -> read(lease, from))
        .compose(read -> InstallSourceState.finish(pool, owner, rows))
        .compose(
            finished -> measureCoverage(),
            error ->
                InstallSourceState.fail(pool, owner, SourceFailures.message(error, config))
                    .transform(recorded -> Future.failedFuture(error)));
  }

  private Future<Void> read(InstallSourceLease lease, String from) {
    InstallEventProcessor events = new InstallEventProcessor(vertx, lease.connection(), owner);
    return InstallSource.open(vertx, config)
        .compose(
            source ->
                SourcePrivileges.check(source, lease)
                    .compose(this::warn)
                    .compose(warned -> source.openCursor(from))
                    .compose(cursor -> readPages(source, cursor, events))
                    .eventually(source::close));
  }

  private Future<Void> warn(List<String> warnings) {
    warnings.forEach(warning -> LOG.warn("Install source: {}", warning));
    return InstallSourceState.warn(pool, owner, warnings);
  }

  /** Coverage is only shown in the console, so a run doesn't fail if it can't be measured. */
  private Future<Void> measureCoverage() {
    return MEASUREMENTS.watch(InstallSourceState.measureCoverage(pool, owner)).otherwiseEmpty();
  }

  private Future<Void> readPages(
      InstallSource source, Cursor cursor, InstallEventProcessor events) {
    return source
        .fetch(cursor)
        .compose(page -> events.findUnseen(readAll(page)))
        .compose(unseen -> processBatches(unseen, 0, events))
        .compose(
            done ->
                cursor.hasMore() && processed < MAX_NEW && System.nanoTime() < end
                    ? readPages(source, cursor, events)
                    : Future.succeededFuture());
  }

  private List<InstallEvent> readAll(Iterable<Row> page) {
    List<InstallEvent> events = new ArrayList<>();
    page.forEach(row -> rows.read(row).ifPresent(events::add));
    return events;
  }

  private Future<Void> processBatches(
      List<InstallEvent> unseen, int from, InstallEventProcessor events) {
    if (from >= unseen.size()) {
      return Future.succeededFuture();
    }
    int to = Math.min(unseen.size(), from + BATCH);
    return events
        .process(unseen.subList(from, to))
        .compose(
            done -> {
              processed += to - from;
              return processBatches(unseen, to, events);
            });
  }
}
