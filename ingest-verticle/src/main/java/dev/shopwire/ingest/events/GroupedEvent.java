package dev.shopwire.ingest.events;

import dev.shopwire.common.events.EventKey;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import dev.shopwire.common.tenancy.Shops.Shop;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import java.util.Comparator;

/** An event within a group, and its status. Not thread-safe; use from one event loop. */
final class GroupedEvent {
  /**
   * The order in which every process writes ids, so that two groups with common ids wait for each
   * other instead of deadlocking. It is PostgreSQL's order of uuid, so indexes are walked in one
   * direction.
   */
  static final Comparator<GroupedEvent> WRITE_ORDER =
      Comparator.<GroupedEvent>comparingLong(event -> event.grant.appId())
          .thenComparing(event -> event.event.key(), EventKey.ORDER);

  enum Status {
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
  Status status = Status.UNDECIDED;

  GroupedEvent(ApiKeyGrant grant, UsageEvent event) {
    this.grant = grant;
    this.event = event;
  }

  boolean isSameAs(GroupedEvent other) {
    return grant.appId() == other.grant.appId() && event.key().equals(other.event.key());
  }

  /** Whether its customer is identified by the shop's domain alone. */
  boolean namesDomain() {
    return !event.customer().hasId();
  }

  /** Only for an event that identifies its customer by domain. */
  Shop shop() {
    return new Shop(grant.workspaceId(), String.valueOf(event.customer().domain()));
  }

  /** Only for an event that identifies its customer by id. */
  CustomerRef customerRef() {
    return new CustomerRef(grant.workspaceId(), event.customer().id());
  }

  /** Whether an event that identifies its customer by id agrees with this domain. */
  boolean isOf(String domain) {
    String named = event.customer().domain();
    return named == null || named.equals(domain);
  }
}
