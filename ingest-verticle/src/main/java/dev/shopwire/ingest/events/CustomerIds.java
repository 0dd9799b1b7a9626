package dev.shopwire.ingest.events;

import dev.shopwire.common.caches.BoundedMap;
import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import dev.shopwire.common.tenancy.Shops.Shop;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Caches the ids of customers with recent events. An id never changes, so cached entries stay valid
 * unless the database returns to an earlier state, see {@link #clear}. Not thread-safe; use from
 * one event loop.
 */
final class CustomerIds {
  private static final int MAX_ENTRIES = 100_000;

  private final Map<Shop, Long> byShop = BoundedMap.leastRecentlyUsed(MAX_ENTRIES);
  private final Map<CustomerRef, String> domains = BoundedMap.leastRecentlyUsed(MAX_ENTRIES);

  /** To be called when the database may have changed: an id may now be another shop's. */
  void clear() {
    byShop.clear();
    domains.clear();
  }

  /** Sets the events' customer ids from the cache; false if any is missing or doesn't match. */
  boolean resolveFromMemory(Collection<GroupedEvent> group) {
    boolean all = true;
    for (GroupedEvent event : group) {
      if (event.namesDomain()) {
        Long id = byShop.get(event.shop());
        all &= id != null;
        event.customerId = id == null ? 0 : id;
      } else {
        String domain = domains.get(event.customerRef());
        all &= domain != null && event.isOf(domain);
        event.customerId = event.event.customer().id();
      }
    }
    return all;
  }

  /**
   * Finds or creates the customers of {@code group} in the transaction of {@code connection}. The
   * result may be cached only after the commit, see {@link #remember}.
   */
  Future<Resolved> resolve(SqlConnection connection, Collection<GroupedEvent> group) {
    Set<Shop> shops = new HashSet<>();
    Set<CustomerRef> refs = new HashSet<>();
    for (GroupedEvent event : group) {
      if (event.namesDomain()) {
        shops.add(event.shop());
      } else {
        refs.add(event.customerRef());
      }
    }
    shops.removeIf(byShop::containsKey);
    Future<Map<Shop, Long>> registered =
        shops.isEmpty() ? Future.succeededFuture(Map.of()) : Shops.register(connection, shops);
    Future<Map<CustomerRef, String>> found =
        refs.isEmpty() ? Future.succeededFuture(Map.of()) : Shops.domains(connection, refs);
    return Future.all(registered, found)
        .map(both -> apply(group, new Resolved(registered.result(), found.result())));
  }

  private Resolved apply(Collection<GroupedEvent> group, Resolved resolved) {
    for (GroupedEvent event : group) {
      if (!event.namesDomain()) {
        event.customerId = event.event.customer().id();
        String domain = resolved.domains.get(event.customerRef());
        if (domain == null) {
          event.status = GroupedEvent.Status.UNKNOWN_CUSTOMER;
        } else if (!event.isOf(domain)) {
          event.status = GroupedEvent.Status.CONFLICTING_SHOPS;
        }
      } else if (event.customerId == 0) {
        Long id = resolved.byShop.get(event.shop());
        if (id == null) {
          throw new IllegalStateException("a registered shop has no id");
        }
        event.customerId = id;
      }
    }
    return resolved;
  }

  /** The customers that one transaction found or created. */
  record Resolved(Map<Shop, Long> byShop, Map<CustomerRef, String> domains) {}

  void remember(Resolved resolved) {
    byShop.putAll(resolved.byShop);
    domains.putAll(resolved.domains);
  }
}
