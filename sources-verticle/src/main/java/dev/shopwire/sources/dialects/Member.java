package dev.shopwire.sources.dialects;

import dev.shopwire.sources.records.BillingInterval;
import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.RecordKind;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The values that a type of a dialect may give to its records. */
enum Member {
  SUBSCRIPTION("subscription"),
  PLAN("plan"),
  AMOUNT("amount"),
  CURRENCY("currency"),
  INTERVAL("interval"),
  TRIAL_DAYS("trialDays"),
  TRIAL_ENDS_AT("trialEndsAt"),
  EFFECTIVE_AT("effectiveAt"),
  CATEGORY("category"),
  NET("net"),
  GROSS("gross"),
  FEE("fee"),
  SETTLED_ON("settledOn"),
  REASON("reason"),
  NOTE("note"),
  STATUS("status"),
  TEST("test");

  private static final Set<Member> OF_SUBSCRIPTION = EnumSet.of(SUBSCRIPTION, TEST);

  private final String id;

  Member(String id) {
    this.id = id;
  }

  /** The name in dialect files and in the API. */
  String id() {
    return id;
  }

  static Optional<Member> of(String id) {
    return Arrays.stream(values()).filter(member -> member.id.equals(id)).findFirst();
  }

  /** The texts that it can have; empty if any. */
  Optional<List<String>> choices() {
    return switch (this) {
      case INTERVAL ->
          Optional.of(Arrays.stream(BillingInterval.values()).map(BillingInterval::id).toList());
      case CATEGORY -> Optional.of(Arrays.stream(Category.values()).map(Category::id).toList());
      default -> Optional.empty();
    };
  }

  /** The members that records of {@code kind} may have. */
  static Set<Member> of(RecordKind kind) {
    return switch (kind) {
      case INSTALLED, DEACTIVATED, REACTIVATED -> EnumSet.noneOf(Member.class);
      case UNINSTALLED -> EnumSet.of(REASON, NOTE);
      case SUBSCRIPTION_ACTIVATED, SUBSCRIPTION_UPDATED ->
          EnumSet.of(
              SUBSCRIPTION, PLAN, AMOUNT, CURRENCY, INTERVAL, TRIAL_DAYS, TRIAL_ENDS_AT, TEST);
      case SUBSCRIPTION_CANCELED, SUBSCRIPTION_FROZEN, SUBSCRIPTION_UNFROZEN -> OF_SUBSCRIPTION;
      case SUBSCRIPTION_CANCEL_SCHEDULED -> EnumSet.of(SUBSCRIPTION, EFFECTIVE_AT, TEST);
      case CHARGE -> EnumSet.of(CATEGORY, AMOUNT, CURRENCY, SUBSCRIPTION, TEST);
      case EARNING ->
          EnumSet.of(CATEGORY, NET, CURRENCY, GROSS, FEE, SUBSCRIPTION, INTERVAL, SETTLED_ON, TEST);
      case CREDIT -> EnumSet.of(STATUS, AMOUNT, CURRENCY);
    };
  }

  /** The members without which a record of {@code kind} can't be read. */
  static Set<Member> required(RecordKind kind) {
    return switch (kind) {
      case SUBSCRIPTION_CANCEL_SCHEDULED -> EnumSet.of(EFFECTIVE_AT);
      case CHARGE -> EnumSet.of(CATEGORY, AMOUNT, CURRENCY);
      case EARNING -> EnumSet.of(CATEGORY, NET, CURRENCY);
      default -> EnumSet.noneOf(Member.class);
    };
  }
}
