package dev.shopwire.testing.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final List<HistoryEvent> EVENTS = History.ofShops(HistoryOptions.twoYears(1), 400);

  @Test
  void equalSeedsGiveEqualHistories() {
    assertEquals(EVENTS, History.ofShops(HistoryOptions.twoYears(1), 400));
    assertNotEquals(EVENTS, History.ofShops(HistoryOptions.twoYears(2), 400));
  }

  @Test
  void numbersAreUniqueAndEventsInOrder() {
    assertEquals(EVENTS.size(), EVENTS.stream().map(HistoryEvent::number).distinct().count());
    assertEquals(EVENTS.stream().sorted(HistoryEvent.ORDER).toList(), EVENTS);
  }

  @Test
  void containsEveryKindAndTrait() {
    Set<HistoryKind> kinds = EVENTS.stream().map(HistoryEvent::kind).collect(Collectors.toSet());
    assertEquals(EnumSet.allOf(HistoryKind.class), kinds);
    Set<String> currencies =
        EVENTS.stream()
            .map(HistoryEvent::money)
            .filter(Objects::nonNull)
            .map(HistoryMoney::currency)
            .collect(Collectors.toSet());
    assertEquals(Set.of("USD", "JPY"), currencies);
    Set<String> periods =
        EVENTS.stream()
            .map(HistoryEvent::charge)
            .filter(Objects::nonNull)
            .map(charge -> charge.plan().period())
            .collect(Collectors.toSet());
    assertEquals(Set.of("EVERY_30_DAYS", "EVERY_90_DAYS", "ANNUAL"), periods);
    assertEquals(true, EVENTS.stream().anyMatch(event -> event.shop() == null));
    assertEquals(
        true, EVENTS.stream().anyMatch(event -> event.shop() != null && event.shop().redacted()));
    assertEquals(
        true, EVENTS.stream().anyMatch(event -> event.charge() != null && event.charge().test()));
    assertEquals(
        true,
        EVENTS.stream().anyMatch(event -> event.charge() != null && event.charge().number() == 0));
    assertEquals(
        true,
        EVENTS.stream()
            .anyMatch(event -> event.kind() == HistoryKind.UNINSTALLED && event.reason() == null));
  }

  @Test
  void hasAsManyEventsAsAskedFor() {
    assertEquals(5_000, History.ofEvents(HistoryOptions.twoYears(3), 5_000).size());
  }
}
