package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import dev.shopwire.enrichment.contacts.StaffList.Changes;
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
 * {@code POST /staff} (docs/api/customers.md). A roster that changes nothing costs a read and no
 * write. One that does is one transaction, which writes nothing once its caller was told that it
 * failed. For one event loop.
 */
public final class PostStaff {
  private final Pool pool;
  private final ContactTransactions writes;
  private final ShopDomain domains;
  private final int maxPeople;
  private final LastSeen lastSeen;

  /**
   * What may be pushed.
   *
   * @param people in one call
   * @param contacts of one customer
   */
  public record Limits(int people, int contacts) {}

  public PostStaff(Vertx vertx, Pool pool, ShopDomain domains, Limits limits, LastSeen lastSeen) {
    this.pool = pool;
    this.writes = new ContactTransactions(vertx, pool, limits.contacts());
    this.domains = domains;
    this.maxPeople = limits.people();
    this.lastSeen = lastSeen;
  }

  public Future<JsonResponse> handle(AppRequest call) {
    StaffList roster = StaffList.read(call, domains, maxPeople);
    return Contacts.named(
            pool, roster.shop().workspaceId(), roster.shop().domain(), roster.people().keySet())
        .compose(
            named ->
                named
                    .owner()
                    .map(owner -> changes(pool, owner, roster, named.contacts()))
                    .orElseGet(() -> Future.succeededFuture(roster.against(List.of(), List.of())))
                    .compose(
                        changes -> {
                          if (named.owner().isEmpty() || !changes.isEmpty()) {
                            return write(roster);
                          }
                          seen(named.owner().get());
                          return Future.succeededFuture(changes);
                        }))
        .map(changes -> answer(roster, changes));
  }

  private Future<Changes> write(StaffList roster) {
    roster.patience().check();
    return writes.run(
        connection -> register(connection, roster),
        Optional.of(roster.appId()),
        change -> {
          roster.patience().check();
          SqlConnection connection = change.connection();
          return Contacts.named(connection, change.owner(), roster.people().keySet())
              .compose(
                  named ->
                      changes(connection, change.owner(), roster, named)
                          .compose(changes -> apply(change, named, changes).map(changes)));
        });
  }

  /**
   * @param named those of the customer's contacts that the roster names
   */
  private static Future<Changes> changes(
      SqlClient client, Owner owner, StaffList roster, List<Contact> named) {
    return roster.reconcile()
        ? Contacts.others(client, owner, roster.appId(), roster.people().keySet())
            .map(others -> roster.against(named, others))
        : Future.succeededFuture(roster.against(named, List.of()));
  }

  private Future<Owner> register(SqlConnection connection, StaffList roster) {
    return Shops.register(connection, List.of(roster.shop()))
        .map(ids -> new Owner(roster.shop().workspaceId(), ids.values().iterator().next()))
        .onSuccess(this::seen);
  }

  private void seen(Owner owner) {
    lastSeen.seen(owner.workspaceId(), owner.customerId(), Instant.now());
  }

  private static Future<Void> apply(ContactWrites change, List<Contact> named, Changes changes) {
    return change
        .checkRoom(changes.created().size(), changes.removed().size(), "/staff")
        .compose(room -> change.delete(changes.removed()))
        .compose(deleted -> change.update(named, changes.updated()))
        .compose(done -> change.insert(changes.created()))
        .mapEmpty();
  }

  private static JsonResponse answer(StaffList roster, Changes changes) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("success", true);
    answer.put("created", changes.created().size());
    answer.put("updated", changes.updated().size());
    answer.put("unchanged", changes.unchanged());
    answer.put("removed", changes.removed().size());
    if (!roster.warnings().isEmpty()) {
      answer.put("warnings", roster.warnings());
    }
    return JsonResponse.of(answer);
  }
}
