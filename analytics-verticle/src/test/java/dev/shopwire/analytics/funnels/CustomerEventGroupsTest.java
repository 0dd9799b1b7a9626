package dev.shopwire.analytics.funnels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that packed events are grouped by customer, in time order. */
class CustomerEventGroupsTest {
  private static final long YEAR_2000 = 946_684_800_000_000L;

  private static void add(Buffer bytes, long customer, int kind, long micros, String value) {
    bytes
        .appendLong(customer << CustomerEvents.KIND_BITS | kind)
        .appendLong(micros)
        .appendInt(value.getBytes(StandardCharsets.UTF_8).length)
        .appendString(value);
  }

  @Test
  void eventsOfAllKindsAreMerged() {
    Buffer first = Buffer.buffer();
    add(first, 9, 0, 5, "\"ü\"");
    add(first, 2, 0, 7, "");
    add(first, 9, 0, 5, "1");
    add(first, 9, 0, -3, "1");
    Buffer second = Buffer.buffer();
    add(second, 9, 1, 5, "");
    add(second, 2, 1, 1, "");
    CustomerEventGroups groups = new CustomerEventGroups(true);
    groups.add(first, 4);
    groups.add(second, 2);
    List<String> seen = new ArrayList<>();
    groups.forEachCustomer(
        (customer, events, firstValue) -> {
          StringBuilder line = new StringBuilder(customer + ":");
          for (int i = 0; i < events.size(); i++) {
            int value = firstValue.of(CustomerEvents.key(events.micros(i), events.kind(i)));
            line.append(" %d/%d".formatted(events.micros(i) - YEAR_2000, events.kind(i)))
                .append(value == BreakdownValues.NONE ? "" : "=" + groups.values().text(value));
          }
          seen.add(line.toString());
        });
    assertEquals(List.of("2: 1/1 7/0", "9: -3/0=1 5/0=\"ü\" 5/0=\"ü\" 5/1"), seen);
  }

  @Test
  void visitedEventsAreDiscarded() {
    CustomerEventGroups groups = new CustomerEventGroups(false);
    List<Long> seen = new ArrayList<>();
    for (long customer = 1; customer <= 3; customer++) {
      groups.add(Buffer.buffer().appendLong(customer << 4).appendLong(0), 1);
      groups.forEachCustomer((id, events, firstValue) -> seen.add(id));
    }
    assertEquals(List.of(1L, 2L, 3L), seen);
  }

  @Test
  void withoutEventsNoCustomerIsVisited() {
    new CustomerEventGroups(false).forEachCustomer((customer, events, firstValue) -> failOnVisit());
  }

  private static void failOnVisit() {
    throw new AssertionError("a customer was visited");
  }
}
