package dev.shopwire.ingest.events;

import dev.shopwire.common.events.EventKey;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import dev.shopwire.common.tenancy.Shops.Shop;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import java.util.Comparator;

/** An event within a group, and what became of it. For one event loop. */
final class GroupedEvent {
  /**
   * The order in which every process writes ids: two groups that share ids then wait for each other
   * and never deadlock. It is PostgreSQL's own order of uuid, so that an index is walked one way.
   */
  static final Comparator<GroupedEvent> WRITE_ORDER =
      Comparator.<GroupedEvent>comparingInt(event -> event.grant.appId())
          .thenComparing(event -> event.event.key(), EventKey.ORDER);

  /** What became of an event. */
  enum Fate {
    UNDECIDED,
    ACCEPTED,
    DUPLICATE,
    UNKNOWN_CUSTOMER,
    CONFLICTING_SHOPS,
    NOT_STORABLE
  }

  final ApiKeyGrant grant;
  final UsageEvent event;
  long customerId;
  Fate fate = Fate.UNDECIDED;

  GroupedEvent(ApiKeyGrant grant, UsageEvent event) {
    this.grant = grant;
    this.event = event;
  }

  boolean isSameAs(GroupedEvent other) {
    return grant.appId() == other.grant.appId() && event.key().equals(other.event.key());
  }

  /** Whether its customer is to be found, or made, by the shop's domain alone. */
  boolean namesDomain() {
    return !event.customer().hasId();
  }

  /** Only for an event that names its customer by domain. */
  Shop shop() {
    return new Shop(grant.workspaceId(), String.valueOf(event.customer().domain()));
  }

  /** Only for an event that names its customer by id. */
  CustomerRef customerRef() {
    return new CustomerRef(grant.workspaceId(), event.customer().id());
  }

  /** What an event that names its customer by id says of its domain too must be true. */
  boolean isOf(String domain) {
    String named = event.customer().domain();
    return named == null || named.equals(domain);
  }
}
