package dev.shopwire.enrichment.lookup;

import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.CustomerQuery;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.enrichment.contacts.ContactPages;
import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.customers.Customers.Sight;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldCatalogs;
import dev.shopwire.enrichment.fields.FieldLimits;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code GET /customer} and the console's customers. For one event loop. */
public final class CustomerLookup {
  private static final int ATTEMPTS = 20;

  private final Pool pool;
  private final FieldCatalogs catalogs;
  private final FieldLimits limits;

  public CustomerLookup(Pool pool, FieldCatalogs catalogs, FieldLimits limits) {
    this.pool = pool;
    this.catalogs = catalogs;
    this.limits = limits;
  }

  /** What one app may see of a customer. */
  public Future<JsonResponse> find(CustomerQuery query) {
    int workspaceId = query.workspaceId();
    return see(workspaceId, reading(query), ATTEMPTS)
        .map(seen -> check(query, seen))
        .compose(
            seen ->
                withContacts(
                        workspaceId,
                        seen.customer().id(),
                        query.contactsAfter(),
                        seen.customer().jsonFor(query.appId(), seen.catalog()))
                    .compose(customer -> withAttribution(query, seen.customer().id(), customer)));
  }

  private Supplier<Future<Sight>> reading(CustomerQuery query) {
    return query.id() == 0
        ? () -> Customers.read(pool, query.workspaceId(), query.appId(), query.domain())
        : () -> Customers.read(pool, query.workspaceId(), query.appId(), query.id());
  }

  private static Seen check(CustomerQuery query, Seen seen) {
    if (!query.domain().isEmpty() && !query.domain().equals(seen.customer().domain())) {
      throw Failure.conflictingShops();
    }
    return seen;
  }

  /** A customer with the definitions that held when it was read. */
  private record Seen(Customer customer, FieldCatalog catalog) {}

  private Future<Seen> see(int workspaceId, Supplier<Future<Sight>> read, int attempts) {
    if (attempts == 0) {
      return Future.failedFuture(
          Failure.unavailable("The workspace's field definitions change all the time"));
    }
    return read.get()
        .compose(
            sight -> {
              Customer customer = sight.customer().orElseThrow(() -> Failure.unknown("customer"));
              return catalogs
                  .at(pool, workspaceId, sight.catalogVersion())
                  .compose(
                      catalog ->
                          catalog
                              .map(
                                  found ->
                                      Future.succeededFuture(
                                          new Seen(customer.under(found, limits), found)))
                              .orElseGet(() -> see(workspaceId, read, attempts - 1)));
            });
  }

  /** One page of them, and what the next one begins after. */
  private Future<Map<String, @Nullable Object>> withContacts(
      int workspaceId, long customerId, long after, Map<String, @Nullable Object> customer) {
    return ContactPages.read(pool, workspaceId, customerId, after, ContactPages.MAX_TAKE)
        .map(
            page -> {
              customer.put("contacts", page.json());
              customer.put("contactsTotal", page.total());
              customer.put("contactsCursor", page.cursorText());
              return customer;
            });
  }

  private Future<JsonResponse> withAttribution(
      CustomerQuery query, long customerId, Map<String, @Nullable Object> customer) {
    return Attributions.of(pool, query.workspaceId(), customerId)
        .map(
            credits -> {
              customer.put("attribution", Attributions.json(credits, query.appId()));
              return JsonResponse.of(Map.of("customer", customer));
            });
  }

  /** All of a customer, for the console: every app's fields, private ones too. */
  public Future<JsonResponse> show(AdminRequest call) {
    return Customers.workspaceOf(pool, call.id())
        .map(workspace -> workspace.orElseThrow(() -> Failure.unknown("customer")))
        .compose(
            workspaceId ->
                see(workspaceId, () -> Customers.readAll(pool, workspaceId, call.id()), ATTEMPTS)
                    .compose(
                        seen ->
                            new Workspaces(pool)
                                .slugs(workspaceId)
                                .map(
                                    slugs -> {
                                      Map<String, @Nullable Object> customer =
                                          seen.customer().json();
                                      customer.put(
                                          "customFields",
                                          FieldList.of(seen.customer(), seen.catalog(), slugs));
                                      return customer;
                                    }))
                    .compose(customer -> withContacts(workspaceId, call.id(), 0, customer))
                    .compose(
                        customer ->
                            Attributions.of(pool, workspaceId, call.id())
                                .map(
                                    credits -> {
                                      customer.put("attributions", Attributions.json(credits));
                                      return JsonResponse.of(Map.of("customer", customer));
                                    })));
  }

  public Future<JsonResponse> list(AdminListRequest call) {
    int workspaceId = call.intId();
    return new Workspaces(pool)
        .exists(workspaceId)
        .compose(
            there ->
                there
                    ? Customers.list(
                        pool, workspaceId, call.after(), call.take() + 1, call.search())
                    : Future.<List<Customer>>failedFuture(Failure.unknown("workspace")))
        .map(
            customers ->
                ListResponse.of(
                    "customers",
                    customers,
                    call.take(),
                    Customer::json,
                    customer -> Long.toString(customer.id())));
  }
}
