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
import java.util.Optional;
import java.util.function.Function;

/**
 * Changes of one customer's people, each a transaction that has locked the customer: of two at once
 * one comes after the other. For one event loop.
 */
final class ContactTransactions {
  private static final Topic[] TOPICS = {
    Topic.CONTACT_CREATED, Topic.CONTACT_UPDATED, Topic.CONTACT_DELETED
  };

  private final Vertx vertx;
  private final Pool pool;
  private final int maxContacts;

  ContactTransactions(Vertx vertx, Pool pool, int maxContacts) {
    this.vertx = vertx;
    this.pool = pool;
    this.maxContacts = maxContacts;
  }

  /** Changes the people of a customer, who stay as they are but for this. */
  interface Change<T> {
    Future<T> apply(ContactWrites writes);
  }

  private record Told<T>(T result, long due) {}

  /**
   * @param owner of a customer that is there then
   * @param appId whose push this is; empty for the console
   */
  <T> Future<T> run(
      Function<SqlConnection, Future<Owner>> owner, Optional<Integer> appId, Change<T> change) {
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
            told -> {
              if (told.due() > 0) {
                Outbox.nudge(vertx);
              }
              return told.result();
            });
  }

  private <T> Future<Told<T>> run(
      SqlConnection connection, Owner owner, Optional<Integer> appId, Change<T> change) {
    return Outbox.isWanted(connection, owner.workspaceId(), TOPICS)
        .compose(
            wanted -> {
              ContactWrites writes =
                  new ContactWrites(connection, owner, appId, wanted, maxContacts);
              return change.apply(writes).map(result -> new Told<>(result, writes.due()));
            });
  }
}
