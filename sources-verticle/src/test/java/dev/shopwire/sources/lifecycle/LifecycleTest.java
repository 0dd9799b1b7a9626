package dev.shopwire.sources.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class LifecycleTest {
  private static final Instant UNTIL = Instant.parse("2026-01-01T00:00:00Z");
  private static final UnaryOperator<RecordDetails.Builder> NOTHING = UnaryOperator.identity();

  private int number;

  private PartnerRecord record(
      RecordKind kind, String at, UnaryOperator<RecordDetails.Builder> details) {
    String key = "r%03d".formatted(++number);
    return new PartnerRecord(
        1,
        "events",
        key,
        key,
        kind,
        kind.id(),
        at(at),
        Optional.of(new ShopIdentity(Optional.of("shop"), Optional.empty(), Optional.empty())),
        Optional.of(7L),
        details.apply(RecordDetails.builder()).build());
  }

  private PartnerRecord record(RecordKind kind, String at) {
    return record(kind, at, NOTHING);
  }

  /** {@code 05-01} or {@code 05-01T10:00}, in 2025. */
  private static Instant at(String text) {
    return Instant.parse("2025-" + (text.contains("T") ? text : text + "T00:00") + ":00Z");
  }

  private static UnaryOperator<RecordDetails.Builder> plan(String plan, String amount) {
    return details ->
        details
            .plan(Optional.of(plan))
            .amount(Optional.of(new BigDecimal(amount)))
            .currency(Optional.of("USD"))
            .interval(Optional.of(BillingInterval.MONTHLY));
  }

  private static UnaryOperator<RecordDetails.Builder> and(
      UnaryOperator<RecordDetails.Builder> one, UnaryOperator<RecordDetails.Builder> other) {
    return details -> other.apply(one.apply(details));
  }

  private static UnaryOperator<RecordDetails.Builder> id(String subscription) {
    return details -> details.subscription(Optional.of(subscription));
  }

  private static UnaryOperator<RecordDetails.Builder> earned(String gross, String net) {
    return details ->
        details
            .category(Optional.of(Category.RECURRING))
            .gross(Optional.of(new BigDecimal(gross)))
            .net(Optional.of(new BigDecimal(net)))
            .currency(Optional.of("USD"));
  }

  private static Lifecycle of(PartnerRecord... records) {
    return Lifecycle.of(Arrays.asList(records), UNTIL);
  }

  private static List<String> topics(Lifecycle lifecycle) {
    return lifecycle.transitions().stream()
        .map(one -> one.topic().map(LifecycleTopic::id).orElse("-"))
        .toList();
  }

  private static List<String> states(Lifecycle lifecycle) {
    return lifecycle.spans().stream().map(span -> span.state().id()).toList();
  }

  private static LifecycleEntry entry(Lifecycle lifecycle) {
    return lifecycle.entry().orElseThrow();
  }

  @Test
  void installUninstallAndReinstallAreCounted() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.INSTALLED, "01-01"),
            record(RecordKind.UNINSTALLED, "02-01", d -> d.reason(Optional.of("price"))),
            record(RecordKind.INSTALLED, "03-01"));
    assertEquals(
        List.of("apps/installed", "apps/uninstalled", "apps/reinstalled"), topics(lifecycle));
    assertEquals(2, entry(lifecycle).installs());
    assertEquals(Optional.of(at("03-01")), entry(lifecycle).installedAt());
    assertEquals(Optional.of(at("01-01")), entry(lifecycle).firstInstalledAt());
    assertEquals(Optional.of(at("02-01")), entry(lifecycle).uninstalledAt());
    assertEquals(Optional.of("price"), entry(lifecycle).reason());
    assertEquals(List.of("installed", "uninstalled", "installed"), states(lifecycle));
  }

  @Test
  void anInstallAfterADeactivationIsOnlyAReturn() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.INSTALLED, "01-01"),
            record(RecordKind.DEACTIVATED, "02-01"),
            record(RecordKind.INSTALLED, "03-01"));
    assertEquals(
        List.of("apps/installed", "apps/deactivated", "apps/reactivated"), topics(lifecycle));
    assertEquals(1, lifecycle.transitions().stream().filter(Transition::isInstall).count());
  }

  @Test
  void aPairMayBeginWithAnyRecordWhichIsNotCounted() {
    for (RecordKind kind : RecordKind.values()) {
      if (kind != RecordKind.INSTALLED) {
        Lifecycle lifecycle = of(record(kind, "01-01"));
        assertTrue(
            lifecycle.transitions().stream()
                .allMatch(one -> one.counted() == Transition.Counted.NOTHING),
            kind.id());
      }
    }
    assertEquals(List.of("uninstalled"), states(of(record(RecordKind.UNINSTALLED, "01-01"))));
    assertEquals(List.of("deactivated"), states(of(record(RecordKind.DEACTIVATED, "01-01"))));
    assertEquals(List.of("installed"), states(of(record(RecordKind.REACTIVATED, "01-01"))));
    assertEquals(
        List.of("installed"), states(of(record(RecordKind.SUBSCRIPTION_CANCELED, "01-01"))));
    assertEquals(
        List.of("subscribed"), states(of(record(RecordKind.SUBSCRIPTION_ACTIVATED, "01-01"))));
    assertEquals(List.of(), states(of(record(RecordKind.EARNING, "01-01", earned("1", "1")))));
  }

  @Test
  void anInstallAfterAnUninstallThatBeganThePairIsAReinstall() {
    Lifecycle lifecycle =
        of(record(RecordKind.UNINSTALLED, "01-01"), record(RecordKind.INSTALLED, "02-01"));
    assertEquals(
        List.of(Transition.Counted.NOTHING, Transition.Counted.REINSTALL),
        lifecycle.transitions().stream().map(Transition::counted).toList());
  }

  @Test
  void afterAnUninstallOnlyAnInstallHasEffect() {
    List<PartnerRecord> records = new ArrayList<>();
    records.add(record(RecordKind.INSTALLED, "01-01"));
    records.add(record(RecordKind.UNINSTALLED, "02-01"));
    for (RecordKind kind : RecordKind.values()) {
      if (kind != RecordKind.INSTALLED) {
        records.add(record(kind, "03-01"));
      }
    }
    assertEquals(2, Lifecycle.of(records, UNTIL).transitions().size());
  }

  @Test
  void whatChangesNothingCountsNothing() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.INSTALLED, "01-01"),
            record(RecordKind.INSTALLED, "01-02"),
            record(RecordKind.REACTIVATED, "01-03"),
            record(RecordKind.SUBSCRIPTION_CANCELED, "01-04"),
            record(RecordKind.SUBSCRIPTION_FROZEN, "01-05"));
    assertEquals(List.of("apps/installed"), topics(lifecycle));
    assertEquals(1, lifecycle.spans().size());
  }

  @Test
  void recordsOfOneInstantTakeEffectInTheOrderOfTheirKinds() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.SUBSCRIPTION_ACTIVATED, "02-01", plan("pro", "12")),
            record(RecordKind.INSTALLED, "02-01"),
            record(RecordKind.UNINSTALLED, "02-01"),
            record(RecordKind.INSTALLED, "01-01"));
    assertEquals(
        List.of(
            "apps/installed", "apps/uninstalled", "apps/reinstalled", "subscriptions/activated"),
        topics(lifecycle));
    // What lasts no time has no span.
    assertEquals(List.of("installed", "subscribed"), states(lifecycle));
  }

  @Test
  void theOrderOfArrivalDoesNotMatter() {
    List<PartnerRecord> records =
        new ArrayList<>(
            List.of(
                record(RecordKind.INSTALLED, "01-01"),
                record(RecordKind.SUBSCRIPTION_ACTIVATED, "01-02", plan("pro", "12")),
                record(RecordKind.SUBSCRIPTION_FROZEN, "01-02"),
                record(RecordKind.SUBSCRIPTION_UNFROZEN, "02-02"),
                record(RecordKind.DEACTIVATED, "02-02"),
                record(RecordKind.UNINSTALLED, "03-02"),
                record(RecordKind.INSTALLED, "03-02")));
    Lifecycle expected = Lifecycle.of(records, UNTIL);
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(records, new Random(seed));
      assertEquals(expected, Lifecycle.of(records, UNTIL));
    }
  }

  @Test
  void aTrialEndsByItselfAfterSoManyTimes24Hours() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.INSTALLED, "01-01T10:00"),
            record(
                RecordKind.SUBSCRIPTION_ACTIVATED,
                "01-01T10:00",
                and(plan("pro", "12"), d -> d.trialDays(Optional.of(14)))));
    assertEquals(
        List.of(
            "apps/installed",
            "subscriptions/trial_started",
            "subscriptions/trial_ended",
            "subscriptions/activated"),
        topics(lifecycle));
    assertEquals(List.of("trial", "subscribed"), states(lifecycle));
    assertEquals(at("01-15T10:00"), lifecycle.spans().get(1).from());
    assertFalse(lifecycle.spans().get(0).paying());
  }

  @Test
  void aTrialThatWouldEndAtItsActivationIsNone() {
    Lifecycle lifecycle =
        of(
            record(
                RecordKind.SUBSCRIPTION_ACTIVATED,
                "01-01",
                and(plan("pro", "12"), d -> d.trialEndsAt(Optional.of(at("01-01"))))));
    assertEquals(List.of("subscribed"), states(lifecycle));
  }

  @Test
  void whatHappensByItselfComesAfterTheRecordsOfItsInstant() {
    Lifecycle lifecycle =
        of(
            record(
                RecordKind.SUBSCRIPTION_ACTIVATED,
                "01-01",
                and(plan("pro", "12"), d -> d.trialEndsAt(Optional.of(at("01-15"))))),
            record(RecordKind.SUBSCRIPTION_CANCELED, "01-15"));
    // Canceled while in trial: it never paid.
    assertFalse(topics(lifecycle).contains("subscriptions/activated"));
  }

  @Test
  void aScheduledEndHappensAtItsInstantAndAnEarlierOneAtOnce() {
    PartnerRecord begins = record(RecordKind.SUBSCRIPTION_ACTIVATED, "01-01", plan("pro", "12"));
    Lifecycle later =
        of(
            begins,
            record(
                RecordKind.SUBSCRIPTION_CANCEL_SCHEDULED,
                "02-01",
                d -> d.effectiveAt(Optional.of(at("02-10")))));
    assertEquals(List.of("subscribed", "canceling", "unsubscribed"), states(later));
    assertEquals(at("02-10"), later.spans().get(2).from());
    assertTrue(later.spans().get(1).paying());
    Lifecycle earlier =
        of(
            begins,
            record(
                RecordKind.SUBSCRIPTION_CANCEL_SCHEDULED,
                "02-01",
                d -> d.effectiveAt(Optional.of(at("01-10")))));
    assertEquals(at("02-01"), earlier.spans().get(1).from());
    assertEquals(List.of("subscribed", "unsubscribed"), states(earlier));
  }

  @Test
  void theNextInstantIsTheEarlierOfBothEnds() {
    Lifecycle lifecycle =
        Lifecycle.of(
            List.of(
                record(
                    RecordKind.SUBSCRIPTION_ACTIVATED,
                    "01-01",
                    d -> d.trialEndsAt(Optional.of(at("03-01")))),
                record(
                    RecordKind.SUBSCRIPTION_CANCEL_SCHEDULED,
                    "01-05",
                    d -> d.effectiveAt(Optional.of(at("02-20"))))),
            at("02-01"));
    assertEquals(Optional.of(at("02-20")), lifecycle.next());
    assertEquals(LifecycleState.CANCELING, entry(lifecycle).state());
    assertEquals(at("01-05"), entry(lifecycle).since());
  }

  @Test
  void nothingAtOrAfterTheKnownTimeCounts() {
    List<PartnerRecord> records =
        List.of(record(RecordKind.INSTALLED, "01-01"), record(RecordKind.UNINSTALLED, "02-01"));
    assertEquals(1, Lifecycle.of(records, at("02-01")).transitions().size());
    assertEquals(2, Lifecycle.of(records, at("02-01").plusNanos(1)).transitions().size());
  }

  @Test
  void aPlanChangeInEitherOrderLeavesTheNewSubscription() {
    PartnerRecord old =
        record(RecordKind.SUBSCRIPTION_ACTIVATED, "01-01", and(plan("pro", "12"), id("a")));
    PartnerRecord fresh =
        record(RecordKind.SUBSCRIPTION_ACTIVATED, "02-01", and(plan("team", "24"), id("b")));
    for (String end : List.of("01-31T23:59", "02-01", "02-01T00:01")) {
      Lifecycle lifecycle = of(old, fresh, record(RecordKind.SUBSCRIPTION_CANCELED, end, id("a")));
      assertEquals(
          Optional.of("b"), entry(lifecycle).subscription().flatMap(Subscription::id), end);
    }
    assertEquals(
        List.of("-", "subscriptions/activated", "subscriptions/changed").subList(1, 3),
        topics(of(old, fresh, record(RecordKind.SUBSCRIPTION_CANCELED, "02-01T00:01", id("a")))));
  }

  @Test
  void anUpdateKeepsWhatItDoesNotGive() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.SUBSCRIPTION_ACTIVATED, "01-01", and(plan("pro", "12"), id("a"))),
            record(RecordKind.SUBSCRIPTION_UPDATED, "02-01", d -> d.plan(Optional.of("pro"))));
    assertEquals(List.of("subscriptions/activated"), topics(lifecycle));
    assertEquals(
        Optional.of(new Price(new BigDecimal("12"), "USD")),
        entry(lifecycle).subscription().flatMap(Subscription::price));
  }

  @Test
  void anotherPlanWithoutPriceIsUnpricedUntilMoneySaysMore() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.SUBSCRIPTION_ACTIVATED, "01-01", plan("pro", "12")),
            record(RecordKind.SUBSCRIPTION_UPDATED, "02-01", d -> d.plan(Optional.of("team"))),
            record(
                RecordKind.EARNING,
                "02-10",
                and(earned("30", "24"), d -> d.interval(Optional.of(BillingInterval.QUARTERLY)))));
    assertEquals(
        List.of(12, 0, 10),
        lifecycle.spans().stream().map(s -> s.mrr().round(0).intValue()).toList());
    assertEquals(
        List.of(false, true, false), lifecycle.spans().stream().map(Span::unpriced).toList());
    assertTrue(lifecycle.spans().get(1).paying());
  }

  @Test
  void theFirstFittingMoneyGivesThePrice() {
    PartnerRecord begins =
        record(
            RecordKind.SUBSCRIPTION_ACTIVATED,
            "01-10",
            and(id("a"), d -> d.interval(Optional.of(BillingInterval.ANNUAL))));
    Lifecycle lifecycle =
        of(
            begins,
            record(RecordKind.EARNING, "01-09", earned("1", "1")),
            record(RecordKind.EARNING, "01-11", and(earned("2", "2"), id("b"))),
            record(
                RecordKind.EARNING,
                "01-12",
                and(earned("3", "3"), d -> d.category(Optional.of(Category.USAGE)))),
            record(RecordKind.EARNING, "01-13", earned("120", "90")),
            record(RecordKind.EARNING, "01-14", earned("240", "90")));
    assertEquals(
        Optional.of(new BigDecimal("120")),
        entry(lifecycle).subscription().flatMap(Subscription::price).map(Price::amount));
    assertEquals(new BigDecimal("10.00"), entry(lifecycle).mrr().orElseThrow().round(2));
    assertEquals(at("01-13"), lifecycle.spans().get(lifecycle.spans().size() - 1).from());
  }

  @Test
  void moneyAtTheInstantOfTheEndComesTooLate() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.SUBSCRIPTION_ACTIVATED, "01-10"),
            record(RecordKind.SUBSCRIPTION_CANCELED, "02-10"),
            record(RecordKind.EARNING, "02-10", earned("120", "90")));
    assertTrue(lifecycle.spans().get(0).unpriced());
    assertEquals(List.of("subscribed", "unsubscribed"), states(lifecycle));
  }

  @Test
  void aFreeOrTestSubscriptionDoesNotPay() {
    assertFalse(
        of(record(RecordKind.SUBSCRIPTION_ACTIVATED, "01-10", plan("free", "0.00")))
            .spans()
            .get(0)
            .paying());
    Lifecycle test =
        of(
            record(
                RecordKind.SUBSCRIPTION_ACTIVATED,
                "01-10",
                and(plan("pro", "12"), d -> d.test(true))));
    assertFalse(test.spans().get(0).paying());
    assertEquals("subscribed", states(test).get(0));
  }

  @Test
  void aFrozenSubscriptionPaysNothingUntilItIsUnfrozen() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.SUBSCRIPTION_ACTIVATED, "01-01", plan("pro", "12")),
            record(RecordKind.SUBSCRIPTION_FROZEN, "02-01"),
            record(RecordKind.SUBSCRIPTION_UNFROZEN, "03-01"));
    assertEquals(
        List.of("subscriptions/activated", "subscriptions/frozen", "subscriptions/unfrozen"),
        topics(lifecycle));
    assertEquals(List.of(true, false, true), lifecycle.spans().stream().map(Span::paying).toList());
  }

  @Test
  void aClosedShopKeepsItsSubscriptionAndPaysNothing() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.INSTALLED, "01-01"),
            record(RecordKind.SUBSCRIPTION_ACTIVATED, "01-01", plan("pro", "12")),
            record(RecordKind.DEACTIVATED, "02-01"),
            record(RecordKind.REACTIVATED, "03-01"));
    assertEquals(List.of("subscribed", "deactivated", "subscribed"), states(lifecycle));
    assertEquals(List.of(true, false, true), lifecycle.spans().stream().map(Span::paying).toList());
  }

  @Test
  void anUninstallEndsTheSubscriptionAndSaysSo() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.INSTALLED, "01-01"),
            record(RecordKind.SUBSCRIPTION_ACTIVATED, "01-01", plan("pro", "12")),
            record(RecordKind.UNINSTALLED, "02-01"),
            record(RecordKind.INSTALLED, "03-01"));
    assertEquals(
        List.of(
            "apps/installed",
            "subscriptions/activated",
            "apps/uninstalled",
            "subscriptions/canceled",
            "apps/reinstalled"),
        topics(lifecycle));
    // Not unsubscribed: it had none since the last install.
    assertEquals("installed", entry(lifecycle).state().id());
  }

  @Test
  void revenueIsAddedByCurrencyWithoutTests() {
    Lifecycle lifecycle =
        of(
            record(RecordKind.INSTALLED, "01-01"),
            record(RecordKind.EARNING, "01-02", earned("10", "8")),
            record(RecordKind.EARNING, "01-03", and(earned("10", "8"), d -> d.test(true))),
            record(
                RecordKind.EARNING,
                "01-04",
                d ->
                    d.category(Optional.of(Category.REFUND))
                        .net(Optional.of(new BigDecimal("-3")))
                        .currency(Optional.of("USD"))));
    assertEquals(
        List.of(new Revenue("USD", new BigDecimal("7"), new BigDecimal("5"))),
        entry(lifecycle).revenue());
  }
}
