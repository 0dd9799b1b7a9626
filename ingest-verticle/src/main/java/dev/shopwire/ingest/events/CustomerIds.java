package dev.shopwire.ingest.events;

import dev.shopwire.common.tenancy.Shops;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import dev.shopwire.common.tenancy.Shops.Shop;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The ids of customers whose events came lately. An id never changes, so what is known stays true
 * as long as the database doesn't go back to an earlier state, see {@link #forget}. For one event
 * loop.
 */
final class CustomerIds {
  private static final int MAX_KNOWN = 100_000;

  private final Map<Shop, Long> byShop = leastRecentlyUsed();
  private final Map<CustomerRef, String> domains = leastRecentlyUsed();

  private static <K, V> Map<K, V> leastRecentlyUsed() {
    return new LinkedHashMap<>(1024, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MAX_KNOWN;
      }
    };
  }

  /** After it an id may be another shop's. */
  void forget() {
    byShop.clear();
    domains.clear();
  }

  /** Whether every event's customer could be told from memory; then each has its id. */
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
   * Finds or makes the customers of {@code group} within the transaction of {@code connection}.
   * What it learns is only to be believed once that has committed, see {@link #learn}.
   */
  Future<Learned> resolve(SqlConnection connection, Collection<GroupedEvent> group) {
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
        .map(both -> apply(group, new Learned(registered.result(), found.result())));
  }

  private Learned apply(Collection<GroupedEvent> group, Learned learned) {
    for (GroupedEvent event : group) {
      if (!event.namesDomain()) {
        event.customerId = event.event.customer().id();
        String domain = learned.domains.get(event.customerRef());
        if (domain == null) {
          event.fate = GroupedEvent.Fate.UNKNOWN_CUSTOMER;
        } else if (!event.isOf(domain)) {
          event.fate = GroupedEvent.Fate.CONFLICTING_SHOPS;
        }
      } else if (event.customerId == 0) {
        Long id = learned.byShop.get(event.shop());
        if (id == null) {
          throw new IllegalStateException("a shop that was registered has no id");
        }
        event.customerId = id;
      }
    }
    return learned;
  }

  /** What one transaction found or made. */
  record Learned(Map<Shop, Long> byShop, Map<CustomerRef, String> domains) {}

  void learn(Learned learned) {
    byShop.putAll(learned.byShop);
    domains.putAll(learned.domains);
  }
}
