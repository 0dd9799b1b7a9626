package dev.shopwire.enrichment.identify;

import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.fields.ConvertedValues;
import dev.shopwire.enrichment.fields.CustomFields;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldInput;
import dev.shopwire.enrichment.fields.FieldLimits;
import dev.shopwire.enrichment.fields.FieldPlan;
import dev.shopwire.enrichment.identify.PushWrite.Counts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The three ways in which a push is written, each one transaction. For one event loop. */
final class PushTransactions {
  private final Vertx vertx;
  private final Pool pool;
  private final FieldLimits limits;
  private final PushGroups groups;

  PushTransactions(Vertx vertx, Pool pool, FieldLimits limits) {
    this.vertx = vertx;
    this.pool = pool;
    this.limits = limits;
    this.groups = new PushGroups(vertx, pool);
  }

  /** The customer after a push, and what became of the fields. */
  record Written(Customer customer, Counts counts) {}

  /** The same before the commit, and how many deliveries are due after it. */
  private record Told(Written written, long due) {}

  /** What a push left that made fields. */
  private record Created(FieldCatalog catalog, Told told, List<String> names) {}

  /**
   * Customer and fields are known: the push is written together with others.
   *
   * @param before as it was read; what others change at this very moment is not in the answer
   * @return empty if the definitions have changed since {@code catalog}; then nothing was written
   */
  Future<Optional<Written>> write(
      Push push, FieldPlan plan, FieldCatalog catalog, Customer before) {
    return groups
        .write(PlannedPush.of(push, before.id(), plan, catalog))
        .map(
            counts ->
                counts.map(
                    count ->
                        new Written(
                            before.changedBy(push.name(), push.email(), plan.targets()), count)));
  }

  /**
   * The customer is new, or values of it may have to be converted first.
   *
   * @return empty if the definitions have changed since {@code catalog}; then nothing was written
   */
  Future<Optional<Written>> writeAlone(Push push, FieldPlan plan, FieldCatalog catalog) {
    return Transactions.run(
            pool,
            connection ->
                CustomFields.share(connection, List.of(push.shop().workspaceId()))
                    .compose(shared -> register(connection, push, plan, catalog)))
        .map(told -> told.map(this::committed));
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
                    .compose(before -> createAndWrite(connection, push, planned, before)))
        .map(created -> answer.of(created.catalog(), committed(created.told()), created.names()));
  }

  private Future<Created> createAndWrite(
      SqlConnection connection,
      Push push,
      Function<FieldCatalog, FieldPlan> planned,
      FieldCatalog before) {
    List<FieldInput> missing = planned.apply(before).missing();
    return create(connection, push, before, missing)
        .compose(
            catalog ->
                register(connection, push, planned.apply(catalog), catalog)
                    .map(
                        told ->
                            new Created(
                                catalog,
                                told.orElseThrow(),
                                missing.stream().map(FieldInput::name).toList())));
  }

  private Written committed(Told told) {
    if (told.due() > 0) {
      Outbox.nudge(vertx);
    }
    return told.written();
  }

  /** Makes an answer of a push that made fields. */
  interface Answer<T> {
    T of(FieldCatalog catalog, Written written, List<String> created);
  }

  private static Future<FieldCatalog> create(
      SqlConnection connection, Push push, FieldCatalog before, List<FieldInput> missing) {
    int workspaceId = push.shop().workspaceId();
    return missing.isEmpty()
        ? Future.succeededFuture(before)
        : CustomFields.create(connection, workspaceId, push.appId(), missing)
            .compose(made -> CustomFields.load(connection, workspaceId));
  }

  private Future<Optional<Told>> register(
      SqlConnection connection, Push push, FieldPlan plan, FieldCatalog catalog) {
    int workspaceId = push.shop().workspaceId();
    return Shops.register(connection, List.of(push.shop()))
        .map(ids -> ids.values().iterator().next())
        .compose(id -> Shops.lock(connection, id).map(locked -> id))
        .compose(
            id ->
                ConvertedValues.writeOf(
                        connection,
                        new CustomerRef(workspaceId, id),
                        plan.converting(),
                        catalog.version(),
                        limits)
                    .map(converted -> id))
        .compose(
            id -> {
              push.patience().check();
              return write(connection, PlannedPush.of(push, id, plan, catalog), catalog);
            });
  }

  private Future<Optional<Told>> write(
      SqlConnection connection, PlannedPush push, FieldCatalog catalog) {
    List<PlannedPush> alone = List.of(push);
    return PushWrite.write(connection, alone)
        .compose(outcomes -> UncommittedPushes.tell(connection, alone, outcomes))
        .compose(
            told ->
                told.counts().get(0).isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : read(connection, push.push(), push.customerId())
                        .map(
                            after ->
                                Optional.of(
                                    new Told(
                                        new Written(
                                            after.under(catalog, limits),
                                            told.counts().get(0).get()),
                                        told.due()))));
  }

  private static Future<Customer> read(SqlConnection connection, Push push, long id) {
    return Customers.read(connection, push.shop().workspaceId(), push.appId(), id)
        .map(sight -> sight.customer().orElseThrow());
  }
}
