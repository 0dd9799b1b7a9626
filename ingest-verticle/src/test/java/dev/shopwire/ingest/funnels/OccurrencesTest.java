package dev.shopwire.ingest.funnels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.ingest.funnels.FunnelEvents.Packed;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Packed events become those of each customer, in the order of time. */
class OccurrencesTest {
  private static final long YEAR_2000 = 946_684_800_000_000L;

  private static Buffer valued(Buffer bytes, long customer, long micros, String value) {
    return bytes
        .appendLong(customer)
        .appendLong(micros)
        .appendInt(value.getBytes(StandardCharsets.UTF_8).length)
        .appendString(value);
  }

  @Test
  void eventsOfAllKindsAreBroughtTogether() {
    Buffer first = Buffer.buffer();
    valued(first, 9, 5, "\"ü\"");
    valued(first, 2, 7, "");
    valued(first, 9, 5, "1");
    valued(first, 9, -3, "1");
    Buffer second = Buffer.buffer().appendLong(9).appendLong(5).appendLong(2).appendLong(1);
    Occurrences occurrences =
        Occurrences.of(List.of(new Packed(first, 4, true), new Packed(second, 2, false)));
    List<String> seen = new ArrayList<>();
    occurrences.forEachCustomer(
        (customer, events, firstValue) -> {
          StringBuilder line = new StringBuilder(customer + ":");
          for (int i = 0; i < events.size(); i++) {
            int value = firstValue.of(CustomerEvents.key(events.micros(i), events.kind(i)));
            line.append(" %d/%d".formatted(events.micros(i) - YEAR_2000, events.kind(i)))
                .append(
                    value == BreakdownValues.NONE ? "" : "=" + occurrences.values().text(value));
          }
          seen.add(line.toString());
        });
    assertEquals(List.of("2: 1/1 7/0", "9: -3/0=1 5/0=\"ü\" 5/0=\"ü\" 5/1"), seen);
  }

  @Test
  void nothingIsNobody() {
    Occurrences.of(List.of(new Packed(Buffer.buffer(), 0, false)))
        .forEachCustomer((customer, events, firstValue) -> seenNobody());
  }

  private static void seenNobody() {
    throw new AssertionError("there is nobody");
  }
}
