package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.outbox.Outbox.Cause;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.fields.Field;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Changes of one customer's people, each a transaction that has locked the customer: of two at once
 * one comes after the other. It tells what became of whom, if anybody wants to hear it. For one
 * event loop.
 */
final class ContactTransactions {
  private static final Topic[] TOPICS = {
    Topic.CONTACT_CREATED, Topic.CONTACT_UPDATED, Topic.CONTACT_DELETED
  };

  private final Vertx vertx;
  private final Pool pool;

  ContactTransactions(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  /** Changes the people of a customer. */
  interface Change<T> {
    /**
     * @param before all that there are, who stay as they are but for this
     */
    Future<T> apply(SqlConnection connection, Owner owner, List<Contact> before);
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

  private static <T> Future<Told<T>> run(
      SqlConnection connection, Owner owner, Optional<Integer> appId, Change<T> change) {
    Future<List<Contact>> before = Contacts.of(connection, owner.workspaceId(), owner.customerId());
    Future<Boolean> heard = Outbox.isWanted(connection, owner.workspaceId(), TOPICS);
    return Future.join(before, heard)
        .compose(read -> change.apply(connection, owner, before.result()))
        .compose(
            result ->
                heard.result()
                    ? tell(connection, owner, appId, before.result())
                        .map(due -> new Told<>(result, due))
                    : Future.succeededFuture(new Told<>(result, 0)));
  }

  private static Future<Long> tell(
      SqlConnection connection, Owner owner, Optional<Integer> appId, List<Contact> before) {
    Future<List<Contact>> after = Contacts.of(connection, owner.workspaceId(), owner.customerId());
    Future<String> domain =
        Customers.read(connection, owner.workspaceId(), Field.NO_APP, owner.customerId())
            .map(sight -> sight.customer().orElseThrow().domain());
    return Future.join(after, domain)
        .compose(
            read -> {
              List<Cause> causes =
                  new ContactChanges(owner, domain.result(), appId).causes(before, after.result());
              return Outbox.emit(connection, causes);
            });
  }
}
