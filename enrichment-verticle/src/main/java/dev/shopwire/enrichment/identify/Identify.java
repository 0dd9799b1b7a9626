package dev.shopwire.enrichment.identify;

import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.customers.Customers.PushSight;
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
 * {@code POST /identify} (docs/api/customers.md). A push that changes nothing costs one read and no
 * write; the first one of a customer always changes something, since from then on the customer is
 * identified. One that changes something is one transaction that shares the catalog's lock; one
 * that makes fields holds it alone. For one event loop.
 */
public final class Identify {
  /** Each time somebody has changed the definitions between two statements. */
  private static final int ATTEMPTS = 20;

  private final Pool pool;
  private final PushTransactions writes;
  private final FieldCatalogs catalogs;
  private final FieldLimits limits;
  private final ShopDomain domains;
  private final LastSeen lastSeen;

  public Identify(
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

  public Future<JsonResponse> handle(AppRequest call) {
    Push push = Push.read(call, domains, limits);
    return attempt(push, ATTEMPTS);
  }

  private Future<JsonResponse> attempt(Push push, int attempts) {
    if (attempts == 0) {
      return Future.failedFuture(
          Failure.unavailable("The workspace's field definitions change all the time"));
    }
    return Customers.readForPush(
            pool, push.shop().workspaceId(), push.appId(), push.shop().domain())
        .compose(
            seen ->
                catalogs
                    .at(pool, push.shop().workspaceId(), seen.sight().catalogVersion())
                    .compose(
                        catalog ->
                            catalog
                                .map(
                                    found ->
                                        decide(push.heardIn(seen.heard()), seen, found, attempts))
                                .orElseGet(() -> attempt(push, attempts - 1))));
  }

  private Future<JsonResponse> decide(
      Push push, PushSight seen, FieldCatalog catalog, int attempts) {
    push.patience().check();
    FieldPlan plan = plan(push, catalog);
    Optional<Customer> known =
        seen.sight().customer().map(customer -> customer.under(catalog, limits));
    if (!plan.missing().isEmpty()) {
      known.ifPresent(customer -> checkRoom(customer, plan));
      return writes.createAndWrite(
          push,
          latest -> plan(push, latest),
          (latest, written, created) -> answer(push, latest, written, created));
    }
    if (known.isEmpty()) {
      return retried(push, catalog, attempts, writes.writeAlone(push, plan, catalog));
    }
    Customer customer = known.get();
    checkRoom(customer, plan);
    return !seen.identified() || changes(push, plan, customer)
        ? retried(push, catalog, attempts, write(push, plan, catalog, customer))
        : Future.succeededFuture(
            answer(push, catalog, new Written(customer, PushWrite.Counts.NONE), List.of()));
  }

  private Future<Optional<Written>> write(
      Push push, FieldPlan plan, FieldCatalog catalog, Customer customer) {
    return plan.converting().isEmpty()
        ? writes.write(push, plan, catalog, customer)
        : writes.writeAlone(push, plan, catalog);
  }

  /** A write that found other definitions than the push was resolved with has done nothing. */
  private Future<JsonResponse> retried(
      Push push, FieldCatalog catalog, int attempts, Future<Optional<Written>> write) {
    return write.compose(
        done ->
            done.map(written -> Future.succeededFuture(answer(push, catalog, written, List.of())))
                .orElseGet(() -> attempt(push, attempts - 1)));
  }

  /**
   * @throws Failure 422 with everything that is wrong with the push
   */
  private FieldPlan plan(Push push, FieldCatalog catalog) {
    FieldPlan plan = FieldPlan.of(catalog, push.appId(), push.fields(), limits);
    List<Fault> faults = new ArrayList<>(push.faults());
    faults.addAll(plan.faults());
    if (!faults.isEmpty()) {
      throw Failure.invalid(faults);
    }
    return plan;
  }

  /**
   * Against what was read: pushes of one customer at the same moment may exceed the limit by what
   * they hold. A customer that has more from before there was a limit may be pushed as long as it
   * doesn't grow.
   *
   * @throws Failure 422 {@code customer_fields_too_large}
   */
  private void checkRoom(Customer customer, FieldPlan plan) {
    long before = plan.bytesBefore(customer.values());
    long after = plan.bytesAfter(customer.values());
    if (after > before && after > limits.customerBytes()) {
      throw Failure.invalid(
          "/customFields",
          "customer_fields_too_large",
          "The custom fields of a customer hold %d bytes at most, of all apps together; with this push it would be %d: send smaller values, or null for some"
              .formatted(limits.customerBytes(), after));
    }
  }

  private static boolean changes(Push push, FieldPlan plan, Customer customer) {
    return push.name().changes(customer.name())
        || push.email().changes(customer.email())
        || plan.changes(customer.values());
  }

  private JsonResponse answer(
      Push push, FieldCatalog catalog, Written written, List<String> created) {
    lastSeen.seen(push.shop().workspaceId(), written.customer().id(), Instant.now());
    return IdentifyResponse.of(push, catalog, written, created);
  }
}
