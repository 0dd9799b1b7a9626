package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import dev.shopwire.enrichment.contacts.StaffRequest.Changes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Handles {@code POST /staff} (docs/api/customers.md). A roster that changes nothing costs a read
 * and no write. Any other is written in one transaction, which writes nothing once the request's
 * deadline has passed. Not thread-safe; use from one event loop.
 */
public final class StaffHandler {
  private final Pool pool;
  private final ContactTransactions writes;
  private final ShopDomain domains;
  private final int maxPeople;
  private final LastSeen lastSeen;

  /**
   * Limits of what may be pushed.
   *
   * @param people people per request
   * @param contacts contacts per customer
   */
  public record Limits(int people, int contacts) {}

  public StaffHandler(
      Vertx vertx, Pool pool, ShopDomain domains, Limits limits, LastSeen lastSeen) {
    this.pool = pool;
    this.writes = new ContactTransactions(vertx, pool, limits.contacts());
    this.domains = domains;
    this.maxPeople = limits.people();
    this.lastSeen = lastSeen;
  }

  public Future<JsonResponse> handle(AppRequest request) {
    StaffRequest roster = StaffRequest.read(request, domains, maxPeople);
    return Contacts.findByPlatformIds(
            pool, roster.shop().workspaceId(), roster.shop().domain(), roster.people().keySet())
        .compose(
            named ->
                named
                    .owner()
                    .map(owner -> changes(pool, owner, roster, named.contacts()))
                    .orElseGet(() -> Future.succeededFuture(roster.changesTo(List.of(), List.of())))
                    .compose(
                        changes -> {
                          if (named.owner().isEmpty() || !changes.isEmpty()) {
                            return write(roster);
                          }
                          markSeen(named.owner().get());
                          return Future.succeededFuture(changes);
                        }))
        .map(changes -> respond(roster, changes));
  }

  private Future<Changes> write(StaffRequest roster) {
    roster.deadline().check();
    return writes.run(
        connection -> register(connection, roster),
        Optional.of(roster.appId()),
        change -> {
          roster.deadline().check();
          SqlConnection connection = change.connection();
          return Contacts.findByPlatformIds(connection, change.owner(), roster.people().keySet())
              .compose(
                  named ->
                      changes(connection, change.owner(), roster, named)
                          .compose(changes -> apply(change, named, changes).map(changes)));
        });
  }

  /**
   * @param named the customer's contacts that the roster lists
   */
  private static Future<Changes> changes(
      SqlClient client, Owner owner, StaffRequest roster, List<Contact> named) {
    return roster.reconcile()
        ? Contacts.findOtherIds(client, owner, roster.appId(), roster.people().keySet())
            .map(others -> roster.changesTo(named, others))
        : Future.succeededFuture(roster.changesTo(named, List.of()));
  }

  private Future<Owner> register(SqlConnection connection, StaffRequest roster) {
    return Shops.register(connection, List.of(roster.shop()))
        .map(ids -> new Owner(roster.shop().workspaceId(), ids.values().iterator().next()))
        .onSuccess(this::markSeen);
  }

  private void markSeen(Owner owner) {
    lastSeen.record(owner.workspaceId(), owner.customerId(), Instant.now());
  }

  private static Future<Void> apply(ContactWrites change, List<Contact> named, Changes changes) {
    return change
        .checkLimit(changes.created().size(), changes.removed().size(), "/staff")
        .compose(checked -> change.delete(changes.removed()))
        .compose(deleted -> change.update(named, changes.updated()))
        .compose(done -> change.insert(changes.created()))
        .mapEmpty();
  }

  private static JsonResponse respond(StaffRequest roster, Changes changes) {
    Map<String, Object> response = new LinkedHashMap<>();
    response.put("success", true);
    response.put("created", changes.created().size());
    response.put("updated", changes.updated().size());
    response.put("unchanged", changes.unchanged());
    response.put("removed", changes.removed().size());
    if (!roster.warnings().isEmpty()) {
      response.put("warnings", roster.warnings());
    }
    return JsonResponse.of(response);
  }
}
