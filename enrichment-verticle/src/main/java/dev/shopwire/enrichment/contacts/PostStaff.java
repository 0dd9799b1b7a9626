package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.calls.AppCall;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import dev.shopwire.enrichment.contacts.Roster.Changes;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code POST /staff} (spec §4.3). A roster that changes nothing costs a read and no write. One
 * that does is one transaction, which writes nothing once its caller was told that it failed. For
 * one event loop.
 */
public final class PostStaff {
  private final Pool pool;
  private final ContactTransactions writes;
  private final ShopDomain domains;
  private final int maxPeople;
  private final LastSeen lastSeen;

  public PostStaff(Vertx vertx, Pool pool, ShopDomain domains, int maxPeople, LastSeen lastSeen) {
    this.pool = pool;
    this.writes = new ContactTransactions(vertx, pool);
    this.domains = domains;
    this.maxPeople = maxPeople;
    this.lastSeen = lastSeen;
  }

  public Future<JsonAnswer> handle(AppCall call) {
    Roster roster = Roster.read(call, domains, maxPeople);
    return Contacts.of(pool, roster.shop().workspaceId(), roster.shop().domain())
        .compose(
            stored -> {
              Changes changes = roster.against(stored.contacts());
              if (stored.owner().isEmpty() || !changes.isEmpty()) {
                return write(roster);
              }
              seen(stored.owner().get());
              return Future.succeededFuture(changes);
            })
        .map(changes -> answer(roster, changes));
  }

  private Future<Changes> write(Roster roster) {
    roster.patience().check();
    return writes.run(
        connection -> register(connection, roster),
        Optional.of(roster.appId()),
        (connection, owner, stored) -> {
          roster.patience().check();
          Changes changes = roster.against(stored);
          return apply(connection, owner, changes).map(changes);
        });
  }

  private Future<Owner> register(SqlConnection connection, Roster roster) {
    return Shops.register(connection, List.of(roster.shop()))
        .map(ids -> new Owner(roster.shop().workspaceId(), ids.values().iterator().next()))
        .onSuccess(this::seen);
  }

  private void seen(Owner owner) {
    lastSeen.seen(owner.workspaceId(), owner.customerId(), Instant.now());
  }

  private static Future<Void> apply(SqlConnection connection, Owner owner, Changes changes) {
    Future<?> deleted =
        changes.removed().isEmpty()
            ? Future.succeededFuture()
            : Contacts.delete(connection, owner, changes.removed());
    Future<?> updated =
        changes.updated().isEmpty()
            ? Future.succeededFuture()
            : Contacts.update(connection, owner, changes.updated());
    Future<?> inserted =
        changes.created().isEmpty()
            ? Future.succeededFuture()
            : Contacts.insert(connection, owner, changes.created());
    return Future.join(deleted, updated, inserted).mapEmpty();
  }

  private static JsonAnswer answer(Roster roster, Changes changes) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("success", true);
    answer.put("created", changes.created().size());
    answer.put("updated", changes.updated().size());
    answer.put("unchanged", changes.unchanged());
    answer.put("removed", changes.removed().size());
    if (!roster.warnings().isEmpty()) {
      answer.put("warnings", roster.warnings());
    }
    return JsonAnswer.of(answer);
  }
}
