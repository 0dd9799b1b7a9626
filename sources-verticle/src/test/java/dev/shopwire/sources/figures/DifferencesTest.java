package dev.shopwire.sources.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class DifferencesTest {
  private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");

  private final List<PartnerRecord> records = new ArrayList<>();

  private void add(RecordKind kind, double day, UnaryOperator<RecordDetails.Builder> details) {
    String key = "r" + records.size();
    records.add(
        new PartnerRecord(
            1,
            "events",
            key,
            key,
            kind,
            kind.id(),
            at(day),
            Optional.of(new ShopIdentity(Optional.of("shop"), Optional.empty(), Optional.empty())),
            Optional.empty(),
            details.apply(RecordDetails.builder()).build()));
  }

  private static Instant at(double day) {
    return START.plus(Duration.ofMinutes(Math.round(day * 1_440)));
  }

  private void activate(double day, String price, BillingInterval interval) {
    add(
        RecordKind.SUBSCRIPTION_ACTIVATED,
        day,
        details ->
            details
                .plan(Optional.of("pro"))
                .amount(Optional.of(new BigDecimal(price)))
                .currency(Optional.of("USD"))
                .interval(Optional.of(interval)));
  }

  private void earn(double day, String gross, String currency) {
    add(
        RecordKind.EARNING,
        day,
        details ->
            details
                .category(Optional.of(Category.RECURRING))
                .gross(Optional.of(new BigDecimal(gross)))
                .net(Optional.of(new BigDecimal(gross)))
                .currency(Optional.of(currency)));
  }

  /** Kinds with the day, the expected and the found amount, and records. */
  private List<String> differences(double day) {
    Lifecycle lifecycle = Lifecycle.of(records, at(day));
    PairHistory pair =
        new PairHistory(
            1,
            Optional.of("shop"),
            Optional.empty(),
            lifecycle.transitions(),
            lifecycle.spans(),
            records.stream().flatMap(record -> Earning.of(record).stream()).toList());
    List<Difference> all = Differences.of(pair, at(day));
    assertCounted(pair, at(day), all.size());
    return all.stream()
        .map(
            one ->
                String.join(
                    " ",
                    one.kind().id(),
                    Double.toString(Duration.between(START, one.at()).toMinutes() / 1_440.0),
                    one.expected().map(BigDecimal::toPlainString).orElse("-"),
                    one.found().map(BigDecimal::toPlainString).orElse("-"),
                    String.join(",", one.recordIds())))
        .toList();
  }

  /** The first and the last earning alone say how many there are, or that they can't. */
  private static boolean assertCounted(PairHistory pair, Instant until, int expected) {
    List<Earning> recurring =
        pair.earnings().stream()
            .filter(each -> each.category() == Category.RECURRING && each.at().isBefore(until))
            .sorted(Comparator.comparing(Earning::at))
            .toList();
    if (recurring.stream().map(each -> each.gross() + each.currency()).distinct().count() > 1) {
      return false;
    }
    List<Earning> ends =
        recurring.isEmpty()
            ? List.of()
            : List.of(recurring.get(0), recurring.get(recurring.size() - 1));
    OptionalInt count = Differences.count(pair.spans(), ends, until);
    count.ifPresent(known -> assertEquals(expected, known));
    return count.isPresent();
  }

  @Test
  void theFirstAndTheLastEarningCountWhatAllOfThemDo() {
    Random random = new Random(5);
    int counted = 0;
    for (int round = 0; round < 2_000; round++) {
      records.clear();
      int steps = 2 + random.nextInt(8);
      for (int step = 0; step < steps; step++) {
        addRandom(random, random.nextInt(8) * 10);
      }
      Instant until = at(20 + random.nextInt(200));
      Lifecycle lifecycle =
          Lifecycle.of(
              records.stream()
                  .filter(record -> record.at().isBefore(until))
                  .sorted(Comparator.comparing(PartnerRecord::at))
                  .toList(),
              until);
      PairHistory pair =
          new PairHistory(
              1,
              Optional.of("shop"),
              Optional.empty(),
              lifecycle.transitions(),
              lifecycle.spans(),
              records.stream().flatMap(record -> Earning.of(record).stream()).toList());
      counted += assertCounted(pair, until, Differences.of(pair, until).size()) ? 1 : 0;
    }
    assertTrue(counted > 200 && counted < 1_800, counted + " histories were counted");
  }

  private void addRandom(Random random, double day) {
    switch (random.nextInt(6)) {
      case 0 -> activate(day, "30.00", BillingInterval.MONTHLY);
      case 1 -> add(RecordKind.INSTALLED, day, details -> details);
      case 2 ->
          add(
              random.nextBoolean() ? RecordKind.UNINSTALLED : RecordKind.SUBSCRIPTION_CANCELED,
              day,
              details -> details);
      default -> earn(day, random.nextInt(6) == 0 ? "20.00" : "30.00", "USD");
    }
  }

  @Test
  void aSubscriptionWithoutAnEarningForOneAndAHalfIntervalsIsUnpaid() {
    add(RecordKind.INSTALLED, 0, details -> details);
    activate(1, "30.00", BillingInterval.MONTHLY);
    assertEquals(List.of(), differences(46));
    assertEquals(List.of("unpaid 46.0 30.00 - r1"), differences(46.1));
    earn(31, "30.00", "USD");
    assertEquals(List.of(), differences(76));
    assertEquals(List.of("unpaid 76.0 30.00 - r2"), differences(77));
    add(RecordKind.SUBSCRIPTION_CANCELED, 80, details -> details);
    assertEquals(List.of(), differences(300));
  }

  @Test
  void longerIntervalsHaveMoreTime() {
    activate(0, "90.00", BillingInterval.QUARTERLY);
    assertEquals(List.of(), differences(135));
    assertEquals(List.of("unpaid 135.0 90.00 - r0"), differences(136));
    activate(200, "365.00", BillingInterval.ANNUAL);
    assertEquals(List.of("unpaid 135.0 90.00 - r0"), differences(190));
    // It has paid without a break since the first activation.
    earn(200, "365.00", "USD");
    assertEquals(List.of(), differences(747));
    assertEquals(List.of("unpaid 747.5 365.00 - r2"), differences(748));
  }

  @Test
  void anEarningWithoutASubscriptionIsListed() {
    add(RecordKind.INSTALLED, 0, details -> details);
    earn(1, "30.00", "USD");
    activate(2, "30.00", BillingInterval.MONTHLY);
    earn(2, "30.00", "USD");
    add(RecordKind.UNINSTALLED, 10, details -> details);
    // At the instant of the end it may belong to it.
    earn(10, "30.00", "USD");
    earn(11, "30.00", "USD");
    assertEquals(
        List.of(
            "earning_without_subscription 1.0 - 30.00 r1",
            "earning_without_subscription 11.0 - 30.00 r6"),
        differences(400));
  }

  @Test
  void anEarningOfAnotherAmountOrCurrencyIsListed() {
    activate(0, "30.00", BillingInterval.MONTHLY);
    earn(1, "30.0", "USD");
    earn(31, "20.00", "USD");
    earn(60, "30.00", "EUR");
    add(RecordKind.SUBSCRIPTION_FROZEN, 70, details -> details);
    earn(80, "1.00", "USD");
    assertEquals(
        List.of("price_mismatch 31.0 30.00 20.00 r0,r2", "price_mismatch 60.0 - 30.00 r0,r3"),
        differences(100));
  }

  @Test
  void whatIsLaterThanTheKnownTimeDoesNotCount() {
    add(RecordKind.INSTALLED, 0, details -> details);
    earn(5, "30.00", "USD");
    assertEquals(List.of(), differences(5));
    assertEquals(1, differences(5.1).size());
  }
}
