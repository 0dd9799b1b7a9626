package dev.shopwire.sources.records;

import dev.shopwire.common.json.Times;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The typed values of a record; which ones it may have depends on its kind. Amounts have the digits
 * that the platform sent.
 *
 * @param subscription the id of the subscription
 * @param plan the plan's handle
 * @param amount the price of a subscription, or the amount of a charge or credit
 * @param currency of all amounts of the record
 * @param interval of the subscription or the earning
 * @param trialDays how many times 24 hours the trial takes from the activation on
 * @param trialEndsAt when the trial ends
 * @param effectiveAt when a scheduled cancellation happens
 * @param category of a charge or an earning
 * @param net what the partner earns
 * @param gross what the shop paid
 * @param fee what the platform keeps
 * @param settledOn the date of the payout
 * @param reason why the app was uninstalled, as the dialect maps it
 * @param note free text about the uninstallation
 * @param status of a credit
 * @param test whether it is about a test charge
 */
public record RecordDetails(
    Optional<String> subscription,
    Optional<String> plan,
    Optional<BigDecimal> amount,
    Optional<String> currency,
    Optional<BillingInterval> interval,
    Optional<Integer> trialDays,
    Optional<Instant> trialEndsAt,
    Optional<Instant> effectiveAt,
    Optional<Category> category,
    Optional<BigDecimal> net,
    Optional<BigDecimal> gross,
    Optional<BigDecimal> fee,
    Optional<LocalDate> settledOn,
    Optional<String> reason,
    Optional<String> note,
    Optional<String> status,
    boolean test) {

  /** Without any value. */
  public static final RecordDetails NONE = builder().build();

  public static Builder builder() {
    return new Builder();
  }

  /** The values that the record has, as the API shows them: amounts as texts, digit for digit. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    put(json, "subscription", subscription);
    put(json, "plan", plan);
    put(json, "amount", amount.map(BigDecimal::toPlainString));
    put(json, "currency", currency);
    put(json, "interval", interval.map(BillingInterval::id));
    put(json, "trialDays", trialDays);
    put(json, "trialEndsAt", trialEndsAt.map(Times::format));
    put(json, "effectiveAt", effectiveAt.map(Times::format));
    put(json, "category", category.map(Category::id));
    put(json, "net", net.map(BigDecimal::toPlainString));
    put(json, "gross", gross.map(BigDecimal::toPlainString));
    put(json, "fee", fee.map(BigDecimal::toPlainString));
    put(json, "settledOn", settledOn.map(LocalDate::toString));
    put(json, "reason", reason);
    put(json, "note", note);
    put(json, "status", status);
    return json;
  }

  private static void put(Map<String, Object> json, String name, Optional<?> value) {
    value.ifPresent(present -> json.put(name, present));
  }

  /** Collects values; those that are not set are absent. Not thread-safe. */
  public static final class Builder {
    private Optional<String> subscription = Optional.empty();
    private Optional<String> plan = Optional.empty();
    private Optional<BigDecimal> amount = Optional.empty();
    private Optional<String> currency = Optional.empty();
    private Optional<BillingInterval> interval = Optional.empty();
    private Optional<Integer> trialDays = Optional.empty();
    private Optional<Instant> trialEndsAt = Optional.empty();
    private Optional<Instant> effectiveAt = Optional.empty();
    private Optional<Category> category = Optional.empty();
    private Optional<BigDecimal> net = Optional.empty();
    private Optional<BigDecimal> gross = Optional.empty();
    private Optional<BigDecimal> fee = Optional.empty();
    private Optional<LocalDate> settledOn = Optional.empty();
    private Optional<String> reason = Optional.empty();
    private Optional<String> note = Optional.empty();
    private Optional<String> status = Optional.empty();
    private boolean test;

    private Builder() {}

    public Builder subscription(Optional<String> value) {
      subscription = value;
      return this;
    }

    public Builder plan(Optional<String> value) {
      plan = value;
      return this;
    }

    public Builder amount(Optional<BigDecimal> value) {
      amount = value;
      return this;
    }

    public Builder currency(Optional<String> value) {
      currency = value;
      return this;
    }

    public Builder interval(Optional<BillingInterval> value) {
      interval = value;
      return this;
    }

    public Builder trialDays(Optional<Integer> value) {
      trialDays = value;
      return this;
    }

    public Builder trialEndsAt(Optional<Instant> value) {
      trialEndsAt = value;
      return this;
    }

    public Builder effectiveAt(Optional<Instant> value) {
      effectiveAt = value;
      return this;
    }

    public Builder category(Optional<Category> value) {
      category = value;
      return this;
    }

    public Builder net(Optional<BigDecimal> value) {
      net = value;
      return this;
    }

    public Builder gross(Optional<BigDecimal> value) {
      gross = value;
      return this;
    }

    public Builder fee(Optional<BigDecimal> value) {
      fee = value;
      return this;
    }

    public Builder settledOn(Optional<LocalDate> value) {
      settledOn = value;
      return this;
    }

    public Builder reason(Optional<String> value) {
      reason = value;
      return this;
    }

    public Builder note(Optional<String> value) {
      note = value;
      return this;
    }

    public Builder status(Optional<String> value) {
      status = value;
      return this;
    }

    public Builder test(boolean value) {
      test = value;
      return this;
    }

    public RecordDetails build() {
      return new RecordDetails(
          subscription,
          plan,
          amount,
          currency,
          interval,
          trialDays,
          trialEndsAt,
          effectiveAt,
          category,
          net,
          gross,
          fee,
          settledOn,
          reason,
          note,
          status,
          test);
    }
  }
}
