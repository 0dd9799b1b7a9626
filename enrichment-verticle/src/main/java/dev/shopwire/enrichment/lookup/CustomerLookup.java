package dev.shopwire.enrichment.lookup;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.CustomerQuery;
import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.common.contracts.SegmentContracts.Visible;
import dev.shopwire.common.contracts.SegmentContracts.VisibleRequest;
import dev.shopwire.common.contracts.SegmentContracts.VisibleSegment;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.enrichment.contacts.ContactPages;
import dev.shopwire.enrichment.customers.Customer;
import dev.shopwire.enrichment.customers.Customers;
import dev.shopwire.enrichment.customers.Customers.Snapshot;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldCatalogs;
import dev.shopwire.enrichment.fields.FieldLimits;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code GET /customer} and the console's queries for customers. Not thread-safe; use from
 * one event loop.
 */
public final class CustomerLookup {
  private static final int MAX_ATTEMPTS = 20;

  private final Vertx vertx;
  private final Pool pool;
  private final FieldCatalogs catalogs;
  private final FieldLimits limits;

  public CustomerLookup(Vertx vertx, Pool pool, FieldCatalogs catalogs, FieldLimits limits) {
    this.vertx = vertx;
    this.pool = pool;
    this.catalogs = catalogs;
    this.limits = limits;
  }

  /** Returns what one app may see of a customer. */
  public Future<JsonResponse> find(CustomerQuery query) {
    long workspaceId = query.workspaceId();
    return resolve(workspaceId, reader(query), MAX_ATTEMPTS)
        .map(resolved -> checkDomain(query, resolved))
        .compose(resolved -> respond(query, resolved));
  }

  private Future<JsonResponse> respond(CustomerQuery query, Resolved resolved) {
    long customerId = resolved.customer().id();
    Future<List<VisibleSegment>> segments = segments(query, customerId);
    return withContacts(
            query.workspaceId(),
            customerId,
            query.contactsAfter(),
            resolved.customer().jsonFor(query.appId(), resolved.catalog()))
        .compose(customer -> withAttribution(query, customerId, customer))
        .compose(
            customer ->
                segments.map(
                    found -> {
                      if (query.withSegments()) {
                        customer.put("segments", found);
                      }
                      return JsonResponse.of(Map.of("customer", customer));
                    }));
  }

  private Supplier<Future<Snapshot>> reader(CustomerQuery query) {
    return query.id() == 0
        ? () -> Customers.read(pool, query.workspaceId(), query.appId(), query.domain())
        : () -> Customers.read(pool, query.workspaceId(), query.appId(), query.id());
  }

  private static Resolved checkDomain(CustomerQuery query, Resolved resolved) {
    if (!query.domain().isEmpty() && !query.domain().equals(resolved.customer().domain())) {
      throw Failure.conflictingShops();
    }
    return resolved;
  }

  /** A customer with the field definitions at the time it was read. */
  private record Resolved(Customer customer, FieldCatalog catalog) {}

  private Future<Resolved> resolve(
      long workspaceId, Supplier<Future<Snapshot>> read, int attempts) {
    if (attempts == 0) {
      return Future.failedFuture(
          Failure.unavailable("The workspace's field definitions are changing too often"));
    }
    return read.get()
        .compose(
            snapshot -> {
              Customer customer =
                  snapshot.customer().orElseThrow(() -> Failure.notFound("customer"));
              return catalogs
                  .at(pool, workspaceId, snapshot.catalogVersion())
                  .compose(
                      catalog ->
                          catalog
                              .map(
                                  found ->
                                      Future.succeededFuture(
                                          new Resolved(
                                              customer.withCurrentValues(found, limits), found)))
                              .orElseGet(() -> resolve(workspaceId, read, attempts - 1)));
            });
  }

  /** Adds one page of contacts and the cursor of the next page. */
  private Future<Map<String, @Nullable Object>> withContacts(
      long workspaceId, long customerId, long after, Map<String, @Nullable Object> customer) {
    return ContactPages.read(pool, workspaceId, customerId, after, PageSize.MAX)
        .map(
            page -> {
              customer.put("contacts", page.json());
              customer.put("contactsTotal", page.total());
              customer.put("contactsCursor", page.cursorText());
              return customer;
            });
  }

  private Future<Map<String, @Nullable Object>> withAttribution(
      CustomerQuery query, long customerId, Map<String, @Nullable Object> customer) {
    return Attributions.of(pool, query.workspaceId(), customerId)
        .map(
            credits -> {
              customer.put("attribution", Attributions.json(credits, query.appId()));
              return customer;
            });
  }

  /** Needs the role automation only if segments are wanted. */
  private Future<List<VisibleSegment>> segments(CustomerQuery query, long customerId) {
    return query.withSegments()
        ? SegmentContracts.VISIBLE
            .call(vertx, new VisibleRequest(query.workspaceId(), query.appId(), customerId))
            .map(Visible::segments)
        : Future.succeededFuture(List.of());
  }

  /**
   * Returns all of a customer, for the console: the fields of every app, including private ones if
   * the caller may see them.
   */
  public Future<JsonResponse> show(AdminRequest request) {
    return Customers.workspaceOf(pool, request.id())
        .compose(
            workspaceId ->
                resolve(
                        workspaceId,
                        () -> Customers.readAll(pool, workspaceId, request.id()),
                        MAX_ATTEMPTS)
                    .compose(
                        resolved ->
                            new Workspaces(pool)
                                .slugs(workspaceId)
                                .map(
                                    slugs -> {
                                      Map<String, @Nullable Object> customer =
                                          resolved.customer().json();
                                      customer.put(
                                          "customFields",
                                          FieldList.of(
                                              resolved.customer(),
                                              resolved
                                                  .catalog()
                                                  .visible(request.caller().seesPrivateFields()),
                                              slugs));
                                      return customer;
                                    }))
                    .compose(customer -> withContacts(workspaceId, request.id(), 0, customer))
                    .compose(
                        customer ->
                            Attributions.of(pool, workspaceId, request.id())
                                .map(
                                    credits -> {
                                      customer.put("attributions", Attributions.json(credits));
                                      return JsonResponse.of(Map.of("customer", customer));
                                    })));
  }
}
