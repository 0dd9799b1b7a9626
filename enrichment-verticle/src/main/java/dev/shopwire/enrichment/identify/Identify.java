package dev.shopwire.enrichment.identify;

import dev.shopwire.common.calls.AppCall;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.customers.Customers.Sight;
import dev.shopwire.enrichment.fields.CustomFields;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldCatalogs;
import dev.shopwire.enrichment.fields.FieldLimits;
import dev.shopwire.enrichment.fields.FieldPlan;
import dev.shopwire.enrichment.fields.GivenField;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code POST /identify} (contract §4). A push that changes nothing costs one read and no write.
 * One that changes something is one transaction that shares the catalog's lock; one that makes
 * fields holds it alone. For one event loop.
 */
public final class Identify {
  /** Each time somebody has changed the definitions between two statements. */
  private static final int ATTEMPTS = 20;

  private final Pool pool;
  private final FieldCatalogs catalogs;
  private final FieldLimits limits;
  private final ShopDomain domains;
  private final LastSeen lastSeen;

  public Identify(
      Pool pool,
      FieldCatalogs catalogs,
      FieldLimits limits,
      ShopDomain domains,
      LastSeen lastSeen) {
    this.pool = pool;
    this.catalogs = catalogs;
    this.limits = limits;
    this.domains = domains;
    this.lastSeen = lastSeen;
  }

  public Future<JsonAnswer> handle(AppCall call) {
    Push push = Push.read(call, domains, limits);
    return attempt(push, ATTEMPTS);
  }

  private Future<JsonAnswer> attempt(Push push, int attempts) {
    if (attempts == 0) {
      return Future.failedFuture(
          Failure.unavailable("The workspace's field definitions change all the time"));
    }
    return Customers.read(pool, push.shop().workspaceId(), push.appId(), push.shop().domain())
        .compose(
            sight ->
                catalogs
                    .at(pool, push.shop().workspaceId(), sight.catalogVersion())
                    .compose(
                        catalog ->
                            catalog
                                .map(found -> decide(push, sight, found, attempts))
                                .orElseGet(() -> attempt(push, attempts - 1))));
  }

  private Future<JsonAnswer> decide(Push push, Sight sight, FieldCatalog catalog, int attempts) {
    FieldPlan plan = plan(push, catalog);
    if (!plan.missing().isEmpty()) {
      return createAndWrite(push);
    }
    Optional<Customer> customer = sight.customer();
    if (customer.isEmpty() || changes(push, plan, customer.get())) {
      return write(push, plan, catalog, customer.isPresent())
          .compose(
              answer ->
                  answer.map(Future::succeededFuture).orElseGet(() -> attempt(push, attempts - 1)));
    }
    return Future.succeededFuture(
        answer(push, catalog, customer.get(), PushWrite.Counts.NONE, List.of()));
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

  private static boolean changes(Push push, FieldPlan plan, Customer customer) {
    return push.name().changes(customer.name())
        || push.email().changes(customer.email())
        || plan.changes(customer.values());
  }

  /**
   * All fields are there: everything is sent in one go, without waiting for the answers in between.
   *
   * @return empty if the definitions have changed since {@code catalog}; then nothing was written
   */
  private Future<Optional<JsonAnswer>> write(
      Push push, FieldPlan plan, FieldCatalog catalog, boolean isKnown) {
    return pool.withConnection(
        connection -> {
          Future<?> begun = connection.query("begin").execute();
          Future<?> shared = CustomFields.share(connection, push.shop().workspaceId());
          Future<?> registered =
              isKnown ? Future.succeededFuture() : Shops.register(connection, List.of(push.shop()));
          Future<?> locked = Shops.lock(connection, push.shop());
          Future<Optional<PushWrite.Counts>> written =
              PushWrite.write(connection, push, plan.targets(), catalog.version());
          Future<Sight> after =
              Customers.read(
                  connection, push.shop().workspaceId(), push.appId(), push.shop().domain());
          Future<?> committed = connection.query("commit").execute();
          return Future.join(List.of(begun, shared, registered, locked, written, after, committed))
              .map(
                  all ->
                      written
                          .result()
                          .map(
                              counts ->
                                  answer(
                                      push,
                                      catalog,
                                      after.result().customer().orElseThrow(),
                                      counts,
                                      List.of())));
        });
  }

  /** Some fields are not there yet: one push at a time, looking again before making them. */
  private Future<JsonAnswer> createAndWrite(Push push) {
    return Transactions.run(
        pool,
        connection ->
            CustomFields.hold(connection, push.shop().workspaceId())
                .compose(held -> CustomFields.load(connection, push.shop().workspaceId()))
                .compose(
                    before -> {
                      List<GivenField> missing = plan(push, before).missing();
                      return missing.isEmpty()
                          ? writeHeld(connection, push, before, List.of())
                          : create(connection, push, missing)
                              .compose(
                                  catalog ->
                                      writeHeld(
                                          connection,
                                          push,
                                          catalog,
                                          missing.stream().map(GivenField::name).toList()));
                    }));
  }

  private static Future<FieldCatalog> create(
      SqlConnection connection, Push push, List<GivenField> missing) {
    return CustomFields.create(connection, push.shop().workspaceId(), push.appId(), missing)
        .compose(made -> CustomFields.load(connection, push.shop().workspaceId()));
  }

  private Future<JsonAnswer> writeHeld(
      SqlConnection connection, Push push, FieldCatalog catalog, List<String> created) {
    FieldPlan plan = FieldPlan.of(catalog, push.appId(), push.fields(), limits);
    return Shops.register(connection, List.of(push.shop()))
        .compose(registered -> Shops.lock(connection, push.shop()))
        .compose(locked -> PushWrite.write(connection, push, plan.targets(), catalog.version()))
        .compose(
            counts ->
                Customers.read(
                        connection, push.shop().workspaceId(), push.appId(), push.shop().domain())
                    .map(
                        after ->
                            answer(
                                push,
                                catalog,
                                after.customer().orElseThrow(),
                                counts.orElseThrow(),
                                created)));
  }

  private JsonAnswer answer(
      Push push,
      FieldCatalog catalog,
      Customer customer,
      PushWrite.Counts counts,
      List<String> created) {
    lastSeen.seen(push.shop().workspaceId(), customer.id(), Instant.now());
    return IdentifyAnswer.of(push, customer.jsonFor(push.appId(), catalog), counts, created);
  }
}
