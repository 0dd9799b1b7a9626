package dev.shopwire.sources.lifecycle.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.lifecycle.LifecycleState;
import dev.shopwire.sources.lifecycle.LifecycleTopic;
import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.sources.lifecycle.Transition;
import dev.shopwire.sources.lifecycle.Transition.Counted;
import dev.shopwire.sources.oracle.RandomRecords;
import dev.shopwire.sources.records.PartnerRecord;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StoredHistoryTest {
  private static final Instant START = Instant.parse("2024-01-01T00:00:00Z");
  private static final Instant UNTIL = Instant.parse("2024-12-31T12:34:56.789012Z");

  /** One of a currency that spans have too, and one of another. */
  private static final Map<String, Instant> FIRST_EARNINGS =
      Map.of("USD", START.plusSeconds(1), "CHF", Instant.parse("2023-05-06T07:08:09.123456Z"));

  private static List<Lifecycle> lifecycles() {
    Map<String, List<PartnerRecord>> pairs =
        new RandomRecords(7, START, 366)
            .ofShops(300).stream()
                .filter(record -> record.shop().isPresent())
                .collect(Collectors.groupingBy(record -> record.shop().orElseThrow().key()));
    return pairs.values().stream().map(records -> Lifecycle.of(records, UNTIL)).toList();
  }

  @Test
  void aHistoryIsReadAsItWasStored() {
    int transitions = 0;
    for (Lifecycle lifecycle : lifecycles()) {
      StoredHistory read = StoredHistory.decode(StoredHistory.encode(lifecycle, FIRST_EARNINGS));
      assertEquals(lifecycle.transitions(), read.transitions());
      assertEquals(lifecycle.spans(), read.spans());
      assertEquals(FIRST_EARNINGS, read.firstEarnings());
      transitions += read.transitions().size();
    }
    assertTrue(transitions > 1_000, () -> "the histories are too short");
  }

  @Test
  void figuresGetTheSpansAndTheTransitionsThatCountWithoutIdsOfRecords() {
    for (Lifecycle lifecycle : lifecycles()) {
      StoredHistory read =
          StoredHistory.decodeForFigures(StoredHistory.encode(lifecycle, FIRST_EARNINGS).history());
      assertEquals(
          lifecycle.transitions().stream()
              .filter(each -> each.counted() != Counted.NOTHING)
              .map(StoredHistoryTest::withoutId)
              .toList(),
          read.transitions());
      assertEquals(
          lifecycle.spans().stream().map(StoredHistoryTest::withoutId).toList(), read.spans());
      assertEquals(FIRST_EARNINGS, read.firstEarnings());
    }
  }

  private static Transition withoutId(Transition one) {
    return new Transition(
        one.topic(), one.at(), one.from(), one.to(), Optional.empty(), one.counted());
  }

  private static Span withoutId(Span one) {
    return new Span(
        one.from(),
        one.to(),
        one.state(),
        one.installed(),
        one.paying(),
        one.plan(),
        one.currency(),
        one.mrr(),
        one.test(),
        one.unpriced(),
        one.unknownInterval(),
        Optional.empty());
  }

  @Test
  void equalHistoriesAreStoredAsEqualBytes() {
    List<Lifecycle> first = lifecycles();
    List<Lifecycle> second = lifecycles();
    for (int i = 0; i < first.size(); i++) {
      assertEquals(
          StoredHistory.encode(first.get(i), FIRST_EARNINGS),
          StoredHistory.encode(second.get(i), FIRST_EARNINGS));
    }
  }

  @Test
  void idsOfRecordsAreKeptWhateverTheyConsistOf() {
    List<String> ids =
        List.of(
            "events:gid://partners/AppEvent/1041",
            "events:gid://partners/AppEvent/1042",
            "transactions:",
            "",
            "app_events:00ff" + "ab".repeat(30),
            "app_events:00f0" + "cd".repeat(30),
            "app_events:00f0" + "cd".repeat(29) + "c",
            "\uD83D\uDE00a",
            "\uD83D\uDE01b",
            "ABCDEF0123456789ABCDEF");
    assertEquals(ids, RecordIds.decode(RecordIds.encode(ids)));
    assertTrue(RecordIds.encode(ids.subList(4, 6)).length < 85, "digits take half a byte each");
  }

  @Test
  void aShopWithNothingButEarningsHasAHistory() {
    Lifecycle none = Lifecycle.of(List.of(), UNTIL);
    Map<String, Instant> first = Map.of("JPY", START);
    StoredHistory read = StoredHistory.decode(StoredHistory.encode(none, first));
    assertEquals(new StoredHistory(List.of(), List.of(), first), read);
  }

  @Test
  void aHistoryOfTheFirstVersionHasNoFirstEarnings() {
    Buffer history = Buffer.buffer(new byte[] {1, 0, 0, 0, 0});
    assertEquals(
        new StoredHistory(List.of(), List.of(), Map.of()), StoredHistory.decodeForFigures(history));
  }

  @Test
  void anUnknownVersionIsRefused() {
    assertThrows(
        IllegalStateException.class,
        () -> StoredHistory.decodeForFigures(Buffer.buffer(new byte[] {9, 0, 0, 0, 0})));
  }

  @Test
  void everyConstantHasANumber() {
    assertEquals(Set.of(LifecycleState.values()), Set.copyOf(StoredNumbers.STATES));
    assertEquals(Set.of(LifecycleTopic.values()), Set.copyOf(StoredNumbers.TOPICS));
    assertEquals(Set.of(Counted.values()), Set.copyOf(StoredNumbers.COUNTED));
  }
}
