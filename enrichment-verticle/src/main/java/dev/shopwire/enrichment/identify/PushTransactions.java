package dev.shopwire.enrichment.identify;

import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.fields.CustomFields;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldPlan;
import dev.shopwire.enrichment.fields.GivenField;
import dev.shopwire.enrichment.identify.PushWrite.Counts;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The three ways in which a push is written, each one transaction. For one event loop. */
final class PushTransactions {
  private final Pool pool;
  private final PushGroups groups;

  PushTransactions(Pool pool) {
    this.pool = pool;
    this.groups = new PushGroups(pool);
  }

  /** The customer after a push, and what became of the fields. */
  record Written(Customer customer, Counts counts) {}

  /**
   * Customer and fields are known: the push is written together with others.
   *
   * @param before as it was read; what others change at this very moment is not in the answer
   * @return empty if the definitions have changed since {@code catalog}; then nothing was written
   */
  Future<Optional<Written>> write(
      Push push, FieldPlan plan, FieldCatalog catalog, Customer before) {
    return groups
        .write(new PlannedPush(push, before.id(), plan.targets(), catalog.version()))
        .map(
            counts ->
                counts.map(
                    count ->
                        new Written(
                            before.changedBy(push.name(), push.email(), plan.targets()), count)));
  }

  /**
   * The customer is new.
   *
   * @return empty if the definitions have changed since {@code catalog}; then nothing was written
   */
  Future<Optional<Written>> writeNew(Push push, FieldPlan plan, FieldCatalog catalog) {
    return Transactions.run(
        pool,
        connection ->
            CustomFields.share(connection, List.of(push.shop().workspaceId()))
                .compose(shared -> register(connection, push, plan, catalog)));
  }

  /**
   * Some fields are not there yet: one push at a time, looking again before making them.
   *
   * @param planned what the push means under the definitions that hold then; may throw
   * @param answer of the names of those that were made
   */
  <T> Future<T> createAndWrite(
      Push push, Function<FieldCatalog, FieldPlan> planned, Answer<T> answer) {
    int workspaceId = push.shop().workspaceId();
    return Transactions.run(
        pool,
        connection ->
            CustomFields.hold(connection, workspaceId)
                .compose(held -> CustomFields.load(connection, workspaceId))
                .compose(
                    before -> {
                      List<GivenField> missing = planned.apply(before).missing();
                      return create(connection, push, before, missing)
                          .compose(
                              catalog ->
                                  register(connection, push, planned.apply(catalog), catalog)
                                      .map(
                                          written ->
                                              answer.of(
                                                  catalog,
                                                  written.orElseThrow(),
                                                  missing.stream()
                                                      .map(GivenField::name)
                                                      .toList())));
                    }));
  }

  /** Makes an answer of a push that made fields. */
  interface Answer<T> {
    T of(FieldCatalog catalog, Written written, List<String> created);
  }

  private static Future<FieldCatalog> create(
      SqlConnection connection, Push push, FieldCatalog before, List<GivenField> missing) {
    int workspaceId = push.shop().workspaceId();
    return missing.isEmpty()
        ? Future.succeededFuture(before)
        : CustomFields.create(connection, workspaceId, push.appId(), missing)
            .compose(made -> CustomFields.load(connection, workspaceId));
  }

  private static Future<Optional<Written>> register(
      SqlConnection connection, Push push, FieldPlan plan, FieldCatalog catalog) {
    return Shops.register(connection, List.of(push.shop()))
        .map(ids -> ids.values().iterator().next())
        .compose(
            id ->
                Shops.lock(connection, id)
                    .compose(
                        locked ->
                            PushWrite.write(
                                connection,
                                List.of(
                                    new PlannedPush(push, id, plan.targets(), catalog.version()))))
                    .compose(counts -> written(connection, push, id, counts.get(0))));
  }

  private static Future<Optional<Written>> written(
      SqlConnection connection, Push push, long id, Optional<Counts> counts) {
    return counts.isEmpty()
        ? Future.succeededFuture(Optional.empty())
        : read(connection, push, id).map(after -> Optional.of(new Written(after, counts.get())));
  }

  private static Future<Customer> read(SqlConnection connection, Push push, long id) {
    return Customers.read(connection, push.shop().workspaceId(), push.appId(), id)
        .map(sight -> sight.customer().orElseThrow());
  }
}
