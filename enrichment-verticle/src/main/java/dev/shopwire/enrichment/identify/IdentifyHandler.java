package dev.shopwire.enrichment.identify;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.customers.Customers.PushSnapshot;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldCatalogs;
import dev.shopwire.enrichment.fields.FieldLimits;
import dev.shopwire.enrichment.fields.FieldPlan;
import dev.shopwire.enrichment.identify.PushTransactions.Written;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Handles {@code POST /identify} (docs/api/customers.md). A push that changes nothing costs one
 * read and no write; a customer's first push always writes, since it marks the customer as
 * identified. A push that changes something is one transaction that holds the catalog's lock,
 * shared, or exclusively if it creates fields. Not thread-safe; use from one event loop.
 */
public final class IdentifyHandler {
  /** An attempt fails if the definitions change between two statements. */
  private static final int MAX_ATTEMPTS = 20;

  private final Pool pool;
  private final PushTransactions writes;
  private final FieldCatalogs catalogs;
  private final FieldLimits limits;
  private final ShopDomain domains;
  private final LastSeen lastSeen;

  public IdentifyHandler(
      Vertx vertx,
      Pool pool,
      FieldCatalogs catalogs,
      FieldLimits limits,
      ShopDomain domains,
      LastSeen lastSeen) {
    this.pool = pool;
    this.writes = new PushTransactions(vertx, pool, limits);
    this.catalogs = catalogs;
    this.limits = limits;
    this.domains = domains;
    this.lastSeen = lastSeen;
  }

  public Future<JsonResponse> handle(AppRequest request) {
    IdentifyRequest push = IdentifyRequest.read(request, domains, limits);
    return attempt(push, MAX_ATTEMPTS);
  }

  private Future<JsonResponse> attempt(IdentifyRequest push, int attempts) {
    if (attempts == 0) {
      return Future.failedFuture(
          Failure.unavailable("The workspace's field definitions are changing too often"));
    }
    return Customers.readForPush(
            pool, push.shop().workspaceId(), push.appId(), push.shop().domain())
        .compose(
            before ->
                catalogs
                    .at(pool, push.shop().workspaceId(), before.snapshot().catalogVersion())
                    .compose(
                        catalog ->
                            catalog
                                .map(
                                    found ->
                                        decide(
                                            push.withSubscribedTopics(before.subscribedTopics()),
                                            before,
                                            found,
                                            attempts))
                                .orElseGet(() -> attempt(push, attempts - 1))));
  }

  private Future<JsonResponse> decide(
      IdentifyRequest push, PushSnapshot before, FieldCatalog catalog, int attempts) {
    push.deadline().check();
    FieldPlan plan = plan(push, catalog);
    Optional<Customer> known =
        before.snapshot().customer().map(customer -> customer.withCurrentValues(catalog, limits));
    if (!plan.missing().isEmpty()) {
      known.ifPresent(customer -> checkSize(customer, plan));
      return writes.createAndWrite(
          push,
          latest -> plan(push, latest),
          (latest, written, created) -> respond(push, latest, written, created));
    }
    if (known.isEmpty()) {
      return orRetry(push, catalog, attempts, writes.writeAlone(push, plan, catalog));
    }
    Customer customer = known.get();
    checkSize(customer, plan);
    return !before.identified() || changes(push, plan, customer)
        ? orRetry(push, catalog, attempts, write(push, plan, catalog, customer))
        : Future.succeededFuture(
            respond(push, catalog, new Written(customer, PushWrite.Counts.NONE), List.of()));
  }

  private Future<Optional<Written>> write(
      IdentifyRequest push, FieldPlan plan, FieldCatalog catalog, Customer customer) {
    return plan.converting().isEmpty()
        ? writes.write(push, plan, catalog, customer)
        : writes.writeAlone(push, plan, catalog);
  }

  /**
   * Tries again if the definitions have changed since the push was planned: nothing was written.
   */
  private Future<JsonResponse> orRetry(
      IdentifyRequest push, FieldCatalog catalog, int attempts, Future<Optional<Written>> write) {
    return write.compose(
        done ->
            done.map(written -> Future.succeededFuture(respond(push, catalog, written, List.of())))
                .orElseGet(() -> attempt(push, attempts - 1)));
  }

  /**
   * @throws Failure 422 with all validation errors of the push
   */
  private FieldPlan plan(IdentifyRequest push, FieldCatalog catalog) {
    FieldPlan plan = FieldPlan.of(catalog, push.appId(), push.fields(), limits);
    List<ValidationError> errors = new ArrayList<>(push.errors());
    // Text that can't be stored is an error of the body, too.
    errors.removeIf(error -> plan.errors().stream().anyMatch(field -> field.includes(error)));
    errors.addAll(plan.errors());
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
    return plan;
  }

  /**
   * Checks the size limit against the data that was read: concurrent pushes of one customer may
   * exceed it by their own size. A customer that exceeds it from before the limit existed may be
   * pushed if it doesn't grow.
   *
   * @throws Failure 422 {@code customer_fields_too_large}
   */
  private void checkSize(Customer customer, FieldPlan plan) {
    long before = plan.bytesBefore(customer.values());
    long after = plan.bytesAfter(customer.values());
    if (after > before && after > limits.customerBytes()) {
      throw Failure.invalid(
          "/customFields",
          "customer_fields_too_large",
          ("The custom fields of a customer may hold at most %d bytes, for all apps together; with"
                  + " this push they would hold %d: send smaller values, or null to unset some")
              .formatted(limits.customerBytes(), after));
    }
  }

  private static boolean changes(IdentifyRequest push, FieldPlan plan, Customer customer) {
    return push.name().changes(customer.name())
        || push.email().changes(customer.email())
        || plan.changes(customer.values());
  }

  private JsonResponse respond(
      IdentifyRequest push, FieldCatalog catalog, Written written, List<String> created) {
    lastSeen.record(push.shop().workspaceId(), written.customer().id(), Instant.now());
    return IdentifyResponse.of(push, catalog, written, created);
  }
}
