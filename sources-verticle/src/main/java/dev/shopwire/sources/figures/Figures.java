package dev.shopwire.sources.figures;

import dev.shopwire.sources.lifecycle.Fraction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The figures of a report. Everything is exact until it is rounded, half up and once: money to the
 * digits of its currency, ratios to six digits.
 */
public final class Figures {
  private static final int RATIO_DIGITS = 6;

  /** Of what is no ISO 4217 code. */
  private static final int USUAL_DIGITS = 2;

  private final ReportBuckets buckets;
  private final InstallFigures installs;
  private final Map<SeriesKey, SubscriptionFigures> subscriptions;
  private final Map<SeriesKey, MrrFigures> mrr;
  private final Map<SeriesKey, EarningFigures> earnings;
  private final long unpriced;
  private final long unknownInterval;

  Figures(
      ReportBuckets buckets,
      InstallFigures installs,
      Map<SeriesKey, SubscriptionFigures> subscriptions,
      Map<SeriesKey, MrrFigures> mrr,
      Map<SeriesKey, EarningFigures> earnings,
      long unpriced,
      long unknownInterval) {
    this.buckets = buckets;
    this.installs = installs;
    this.subscriptions = subscriptions;
    this.mrr = mrr;
    this.earnings = earnings;
    this.unpriced = unpriced;
    this.unknownInterval = unknownInterval;
  }

  /** How many pairs pay a price that is unknown, and so have no part in MRR. */
  public long unpriced() {
    return unpriced;
  }

  /** How many pairs pay at an interval that is unknown, and so have no part in MRR. */
  public long unknownInterval() {
    return unknownInterval;
  }

  /** The series of a metric, by currency and plan. */
  public List<Series> series(Metric metric) {
    return keys(metric).stream()
        .sorted(SeriesKey.ORDER)
        .map(key -> series(metric, key, exact(metric, key)))
        .toList();
  }

  /**
   * What the sum over pairs or records is divided by for bucket {@code i}, which must be known; 1
   * for metrics that are sums. Empty if there is nothing to divide by.
   */
  Optional<Fraction> divisor(Metric metric, SeriesKey key, int i) {
    SeriesKey all = SeriesKey.ofPlan(key.plan());
    Optional<Fraction> divisor =
        switch (metric) {
          case ARPU -> known(mrr, key).flatMap(own -> counts(own.payers.totals()).apply(i));
          case LOGO_CHURN -> counts(subscriptions(all).payingAtBase()).apply(i);
          case REVENUE_CHURN, NRR ->
              known(mrr, key)
                  .flatMap(own -> amounts(own.atBase.totals(), MrrFigures.PARTS).apply(i));
          case LTV -> known(earnings, key).flatMap(own -> counts(own.shops()).apply(i));
          case PREDICTED_LTV ->
              divisor(Metric.ARPU, key, i)
                  .flatMap(
                      payers ->
                          exact(Metric.LOGO_CHURN, all)
                              .apply(i)
                              .map(
                                  churn ->
                                      new Fraction(
                                          payers.numerator().multiply(churn.numerator()),
                                          payers.denominator().multiply(churn.denominator()))));
          default -> Optional.of(Fraction.of(BigDecimal.ONE));
        };
    return divisor.filter(by -> by.signum() > 0);
  }

  private static <T> Optional<T> known(Map<SeriesKey, T> all, SeriesKey key) {
    return Optional.ofNullable(all.get(key));
  }

  private Iterable<SeriesKey> unsorted(Metric metric) {
    if (!metric.hasCurrency()) {
      return metric.hasPlan() ? subscriptions.keySet() : List.of(SeriesKey.ALL);
    }
    return metric.hasPlan() ? mrr.keySet() : earnings.keySet();
  }

  private List<SeriesKey> keys(Metric metric) {
    List<SeriesKey> keys = new ArrayList<>();
    unsorted(metric).forEach(keys::add);
    return keys;
  }

  private Series series(Metric metric, SeriesKey key, IntFunction<Optional<Fraction>> values) {
    List<Point> points = new ArrayList<>(buckets.size());
    int digits = digits(metric.unit(), key);
    for (int i = 0; i < buckets.size(); i++) {
      Optional<Fraction> value = i < buckets.known() ? values.apply(i) : Optional.empty();
      points.add(
          new Point(
              buckets.labels().get(i),
              value.map(exact -> exact.round(digits)),
              buckets.isProvisional(i)));
    }
    return new Series(key, points);
  }

  private static int digits(Unit unit, SeriesKey key) {
    return switch (unit) {
      case COUNT -> 0;
      case RATIO -> RATIO_DIGITS;
      case MONEY -> key.currency().map(Figures::digits).orElse(USUAL_DIGITS);
    };
  }

  /** The digits after the point of amounts in a currency. */
  public static int digits(String currency) {
    try {
      int digits = Currency.getInstance(currency).getDefaultFractionDigits();
      return digits < 0 ? USUAL_DIGITS : digits;
    } catch (IllegalArgumentException e) {
      return USUAL_DIGITS;
    }
  }

  /** Values before they are rounded, by the index of a known bucket. */
  IntFunction<Optional<Fraction>> exact(Metric metric, SeriesKey key) {
    return switch (metric) {
      case INSTALLS, REINSTALLS, UNINSTALLS, ACTIVE_INSTALLS, NET_INSTALLS ->
          counts(installs.totals(metric));
      case TRIALS, FROZEN_SUBSCRIPTIONS, ACTIVE_SUBSCRIPTIONS ->
          counts(subscriptions(key).totals(metric));
      case LOGO_CHURN ->
          ratio(counts(subscriptions(key).lost()), counts(subscriptions(key).payingAtBase()));
      case LTV -> {
        EarningFigures own = earnings(key);
        yield ratio(amounts(own.lifetime(), 1), counts(own.shops()));
      }
      case CHARGES_RECURRING,
          CHARGES_USAGE,
          CHARGES_ONE_TIME,
          CHARGES,
          REFUNDS,
          FEES,
          NET_REVENUE,
          PAYOUTS,
          UNSETTLED ->
          amounts(earnings(key).totals(metric), 1);
      default -> exactMrr(metric, key, mrr(key));
    };
  }

  private IntFunction<Optional<Fraction>> exactMrr(Metric metric, SeriesKey key, MrrFigures own) {
    return switch (metric) {
      case MRR -> amounts(own.atEnd.totals(), MrrFigures.PARTS);
      case ARR -> amounts(own.atEnd.totals(), 1);
      case ARPU ->
          ratio(amounts(own.atEnd.totals(), MrrFigures.PARTS), counts(own.payers.totals()));
      case MRR_NEW -> amounts(own.fresh.totals(), MrrFigures.PARTS);
      case MRR_REACTIVATION -> amounts(own.reactivated.totals(), MrrFigures.PARTS);
      case MRR_EXPANSION -> amounts(own.expansion.totals(), MrrFigures.PARTS);
      case MRR_CONTRACTION -> amounts(own.contraction.totals(), MrrFigures.PARTS);
      case MRR_CHURN -> amounts(own.churn.totals(), MrrFigures.PARTS);
      case REVENUE_CHURN -> {
        BigDecimal[] gone = own.contraction.totals();
        BigDecimal[] churn = own.churn.totals();
        for (int i = 0; i < gone.length; i++) {
          gone[i] = gone[i].add(churn[i]);
        }
        yield ratio(amounts(gone, 1), amounts(own.atBase.totals(), 1));
      }
      case NRR -> ratio(amounts(own.kept.totals(), 1), amounts(own.atBase.totals(), 1));
      case PREDICTED_LTV ->
          ratio(
              exactMrr(Metric.ARPU, key, own),
              exact(Metric.LOGO_CHURN, SeriesKey.ofPlan(key.plan())));
      default -> throw new IllegalArgumentException(metric.id());
    };
  }

  private SubscriptionFigures subscriptions(SeriesKey key) {
    return find(subscriptions, key);
  }

  private MrrFigures mrr(SeriesKey key) {
    return find(mrr, key);
  }

  private EarningFigures earnings(SeriesKey key) {
    return find(earnings, key);
  }

  private static <T> T find(Map<SeriesKey, T> all, SeriesKey key) {
    T found = all.get(key);
    if (found == null) {
      throw new IllegalArgumentException("No series " + key);
    }
    return found;
  }

  private static IntFunction<Optional<Fraction>> counts(long[] totals) {
    return i -> Optional.of(Fraction.of(BigDecimal.valueOf(totals[i])));
  }

  private static IntFunction<Optional<Fraction>> amounts(BigDecimal[] totals, int divisor) {
    return i -> Optional.of(Fraction.of(totals[i], divisor));
  }

  private static IntFunction<Optional<Fraction>> ratio(
      IntFunction<Optional<Fraction>> dividend, IntFunction<Optional<Fraction>> divisor) {
    return i ->
        dividend
            .apply(i)
            .flatMap(value -> divisor.apply(i).filter(by -> by.signum() > 0).map(value::divide));
  }
}
