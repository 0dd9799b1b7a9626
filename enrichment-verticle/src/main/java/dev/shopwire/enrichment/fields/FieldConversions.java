package dev.shopwire.enrichment.fields;

import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.fields.ConvertedValues.Item;
import dev.shopwire.enrichment.fields.FieldRetypes.FieldRef;
import dev.shopwire.enrichment.fields.FieldRetypes.Types;
import dev.shopwire.enrichment.fields.ValuePages.Page;
import dev.shopwire.enrichment.fields.ValuePages.Place;
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
 * Converts the values of fields whose type has changed, a few hundred at a time, each in a
 * transaction that has locked their customers: a push of one of them waits for that long. What a
 * process that died has left another one finishes. For one event loop.
 */
public final class FieldConversions {
  private static final Logger LOG = LoggerFactory.getLogger(FieldConversions.class);

  /** As many advisory locks are held at a time. */
  private static final int BATCH = 250;

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
    this.timer = vertx.setPeriodic(interval.toMillis(), id -> lookAround());
  }

  private void lookAround() {
    FieldRetypes.converting(pool)
        .onSuccess(keys -> keys.forEach(this::run))
        .onFailure(error -> warn(error));
  }

  private static void warn(Throwable error) {
    LOG.warn("Values of retyped fields were not converted: {}", error.getMessage());
  }

  /** Done when no value is left to this process; never fails. */
  Future<Void> run(FieldRef field) {
    if (closed || !running.add(field)) {
      return Future.succeededFuture();
    }
    Promise<Void> done = Promise.promise();
    next(field, Optional.empty(), done);
    return done.future()
        .onFailure(FieldConversions::warn)
        .otherwiseEmpty()
        .onComplete(ended -> running.remove(field));
  }

  /**
   * @param from empty before the first batch
   */
  private void next(FieldRef field, Optional<Place> from, Promise<Void> done) {
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

  /** The page that is converted now; empty if another process is at it, or all is done. */
  private Future<Optional<Page>> batch(
      SqlConnection connection, FieldRef field, Optional<Place> from) {
    return FieldRetypes.take(connection, field)
        .compose(
            types ->
                types.isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : ValuePages.read(
                            connection,
                            field.workspaceId(),
                            field.fieldId(),
                            from.orElseGet(() -> Place.startOf(types.get().from())),
                            BATCH)
                        .compose(
                            page ->
                                convert(connection, field, types.get(), page)
                                    .map(Optional.of(page))));
  }

  private Future<Void> convert(SqlConnection connection, FieldRef field, Types types, Page page) {
    List<Item> items =
        page.entries().stream()
            .map(
                entry ->
                    new Item(
                        entry.customerId(),
                        new FieldPlan.Key(field.fieldId(), entry.appId()),
                        entry.text(),
                        Conversion.of(entry.text(), types.to(), limits)))
            .toList();
    return Shops.lock(connection, items.stream().map(Item::customerId).toList())
        .compose(locked -> ConvertedValues.write(connection, field.workspaceId(), items));
  }

  /** Nobody pushes meanwhile, so that from then on nobody finds a value of the former type. */
  private Future<Void> finish(FieldRef field) {
    return Transactions.run(
        pool,
        connection ->
            CustomFields.hold(connection, field.workspaceId())
                .compose(held -> FieldRetypes.finish(connection, field))
                .compose(finished -> CustomFields.nextVersion(connection, field.workspaceId())));
  }

  public void close() {
    closed = true;
    vertx.cancelTimer(timer);
  }
}
