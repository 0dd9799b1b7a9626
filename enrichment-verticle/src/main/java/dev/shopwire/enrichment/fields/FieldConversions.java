package dev.shopwire.enrichment.fields;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.fields.FieldRetypes.FieldRef;
import dev.shopwire.enrichment.fields.FieldRetypes.Types;
import dev.shopwire.enrichment.fields.FieldValues.Converted;
import dev.shopwire.enrichment.fields.ValuePages.Page;
import dev.shopwire.enrichment.fields.ValuePages.Position;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts the values of fields whose type has changed, a few hundred per transaction, which locks
 * their customers: pushes for them wait that long. A conversion left unfinished by a process that
 * died is finished by another one. Not thread-safe; use from one event loop.
 */
public final class FieldConversions {
  private static final Logger LOG = LoggerFactory.getLogger(FieldConversions.class);

  /** Also the maximum number of advisory locks held at a time. */
  private static final int BATCH = 250;

  private final BackgroundTaskLog searches =
      new BackgroundTaskLog(LOG, "Search for retyped fields");
  private final BackgroundTaskLog conversions =
      new BackgroundTaskLog(LOG, "Conversion of retyped fields");
  private final Vertx vertx;
  private final Pool pool;
  private final FieldLimits limits;
  private final long timer;
  private final Set<FieldRef> running = new HashSet<>();
  private boolean closed;

  public FieldConversions(Vertx vertx, Pool pool, FieldLimits limits, Duration interval) {
    this.vertx = vertx;
    this.pool = pool;
    this.limits = limits;
    this.timer = vertx.setPeriodic(interval.toMillis(), id -> convertPending());
  }

  private void convertPending() {
    searches.watch(FieldRetypes.converting(pool)).onSuccess(keys -> keys.forEach(this::run));
  }

  /** Completes when this process has no more values to convert; never fails. */
  Future<Void> run(FieldRef field) {
    if (closed || !running.add(field)) {
      return Future.succeededFuture();
    }
    Promise<Void> done = Promise.promise();
    next(field, Optional.empty(), done);
    return conversions
        .watch(done.future())
        .otherwiseEmpty()
        .onComplete(ended -> running.remove(field));
  }

  /**
   * @param from where the next batch starts; empty for the first one
   */
  private void next(FieldRef field, Optional<Position> from, Promise<Void> done) {
    if (closed) {
      done.complete();
      return;
    }
    Transactions.run(pool, connection -> batch(connection, field, from))
        .onComplete(
            page -> {
              if (page.isEmpty()) {
                done.complete();
              } else if (page.get().entries().isEmpty()) {
                finish(field).onComplete(done);
              } else {
                next(field, Optional.of(page.get().next()), done);
              }
            },
            done::fail);
  }

  /** Converts one page; empty if another process is converting the field, or all is converted. */
  private Future<Optional<Page>> batch(
      SqlConnection connection, FieldRef field, Optional<Position> from) {
    return FieldRetypes.claim(connection, field)
        .compose(
            types ->
                types.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : ValuePages.read(
                            connection,
                            field.workspaceId(),
                            field.fieldId(),
                            from.orElseGet(() -> Position.startOf(types.get().from())),
                            BATCH)
                        .compose(
                            page ->
                                convert(connection, field, types.get(), page)
                                    .map(Optional.of(page))));
  }

  private Future<Void> convert(SqlConnection connection, FieldRef field, Types types, Page page) {
    List<Converted> values =
        page.entries().stream()
            .map(
                entry ->
                    new Converted(
                        entry.customerId(),
                        new FieldPlan.Key(field.fieldId(), entry.appId()),
                        entry.text(),
                        Conversion.of(entry.text(), types.to(), limits)))
            .toList();
    return Shops.lock(connection, values.stream().map(Converted::customerId).toList())
        .compose(locked -> FieldValues.convert(connection, field.workspaceId(), values));
  }

  /** Runs while no push does, so that no later push finds a value of the former type. */
  private Future<Void> finish(FieldRef field) {
    return Transactions.run(
        pool,
        connection ->
            CustomFields.lock(connection, field.workspaceId())
                .compose(locked -> FieldRetypes.finish(connection, field))
                .compose(finished -> CustomFields.advanceVersion(connection, field.workspaceId())));
  }

  public void close() {
    closed = true;
    vertx.cancelTimer(timer);
  }
}
