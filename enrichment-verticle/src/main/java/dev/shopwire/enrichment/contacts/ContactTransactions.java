package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs changes of a customer's contacts, each in a transaction that locks the customer, so that
 * concurrent changes are serialized. Not thread-safe; use from one event loop.
 */
final class ContactTransactions {
  /** Names the app to tracked segments: contacts don't say who changed them. */
  private static final String PUSHED_BY = "select segments_pushed_by($1)";

  private final Vertx vertx;
  private final Pool pool;
  private final int maxContacts;

  ContactTransactions(Vertx vertx, Pool pool, int maxContacts) {
    this.vertx = vertx;
    this.pool = pool;
    this.maxContacts = maxContacts;
  }

  /** A change of a customer's contacts, which nothing else changes meanwhile. */
  interface Change<T> {
    Future<T> apply(ContactWrites writes);
  }

  private record Uncommitted<T>(T result, long due) {}

  /**
   * @param owner returns the customer, which must exist by then
   * @param appId the app that pushed; empty for the console
   */
  <T> Future<T> run(
      Function<SqlConnection, Future<Owner>> owner, Optional<Long> appId, Change<T> change) {
    return Transactions.run(
            pool,
            connection ->
                owner
                    .apply(connection)
                    .compose(
                        known ->
                            Shops.lock(connection, known.customerId())
                                .compose(locked -> run(connection, known, appId, change))))
        .map(
            uncommitted -> {
              if (uncommitted.due() > 0) {
                Outbox.wakeDelivery(vertx);
              }
              return uncommitted.result();
            });
  }

  private <T> Future<Uncommitted<T>> run(
      SqlConnection connection, Owner owner, Optional<Long> appId, Change<T> change) {
    Future<?> named =
        connection.preparedQuery(PUSHED_BY).execute(Tuple.tuple().addLong(appId.orElse(null)));
    Future<Boolean> subscribed =
        Outbox.hasSubscribers(
            connection, owner.workspaceId(), Topic.causedBy(Topic.Change.CONTACT));
    return Transactions.join(List.of(named, subscribed))
        .compose(
            ready -> {
              boolean hasSubscribers = subscribed.result();
              ContactWrites writes =
                  new ContactWrites(connection, owner, appId, hasSubscribers, maxContacts);
              return change.apply(writes).map(result -> new Uncommitted<>(result, writes.due()));
            });
  }
}
