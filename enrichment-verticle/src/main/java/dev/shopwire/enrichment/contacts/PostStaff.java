package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.calls.AppCall;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.LastSeen;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import dev.shopwire.enrichment.contacts.Roster.Changes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code POST /staff} (spec §4.3). A roster that changes nothing costs a read and no write. One
 * that does is one transaction that has locked the customer: of two at once, one comes after the
 * other. For one event loop.
 */
public final class PostStaff {
  private final Pool pool;
  private final ShopDomain domains;
  private final int maxPeople;
  private final LastSeen lastSeen;

  public PostStaff(Pool pool, ShopDomain domains, int maxPeople, LastSeen lastSeen) {
    this.pool = pool;
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
                return Transactions.run(pool, connection -> write(connection, roster));
              }
              seen(stored.owner().get());
              return Future.succeededFuture(changes);
            })
        .map(changes -> answer(roster, changes));
  }

  private Future<Changes> write(SqlConnection connection, Roster roster) {
    int workspaceId = roster.shop().workspaceId();
    return Shops.register(connection, List.of(roster.shop()))
        .map(ids -> new Owner(workspaceId, ids.values().iterator().next()))
        .compose(
            owner -> {
              seen(owner);
              return Shops.lock(connection, owner.customerId())
                  .compose(locked -> Contacts.of(connection, workspaceId, owner.customerId()))
                  .map(roster::against)
                  .compose(changes -> apply(connection, owner, changes).map(changes));
            });
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
