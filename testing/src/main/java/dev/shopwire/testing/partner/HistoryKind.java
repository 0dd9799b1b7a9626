package dev.shopwire.testing.partner;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of events of a history, with the name that each dialect has for it. What has no name in
 * a stream is not part of that stream.
 */
public enum HistoryKind {
  INSTALLED("RELATIONSHIP_INSTALLED", "RELATIONSHIP_INSTALLED", null),
  UNINSTALLED("RELATIONSHIP_UNINSTALLED", "RELATIONSHIP_UNINSTALLED", null),
  DEACTIVATED("RELATIONSHIP_DEACTIVATED", "RELATIONSHIP_DEACTIVATED", null),
  REACTIVATED("RELATIONSHIP_REACTIVATED", "RELATIONSHIP_REACTIVATED", null),

  /** A charge was accepted by the shop; it becomes active by {@link #ACTIVATED}. */
  ACCEPTED(null, "SUBSCRIPTION_CHARGE_ACCEPTED", null),
  ACTIVATED("SUBSCRIPTION_CREATED", "SUBSCRIPTION_CHARGE_ACTIVATED", null),

  /** Another plan begins: an update, or a new charge that replaces the previous one. */
  SWITCHED("SUBSCRIPTION_UPDATED", "SUBSCRIPTION_CHARGE_ACTIVATED", null),

  /** The end of the charge that {@link #SWITCHED} replaces, before or after that. */
  REPLACED(null, "SUBSCRIPTION_CHARGE_CANCELED", null),
  CANCEL_SCHEDULED("SUBSCRIPTION_CANCELLATION_SCHEDULED", null, null),
  CANCELED("SUBSCRIPTION_CANCELED", "SUBSCRIPTION_CHARGE_CANCELED", null),
  FROZEN("SUBSCRIPTION_FROZEN", "SUBSCRIPTION_CHARGE_FROZEN", null),
  UNFROZEN("SUBSCRIPTION_UNFROZEN", "SUBSCRIPTION_CHARGE_UNFROZEN", null),

  /** A charge that never became active. */
  DECLINED(null, "SUBSCRIPTION_CHARGE_DECLINED", null),
  EXPIRED(null, "SUBSCRIPTION_CHARGE_EXPIRED", null),
  CAP_APPROACHING(null, "SUBSCRIPTION_APPROACHING_CAPPED_AMOUNT", null),
  CAP_UPDATED(null, "SUBSCRIPTION_CAPPED_AMOUNT_UPDATED", null),
  CHARGED_RECURRING("CHARGE_RECURRING", null, null),
  CHARGED_USAGE("CHARGE_USAGE", "USAGE_CHARGE_APPLIED", null),
  CHARGED_ONCE("CHARGE_ONE_TIME", "ONE_TIME_CHARGE_ACTIVATED", null),
  EARNED_RECURRING("EARNING_CHARGE_RECURRING", null, "APP_SUBSCRIPTION_SALE"),
  EARNED_USAGE("EARNING_CHARGE_USAGE", null, "APP_USAGE_SALE"),
  EARNED_ONCE("EARNING_CHARGE_ONE_TIME", null, "APP_ONE_TIME_SALE"),
  REFUNDED("EARNING_REFUND", null, "APP_SALE_ADJUSTMENT"),
  CREDITED("EARNING_CREDIT", null, "APP_SALE_CREDIT"),
  ADJUSTED("EARNING_ADJUSTMENT", null, "SERVICE_SALE_ADJUSTMENT"),
  REFERRED("EARNING_ADJUSTMENT", null, "REFERRAL_TRANSACTION"),

  /** Tax of a payout; the newer dialect has no type of its own for it. */
  TAXED("EARNING_ADJUSTMENT", null, "TAX_TRANSACTION"),
  CREDIT_PENDING("CREDIT_PENDING", "CREDIT_PENDING", null),
  CREDIT_APPLIED("CREDIT_APPLIED", "CREDIT_APPLIED", null),
  CREDIT_FAILED("CREDIT_FAILED", "CREDIT_FAILED", null);

  private final @Nullable String event;
  private final @Nullable String appEvent;
  private final @Nullable String transaction;

  HistoryKind(@Nullable String event, @Nullable String appEvent, @Nullable String transaction) {
    this.event = event;
    this.appEvent = appEvent;
    this.transaction = transaction;
  }

  /** The name in {@code stream}, if it is part of that. */
  public Optional<String> name(PartnerStream stream) {
    return Optional.ofNullable(
        switch (stream) {
          case EVENTS -> event;
          case APP_EVENTS -> appEvent;
          case TRANSACTIONS -> transaction;
        });
  }

  /** Whether money changed hands. */
  public boolean isEarning() {
    return transaction != null;
  }
}
