package dev.shopwire.app.segments.oracle;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an app is to a customer's shop.
 *
 * @param relation {@code installed}, {@code deactivated} or {@code uninstalled}
 * @param subscribed whether there was a subscription since the last install
 * @param since when the state began
 * @param subscription null if there is none
 */
record ModelLifecycle(
    String app,
    String relation,
    boolean subscribed,
    Instant since,
    @Nullable Subscription subscription,
    Times times) {

  /**
   * @param price by month if {@code months} is 1; null while it is unknown
   * @param months 0 while the interval is unknown
   * @param isTrial whether it is in trial, which ends at {@code trialEndsAt}
   */
  record Subscription(
      @Nullable String plan,
      @Nullable BigDecimal price,
      @Nullable String currency,
      int months,
      boolean isTest,
      boolean isFrozen,
      boolean isTrial,
      @Nullable Instant trialEndsAt,
      @Nullable Instant cancelAt) {}

  /** When each last began. */
  record Times(
      @Nullable Instant installed,
      @Nullable Instant uninstalled,
      @Nullable Instant reinstalled,
      @Nullable Instant paying,
      @Nullable Instant trial,
      @Nullable Instant canceled) {}

  String state() {
    Subscription is = subscription;
    if (!relation.equals("installed")) {
      return relation;
    }
    if (is == null) {
      return subscribed ? "unsubscribed" : "installed";
    }
    if (is.isFrozen()) {
      return "frozen";
    }
    return is.cancelAt() != null ? "canceling" : is.isTrial() ? "trial" : "subscribed";
  }

  boolean isPaying() {
    Subscription is = subscription;
    return relation.equals("installed")
        && is != null
        && !is.isTest()
        && !is.isFrozen()
        && !is.isTrial()
        && (is.price() == null || is.price().signum() > 0);
  }

  Optional<BigDecimal> mrr() {
    Subscription is = subscription;
    return is == null || !isPaying() || is.price() == null || is.months() == 0
        ? Optional.empty()
        : Optional.of(is.price().divide(BigDecimal.valueOf(is.months()), MathContext.DECIMAL64));
  }

  /** The trial's end and a scheduled end that are to come, as far as they are known. */
  List<Instant> ends() {
    Subscription is = subscription;
    return is == null
        ? List.of()
        : Stream.of(
                Optional.ofNullable(is.cancelAt()),
                Optional.ofNullable(is.trialEndsAt()).filter(end -> is.isTrial()))
            .flatMap(Optional::stream)
            .toList();
  }

  /** What it is at a later moment, if nothing but time has changed it: what is before that. */
  ModelLifecycle at(Instant now) {
    Optional<Instant> next =
        ends().stream().filter(end -> end.isBefore(now)).min(Comparator.naturalOrder());
    return next.map(end -> after(end).at(now)).orElse(this);
  }

  private ModelLifecycle after(Instant end) {
    Subscription is = subscription;
    if (is == null || end.equals(is.cancelAt())) {
      Times changed =
          new Times(
              times.installed(),
              times.uninstalled(),
              times.reinstalled(),
              times.paying(),
              times.trial(),
              end);
      return new ModelLifecycle(app, relation, true, end, null, changed);
    }
    ModelLifecycle over =
        new ModelLifecycle(
            app,
            relation,
            true,
            end,
            new Subscription(
                is.plan(),
                is.price(),
                is.currency(),
                is.months(),
                is.isTest(),
                is.isFrozen(),
                false,
                end,
                is.cancelAt()),
            times);
    return over.isPaying()
        ? new ModelLifecycle(
            app,
            relation,
            true,
            end,
            over.subscription(),
            new Times(
                times.installed(),
                times.uninstalled(),
                times.reinstalled(),
                end,
                times.trial(),
                times.canceled()))
        : over;
  }
}
