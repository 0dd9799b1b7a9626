package dev.shopwire.ingest.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.common.tenancy.Shops.CustomerRef;
import dev.shopwire.common.tenancy.Shops.Shop;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import dev.shopwire.ingest.events.GroupedEvent.Status;
import dev.shopwire.ingest.events.UsageEvent.Customer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GroupedEventTest {
  private static final long WORKSPACE = 3;
  private static final Customer ACME = Customer.ofDomain("acme.example.com");

  private static GroupedEvent of(long app, UUID key, Customer customer) {
    ApiKeyGrant grant = new ApiKeyGrant("key-of-" + app, app, WORKSPACE, new RateLimits(1, 1, 1));
    return new GroupedEvent(
        grant,
        new UsageEvent(
            0, key, key.toString(), false, "a", customer, ReadBodies.ARRIVAL, null, null, null));
  }

  private static GroupedEvent of(long app, UUID key) {
    return of(app, key, ACME);
  }

  private static List<String> keys(List<GroupedEvent> events) {
    return events.stream()
        .map(grouped -> grouped.grant.appId() + " " + grouped.event.key())
        .toList();
  }

  @Test
  void everyProcessWritesInTheSameOrder() {
    Random random = new Random(20_261_121);
    List<GroupedEvent> events = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      events.add(of(random.nextInt(5) + 1, new UUID(random.nextLong(), random.nextLong())));
    }
    events.sort(GroupedEvent.WRITE_ORDER);
    List<String> expected = keys(events);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(events, random);
      events.sort(GroupedEvent.WRITE_ORDER);
      assertEquals(expected, keys(events));
    }
  }

  @Test
  void eventsOfOneAppAreAdjacentAndEqualIdsAreNeighbors() {
    UUID low = new UUID(1, 1);
    UUID high = new UUID(2, 0);
    List<GroupedEvent> events =
        new ArrayList<>(List.of(of(2, low), of(1, high), of(2, high), of(1, low), of(1, high)));
    events.sort(GroupedEvent.WRITE_ORDER);
    assertEquals(
        List.of("1 " + low, "1 " + high, "1 " + high, "2 " + low, "2 " + high), keys(events));
    assertTrue(events.get(1).isSameAs(events.get(2)));
  }

  @Test
  void anIdIsTheSameOnlyWithinItsApp() {
    UUID key = new UUID(1, 1);
    assertTrue(of(1, key).isSameAs(of(1, key, Customer.ofId(9))));
    assertFalse(of(1, key).isSameAs(of(2, key)));
    assertFalse(of(1, key).isSameAs(of(1, new UUID(1, 2))));
    assertEquals(0, GroupedEvent.WRITE_ORDER.compare(of(1, key), of(1, key)));
  }

  @Test
  void aCustomerIsNamedByDomainOrById() {
    GroupedEvent byDomain = of(1, new UUID(1, 1));
    assertTrue(byDomain.namesDomain());
    assertEquals(new Shop(WORKSPACE, "acme.example.com"), byDomain.shop());
    GroupedEvent byId = of(1, new UUID(1, 1), Customer.ofId(42));
    assertFalse(byId.namesDomain());
    assertEquals(new CustomerRef(WORKSPACE, 42), byId.customerRef());
  }

  @Test
  void anEventsInitialStatusIsUndecided() {
    assertEquals(Status.UNDECIDED, of(1, new UUID(1, 1)).status);
  }
}
