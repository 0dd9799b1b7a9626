package dev.shopwire.attribution.installs;

import dev.shopwire.attribution.installs.InstallSourceState.Owner;
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
 * Reads the source once, from the overlap before the watermark to its end, and takes what is new. A
 * run that is cut off anywhere leaves whole batches, and the next one takes up from there. For one
 * event loop.
 */
public final class InstallSourceRun {
  private static final Logger LOG = LoggerFactory.getLogger(InstallSourceRun.class);

  /** Events of a transaction, which holds a lock for each of their shops. */
  private static final int BATCH = 100;

  /** A run stops after so much that is new, or so long; the rest is for the next. */
  private static final long MAX_NEW = 1_000_000;

  private static final Duration MAX_TIME = Duration.ofMinutes(10);

  private final Vertx vertx;
  private final Pool pool;
  private final Postgres postgres;
  private final InstallSourceConfig config;
  private final Owner owner;
  private final InstallRows rows;
  private final long end = System.nanoTime() + MAX_TIME.toNanos();
  private long taken;

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
    this.rows = new InstallRows(domains, new CodeInUrl(config.params()));
  }

  /**
   * Does nothing if another process is at it. Never fails: what went wrong is logged, and kept for
   * the console if the app is there.
   *
   * @param pool of Shopwire's own database, as is {@code postgres}
   */
  public static Future<Void> once(
      Vertx vertx, Pool pool, Postgres postgres, InstallSourceConfig config, ShopDomain domains) {
    return InstallSourceState.owner(pool, config)
        .map(owner -> owner.orElseThrow(() -> new IllegalSourceException(unknownApp(config))))
        .compose(
            owner -> new InstallSourceRun(vertx, pool, postgres, config, domains, owner).lease())
        .recover(
            error -> {
              LOG.warn(
                  "Listing events were not read: {}",
                  SourceFailures.text(error, config),
                  SourceFailures.isBug(error) ? error : null);
              return Future.succeededFuture();
            });
  }

  static String unknownApp(InstallSourceConfig config) {
    return "workspace %d has no app %s".formatted(config.workspaceId(), config.app());
  }

  private Future<Void> lease() {
    return InstallSourceLease.take(vertx, postgres, owner.appId())
        .compose(
            lease ->
                lease
                    .map(held -> recorded(held).eventually(held::close))
                    .orElseGet(Future::succeededFuture));
  }

  private Future<Void> recorded(InstallSourceLease lease) {
    return InstallSourceState.start(pool, owner, config.overlap())
        .compose(from -> read(lease, from))
        .compose(read -> InstallSourceState.finish(pool, owner, rows))
        .compose(
            finished -> measureCoverage(),
            error ->
                InstallSourceState.fail(pool, owner, SourceFailures.text(error, config))
                    .transform(recorded -> Future.failedFuture(error)));
  }

  private Future<Void> read(InstallSourceLease lease, String from) {
    InstallEvents events = new InstallEvents(vertx, lease.connection(), owner);
    return InstallSource.open(vertx, config)
        .compose(
            source ->
                SourceRights.check(source, lease.session())
                    .compose(this::warn)
                    .compose(warned -> source.read(from))
                    .compose(cursor -> pages(source, cursor, events))
                    .eventually(source::close));
  }

  private Future<Void> warn(List<String> warnings) {
    warnings.forEach(warning -> LOG.warn("Listing events: {}", warning));
    return InstallSourceState.warn(pool, owner, warnings);
  }

  /** A figure for the console, which a run that read everything doesn't fail for. */
  private Future<Void> measureCoverage() {
    return InstallSourceState.measureCoverage(pool, owner)
        .onFailure(error -> LOG.warn("Coverage was not measured: {}", error.getMessage()))
        .otherwiseEmpty();
  }

  private Future<Void> pages(InstallSource source, Cursor cursor, InstallEvents events) {
    return source
        .fetch(cursor)
        .compose(page -> events.unseen(readAll(page)))
        .compose(unseen -> batches(unseen, 0, events))
        .compose(
            done ->
                cursor.hasMore() && taken < MAX_NEW && System.nanoTime() < end
                    ? pages(source, cursor, events)
                    : Future.succeededFuture());
  }

  private List<InstallEvent> readAll(Iterable<Row> page) {
    List<InstallEvent> events = new ArrayList<>();
    page.forEach(row -> rows.read(row).ifPresent(events::add));
    return events;
  }

  private Future<Void> batches(List<InstallEvent> unseen, int from, InstallEvents events) {
    if (from >= unseen.size()) {
      return Future.succeededFuture();
    }
    int to = Math.min(unseen.size(), from + BATCH);
    return events
        .take(unseen.subList(from, to))
        .compose(
            done -> {
              taken += to - from;
              return batches(unseen, to, events);
            });
  }
}
