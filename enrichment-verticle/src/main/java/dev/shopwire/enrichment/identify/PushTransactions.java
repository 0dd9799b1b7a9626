package dev.shopwire.enrichment.identify;

import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.fields.CustomFields;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldInput;
import dev.shopwire.enrichment.fields.FieldLimits;
import dev.shopwire.enrichment.fields.FieldPlan;
import dev.shopwire.enrichment.fields.ValueConversions;
import dev.shopwire.enrichment.identify.PushWrite.Counts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes a push in one of three ways, each in one transaction. Not thread-safe; use from one event
 * loop.
 */
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

  /** The customer after a push, and how many of its values changed. */
  record Written(Customer customer, Counts counts) {}

  /** A write before its commit, and how many deliveries are due after it. */
  private record Uncommitted(Written written, long due) {}

  /** The result of a push that created fields. */
  private record Created(FieldCatalog catalog, Uncommitted uncommitted, List<String> names) {}

  /**
   * Writes a push whose customer and fields exist, together with other pushes.
   *
   * @param before the customer as it was read; concurrent changes are not in the response
   * @return empty if the definitions have changed since {@code catalog}; then nothing was written
   */
  Future<Optional<Written>> write(
      IdentifyRequest push, FieldPlan plan, FieldCatalog catalog, Customer before) {
    return groups
        .write(PlannedPush.of(push, before.id(), plan, catalog))
        .map(
            counts ->
                counts.map(
                    count ->
                        new Written(
                            before.withChanges(push.name(), push.email(), plan.targets()), count)));
  }

  /**
   * Writes a push whose customer is new, or has values that may have to be converted first.
   *
   * @return empty if the definitions have changed since {@code catalog}; then nothing was written
   */
  Future<Optional<Written>> writeAlone(IdentifyRequest push, FieldPlan plan, FieldCatalog catalog) {
    return Transactions.run(
            pool,
            connection ->
                CustomFields.lockShared(connection, List.of(push.shop().workspaceId()))
                    .compose(shared -> register(connection, push, plan, catalog)))
        .map(uncommitted -> uncommitted.map(this::committed));
  }

  /**
   * Writes a push that needs new fields: one such push at a time, which reads the definitions again
   * before it creates them.
   *
   * @param planner plans the push under the current definitions; may throw
   * @param responses builds the response, given the names of the created fields
   */
  <T> Future<T> createAndWrite(
      IdentifyRequest push,
      Function<FieldCatalog, FieldPlan> planner,
      ResponseFactory<T> responses) {
    long workspaceId = push.shop().workspaceId();
    return Transactions.run(
            pool,
            connection ->
                CustomFields.lock(connection, workspaceId)
                    .compose(locked -> CustomFields.load(connection, workspaceId))
                    .compose(before -> createAndWrite(connection, push, planner, before)))
        .map(
            created ->
                responses.of(created.catalog(), committed(created.uncommitted()), created.names()));
  }

  private Future<Created> createAndWrite(
      SqlConnection connection,
      IdentifyRequest push,
      Function<FieldCatalog, FieldPlan> planner,
      FieldCatalog before) {
    List<FieldInput> missing = planner.apply(before).missing();
    return create(connection, push, before, missing)
        .compose(
            catalog ->
                register(connection, push, planner.apply(catalog), catalog)
                    .map(
                        uncommitted ->
                            new Created(
                                catalog,
                                uncommitted.orElseThrow(),
                                missing.stream().map(FieldInput::name).toList())));
  }

  private Written committed(Uncommitted uncommitted) {
    if (uncommitted.due() > 0) {
      Outbox.wakeDelivery(vertx);
    }
    return uncommitted.written();
  }

  /** Builds the response to a push that created fields. */
  interface ResponseFactory<T> {
    T of(FieldCatalog catalog, Written written, List<String> created);
  }

  private static Future<FieldCatalog> create(
      SqlConnection connection,
      IdentifyRequest push,
      FieldCatalog before,
      List<FieldInput> missing) {
    long workspaceId = push.shop().workspaceId();
    return missing.isEmpty()
        ? Future.succeededFuture(before)
        : CustomFields.create(connection, workspaceId, push.appId(), missing)
            .compose(created -> CustomFields.load(connection, workspaceId));
  }

  private Future<Optional<Uncommitted>> register(
      SqlConnection connection, IdentifyRequest push, FieldPlan plan, FieldCatalog catalog) {
    long workspaceId = push.shop().workspaceId();
    return Shops.register(connection, List.of(push.shop()))
        .map(ids -> ids.values().iterator().next())
        .compose(id -> Shops.lock(connection, id).map(locked -> id))
        .compose(
            id ->
                ValueConversions.writeOf(
                        connection,
                        new CustomerRef(workspaceId, id),
                        plan.converting(),
                        catalog.version(),
                        limits)
                    .map(converted -> id))
        .compose(
            id -> {
              push.deadline().check();
              return write(connection, PlannedPush.of(push, id, plan, catalog), catalog);
            });
  }

  private Future<Optional<Uncommitted>> write(
      SqlConnection connection, PlannedPush push, FieldCatalog catalog) {
    List<PlannedPush> alone = List.of(push);
    return PushWrite.write(connection, alone)
        .compose(outcomes -> UncommittedPushes.emit(connection, alone, outcomes))
        .compose(
            uncommitted ->
                uncommitted.counts().get(0).isEmpty()
                    ? Future.succeededFuture(Optional.empty())
                    : read(connection, push.push(), push.customerId())
                        .map(
                            after ->
                                Optional.of(
                                    new Uncommitted(
                                        new Written(
                                            after.withCurrentValues(catalog, limits),
                                            uncommitted.counts().get(0).get()),
                                        uncommitted.due()))));
  }

  private static Future<Customer> read(SqlConnection connection, IdentifyRequest push, long id) {
    return Customers.read(connection, push.shop().workspaceId(), push.appId(), id)
        .map(snapshot -> snapshot.customer().orElseThrow());
  }
}
