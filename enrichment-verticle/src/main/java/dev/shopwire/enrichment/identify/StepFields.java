package dev.shopwire.enrichment.identify;

import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.contracts.StepContracts.Change;
import dev.shopwire.common.contracts.StepContracts.FieldValue;
import dev.shopwire.common.contracts.StepContracts.Result;
import dev.shopwire.common.json.JsonBody;
import dev.shopwire.common.json.PatchValue;
import dev.shopwire.common.outbox.Outbox;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import dev.shopwire.common.tenancy.Shops.Shop;
import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.fields.CustomFields;
import dev.shopwire.enrichment.fields.Field;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldLimits;
import dev.shopwire.enrichment.fields.FieldPlan;
import dev.shopwire.enrichment.fields.ValueConversions;
import dev.shopwire.enrichment.steps.AppliedSteps;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Sets fields of customers for steps of flows, as pushes do, each in one transaction. Not
 * thread-safe; use from one event loop.
 */
public final class StepFields {
  private final Vertx vertx;
  private final Pool pool;
  private final FieldLimits limits;

  public StepFields(Vertx vertx, Pool pool, FieldLimits limits) {
    this.vertx = vertx;
    this.pool = pool;
    this.limits = limits;
  }

  /** The outcome: {@code written}, {@code unchanged} or {@code refused}. */
  public Future<Result> set(long workspaceId, Change change) {
    return Transactions.run(
            pool,
            connection ->
                CustomFields.lockShared(connection, List.of(workspaceId))
                    .compose(shared -> Shops.lock(connection, change.customerId()))
                    .compose(locked -> set(connection, workspaceId, change)))
        .map(
            uncommitted -> {
              if (uncommitted.due > 0) {
                Outbox.wakeDelivery(vertx);
              }
              return uncommitted.result;
            });
  }

  private record Uncommitted(Result result, long due) {}

  private Future<Uncommitted> set(SqlConnection connection, long workspaceId, Change change) {
    Write write = new Write(connection, workspaceId, change);
    return AppliedSteps.once(connection, workspaceId, change, write::run)
        .map(result -> new Uncommitted(result, write.due));
  }

  private static Result refused(String reason) {
    return Result.of("refused", reason);
  }

  /** One change, within its transaction. */
  private final class Write {
    private final SqlConnection connection;
    private final CustomerRef ref;
    private final FieldValue given;
    private long due;

    Write(SqlConnection connection, long workspaceId, Change change) {
      this.connection = connection;
      this.ref = new CustomerRef(workspaceId, change.customerId());
      this.given = Objects.requireNonNull(change.field());
    }

    Future<Result> run() {
      return CustomFields.load(connection, ref.workspaceId())
          .compose(
              catalog -> {
                Optional<Field> field = catalog.field(given.fieldId());
                return field.isEmpty()
                    ? Future.succeededFuture(refused("The field was deleted"))
                    : plan(catalog, field.get());
              });
    }

    private Future<Result> plan(FieldCatalog catalog, Field field) {
      if (field.link().isPresent()) {
        return Future.succeededFuture(
            refused(
                "The field is filled by the linked query \"%s\""
                    .formatted(field.link().get().queryName())));
      }
      FieldPlan plan = FieldPlan.ofOne(field, given.appId(), JsonBody.tree(given.value()), limits);
      if (!plan.errors().isEmpty()) {
        return Future.succeededFuture(refused(plan.errors().get(0).message()));
      }
      return ValueConversions.writeOf(connection, ref, plan.converting(), catalog.version(), limits)
          .compose(converted -> Customers.readAll(connection, ref.workspaceId(), ref.customerId()))
          .compose(
              read ->
                  read.customer()
                      .map(customer -> write(plan, catalog, customer))
                      .orElseGet(
                          () -> Future.succeededFuture(refused("There is no such customer"))));
    }

    private Future<Result> write(FieldPlan plan, FieldCatalog catalog, Customer customer) {
      if (!plan.changes(customer.values())) {
        return Future.succeededFuture(Result.of("unchanged"));
      }
      long after = plan.bytesAfter(customer.values());
      if (after > limits.customerBytes() && after > plan.bytesBefore(customer.values())) {
        return Future.succeededFuture(
            refused(
                "The custom fields of a customer may hold at most %d bytes, with this value %d"
                    .formatted(limits.customerBytes(), after)));
      }
      return Outbox.hasSubscribers(connection, ref.workspaceId(), Topic.CUSTOM_FIELDS_UPDATED)
          .compose(
              subscribed -> {
                List<PlannedPush> alone =
                    List.of(
                        PlannedPush.of(
                            push(customer, subscribed), ref.customerId(), plan, catalog));
                return PushWrite.write(connection, alone)
                    .compose(outcomes -> UncommittedPushes.emit(connection, alone, outcomes));
              })
          .map(
              written -> {
                due = written.due();
                return Result.of("written");
              });
    }

    private IdentifyRequest push(Customer customer, boolean isSubscribed) {
      return new IdentifyRequest(
          new Shop(ref.workspaceId(), customer.domain()),
          Field.NO_APP,
          Optional.empty(),
          PatchValue.absent(),
          PatchValue.absent(),
          List.of(),
          List.of(),
          List.of(),
          RequestDeadline.fromNow(),
          isSubscribed ? Set.of(Topic.CUSTOM_FIELDS_UPDATED) : Set.of());
    }
  }
}
