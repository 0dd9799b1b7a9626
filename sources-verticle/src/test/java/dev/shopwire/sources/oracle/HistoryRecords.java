package dev.shopwire.sources.oracle;

import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import dev.shopwire.testing.partner.History;
import dev.shopwire.testing.partner.HistoryCharge;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.HistoryMoney;
import dev.shopwire.testing.partner.HistoryOptions;
import dev.shopwire.testing.partner.HistoryShop;
import dev.shopwire.testing.partner.PartnerStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Generated histories as the records that each dialect leads to: the newer one knows intervals and
 * no prices or ids of subscriptions, the older one prices, ids and no intervals.
 */
final class HistoryRecords {
  private HistoryRecords() {}

  static List<PartnerRecord> newer(long seed, int shops) {
    return History.ofShops(HistoryOptions.twoYears(seed), shops).stream()
        .flatMap(event -> record(event, PartnerStream.EVENTS).stream())
        .toList();
  }

  static List<PartnerRecord> older(long seed, int shops) {
    return History.ofShops(HistoryOptions.twoYears(seed), shops).stream()
        .flatMap(
            event ->
                Stream.of(PartnerStream.APP_EVENTS, PartnerStream.TRANSACTIONS)
                    .flatMap(stream -> record(event, stream).stream()))
        .toList();
  }

  private static Optional<PartnerRecord> record(HistoryEvent event, PartnerStream stream) {
    boolean newer = stream == PartnerStream.EVENTS;
    return event
        .kind()
        .name(stream)
        .flatMap(
            type ->
                kind(event, newer)
                    .map(
                        kind ->
                            new PartnerRecord(
                                1,
                                stream.name(),
                                "r" + event.number(),
                                "r" + event.number(),
                                kind,
                                type,
                                event.at(),
                                Optional.ofNullable(event.shop()).map(HistoryRecords::shop),
                                Optional.empty(),
                                details(event, kind, newer))));
  }

  private static ShopIdentity shop(HistoryShop shop) {
    return new ShopIdentity(Optional.of(shop.id()), Optional.empty(), Optional.empty());
  }

  private static Optional<RecordKind> kind(HistoryEvent event, boolean newer) {
    return Optional.ofNullable(
        switch (event.kind()) {
          case INSTALLED -> RecordKind.INSTALLED;
          case UNINSTALLED -> RecordKind.UNINSTALLED;
          case DEACTIVATED -> RecordKind.DEACTIVATED;
          case REACTIVATED -> RecordKind.REACTIVATED;
          case ACTIVATED -> RecordKind.SUBSCRIPTION_ACTIVATED;
          case SWITCHED ->
              newer ? RecordKind.SUBSCRIPTION_UPDATED : RecordKind.SUBSCRIPTION_ACTIVATED;
          case REPLACED, CANCELED, DECLINED, EXPIRED -> RecordKind.SUBSCRIPTION_CANCELED;
          case CANCEL_SCHEDULED -> RecordKind.SUBSCRIPTION_CANCEL_SCHEDULED;
          case FROZEN -> RecordKind.SUBSCRIPTION_FROZEN;
          case UNFROZEN -> RecordKind.SUBSCRIPTION_UNFROZEN;
          case CHARGED_RECURRING, CHARGED_USAGE, CHARGED_ONCE -> RecordKind.CHARGE;
          case CREDIT_APPLIED, CREDIT_FAILED, CREDIT_PENDING -> RecordKind.CREDIT;
          case ACCEPTED, CAP_APPROACHING, CAP_UPDATED -> null;
          default -> RecordKind.EARNING;
        });
  }

  private static RecordDetails details(HistoryEvent event, RecordKind kind, boolean newer) {
    RecordDetails.Builder details = RecordDetails.builder();
    Optional<HistoryCharge> charge = Optional.ofNullable(event.charge());
    Optional<HistoryMoney> money = Optional.ofNullable(event.money());
    Optional<String> id = charge.filter(known -> known.number() > 0).map(HistoryCharge::id);
    details.test(charge.map(HistoryCharge::test).orElse(false));
    switch (kind) {
      case SUBSCRIPTION_ACTIVATED, SUBSCRIPTION_UPDATED -> {
        HistoryCharge begun = charge.orElseThrow();
        details.plan(Optional.of(begun.plan().handle()));
        if (newer) {
          details
              .interval(Optional.of(interval(begun.plan().period())))
              .trialDays(Optional.of(begun.trialDays()));
        } else {
          details
              .subscription(id)
              .amount(Optional.of(begun.plan().price()))
              .currency(Optional.of(begun.plan().currency()))
              .trialEndsAt(Optional.of(billingOn(event.at(), begun.trialDays())));
        }
      }
      case SUBSCRIPTION_CANCEL_SCHEDULED ->
          details.effectiveAt(
              Optional.ofNullable(event.date())
                  .map(date -> date.atStartOfDay().toInstant(ZoneOffset.UTC)));
      case CHARGE, EARNING, CREDIT ->
          details
              .subscription(id)
              .category(Optional.of(category(event, newer)))
              .amount(money.filter(any -> kind != RecordKind.EARNING).map(HistoryMoney::gross))
              .gross(money.filter(any -> kind == RecordKind.EARNING).map(HistoryMoney::gross))
              .net(money.filter(any -> kind == RecordKind.EARNING).map(HistoryMoney::net))
              .fee(money.filter(any -> kind == RecordKind.EARNING).map(HistoryMoney::fee))
              .currency(
                  money
                      .map(HistoryMoney::currency)
                      .or(() -> charge.map(known -> known.plan().currency())))
              .interval(
                  charge
                      .filter(known -> !newer && kind == RecordKind.EARNING)
                      .map(known -> interval(known.plan().period())))
              .settledOn(Optional.ofNullable(event.date()).filter(any -> newer));
      default -> details.subscription(newer ? Optional.empty() : id);
    }
    return details.build();
  }

  private static Instant billingOn(Instant at, int trialDays) {
    return at.atZone(ZoneOffset.UTC)
        .toLocalDate()
        .plusDays(trialDays)
        .atStartOfDay()
        .toInstant(ZoneOffset.UTC);
  }

  private static BillingInterval interval(String period) {
    return switch (period) {
      case "EVERY_30_DAYS" -> BillingInterval.MONTHLY;
      case "EVERY_90_DAYS" -> BillingInterval.QUARTERLY;
      default -> BillingInterval.ANNUAL;
    };
  }

  private static Category category(HistoryEvent event, boolean newer) {
    return switch (event.kind()) {
      case CHARGED_RECURRING, EARNED_RECURRING -> Category.RECURRING;
      case CHARGED_USAGE, EARNED_USAGE -> Category.USAGE;
      case CHARGED_ONCE, EARNED_ONCE -> Category.ONE_TIME;
      case REFUNDED -> Category.REFUND;
      case CREDITED -> Category.CREDIT;
      case TAXED -> newer ? Category.ADJUSTMENT : Category.TAX;
      case REFERRED -> newer ? Category.ADJUSTMENT : Category.OTHER;
      case ADJUSTED -> Category.ADJUSTMENT;
      default -> Category.OTHER;
    };
  }
}
