package dev.shopwire.sources.oracle;

import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Records of any kind at any time, more senseless than a platform would send them: many at equal
 * instants, about unknown subscriptions, with values missing, and instants on the bounds of days.
 */
public final class RandomRecords {
  private static final List<String> CURRENCIES = List.of("USD", "JPY", "EUR");
  private static final List<String> PLANS = List.of("basic", "pro", "team");

  private final SplittableRandom random;
  private final Instant start;
  private final int days;
  private int number;

  public RandomRecords(long seed, Instant start, int days) {
    this.random = new SplittableRandom(seed);
    this.start = start;
    this.days = days;
  }

  /** Records of {@code shops} shops, and money without a shop, in no order. */
  public List<PartnerRecord> ofShops(int shops) {
    List<PartnerRecord> records = new ArrayList<>();
    for (int shop = 0; shop < shops; shop++) {
      int count = random.nextInt(1, 40);
      String currency = CURRENCIES.get(random.nextInt(CURRENCIES.size()));
      for (int i = 0; i < count; i++) {
        records.add(record(Optional.of("shop" + shop), kind(), currency));
      }
    }
    for (int i = 0; i < 10; i++) {
      records.add(record(Optional.empty(), RecordKind.EARNING, "USD"));
    }
    return records;
  }

  private RecordKind kind() {
    // Often installs and activations, so that much happens.
    return switch (random.nextInt(8)) {
      case 0 -> RecordKind.INSTALLED;
      case 1 -> RecordKind.SUBSCRIPTION_ACTIVATED;
      case 2 -> RecordKind.EARNING;
      default -> any(RecordKind.values());
    };
  }

  private Instant instant() {
    long seconds =
        switch (random.nextInt(3)) {
          case 0 -> random.nextInt(days) * 86_400L;
          case 1 -> random.nextInt(days * 24) * 3_600L;
          default -> random.nextLong(days * 86_400L);
        };
    return start.plusSeconds(seconds);
  }

  private <T> T any(T[] values) {
    return values[random.nextInt(values.length)];
  }

  private <T> Optional<T> sometimes(T value) {
    return random.nextInt(3) > 0 ? Optional.of(value) : Optional.empty();
  }

  private BigDecimal amount() {
    return BigDecimal.valueOf(random.nextInt(-2, 40) * 250L + random.nextInt(2), 2);
  }

  private PartnerRecord record(Optional<String> shop, RecordKind kind, String usual) {
    Instant at = instant();
    String currency =
        random.nextInt(20) == 0 ? CURRENCIES.get(random.nextInt(CURRENCIES.size())) : usual;
    String key = "r" + ++number;
    return new PartnerRecord(
        1,
        "events",
        key,
        key,
        kind,
        kind.id(),
        at,
        shop.map(id -> new ShopIdentity(Optional.of(id), Optional.empty(), Optional.empty())),
        Optional.empty(),
        details(kind, at, currency));
  }

  private RecordDetails details(RecordKind kind, Instant at, String currency) {
    RecordDetails.Builder details = RecordDetails.builder();
    String subscription = "s" + random.nextInt(3);
    switch (kind) {
      case SUBSCRIPTION_ACTIVATED, SUBSCRIPTION_UPDATED -> {
        details
            .subscription(sometimes(subscription))
            .plan(sometimes(PLANS.get(random.nextInt(PLANS.size()))))
            .amount(sometimes(amount()))
            .currency(sometimes(currency))
            .interval(sometimes(interval()))
            .test(random.nextInt(15) == 0);
        if (random.nextInt(4) == 0) {
          details.trialDays(Optional.of(random.nextInt(0, 40)));
        }
        if (random.nextInt(4) == 0) {
          details.trialEndsAt(
              Optional.of(at.plus(Duration.ofHours(random.nextInt(-48, 48) * 12L))));
        }
      }
      case SUBSCRIPTION_CANCEL_SCHEDULED ->
          details
              .subscription(sometimes(subscription))
              .effectiveAt(Optional.of(at.plus(Duration.ofHours(random.nextInt(-4, 60) * 12L))));
      case CHARGE, CREDIT ->
          details
              .subscription(sometimes(subscription))
              .category(Optional.of(category()))
              .amount(Optional.of(amount()))
              .currency(Optional.of(currency))
              .test(random.nextInt(15) == 0);
      case EARNING ->
          details
              .subscription(sometimes(subscription))
              .category(Optional.of(category()))
              .net(Optional.of(amount()))
              .gross(sometimes(amount()))
              .fee(sometimes(amount()))
              .currency(Optional.of(currency))
              .interval(sometimes(interval()))
              .settledOn(
                  sometimes(
                      LocalDate.ofInstant(at, ZoneOffset.UTC).plusDays(random.nextInt(-2, 40))))
              .test(random.nextInt(15) == 0);
      case UNINSTALLED -> details.reason(sometimes("price")).note(sometimes("text"));
      default -> details.subscription(sometimes(subscription)).test(random.nextInt(15) == 0);
    }
    return details.build();
  }

  private BillingInterval interval() {
    return any(BillingInterval.values());
  }

  private Category category() {
    return random.nextBoolean() ? Category.RECURRING : any(Category.values());
  }
}
