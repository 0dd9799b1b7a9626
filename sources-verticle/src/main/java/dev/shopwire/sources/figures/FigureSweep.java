package dev.shopwire.sources.figures;

import dev.shopwire.sources.lifecycle.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Collects the figures of all buckets, one pair at a time. The time for a pair depends on its spans
 * and earnings and hardly on the number of buckets: what stays the same over buckets is added once,
 * at the first one, and subtracted after the last one. Not thread-safe.
 */
public final class FigureSweep {
  private final ReportBuckets buckets;
  private final boolean byPlan;
  private final Boundaries starts;
  private final Boundaries ends;
  private final Boundaries bases;
  private final InstallFigures installs;
  private final Map<SeriesKey, SubscriptionFigures> subscriptions = new HashMap<>();
  private final Map<SeriesKey, MrrFigures> mrr = new HashMap<>();
  private final Map<SeriesKey, EarningFigures> earnings = new HashMap<>();
  private long unpriced;
  private long unknownInterval;

  /**
   * @param byPlan whether metrics of subscriptions have a series for each plan
   */
  public FigureSweep(ReportBuckets buckets, boolean byPlan) {
    this.buckets = buckets;
    this.byPlan = byPlan;
    this.starts = Boundaries.of(buckets.starts());
    this.ends = Boundaries.of(buckets.ends());
    this.bases = Boundaries.of(buckets.bases());
    this.installs = new InstallFigures(starts, ends);
  }

  /**
   * Adds a pair. What its lifecycle says of later times than {@code completeTo} has no effect.
   *
   * @param pair each once; money without a shop in any number of parts
   */
  public void add(PairHistory pair) {
    installs.add(pair);
    addSubscriptions(pair.spans());
    addMrr(pair.spans());
    addEarnings(pair);
    countUnknown(pair.spans());
  }

  /** Counts what is unknown at the end of the known time. */
  private void countUnknown(List<Span> spans) {
    int last = spans.size() - 1;
    while (last >= 0 && !spans.get(last).from().isBefore(buckets.completeTo())) {
      last--;
    }
    if (last >= 0) {
      unpriced += spans.get(last).unpriced() ? 1 : 0;
      unknownInterval += spans.get(last).unknownInterval() ? 1 : 0;
    }
  }

  private void addSubscriptions(List<Span> spans) {
    List<Span> with = new ArrayList<>(spans.size());
    for (Span span : spans) {
      if (span.paying() || span.isTrial() || span.isFrozen()) {
        with.add(span);
      }
    }
    if (byPlan) {
      with.stream()
          .collect(Collectors.groupingBy(span -> SeriesKey.ofPlan(span.plan())))
          .forEach(this::addSubscriptions);
    } else if (!with.isEmpty()) {
      addSubscriptions(SeriesKey.ALL, with);
    }
  }

  private void addSubscriptions(SeriesKey key, List<Span> spans) {
    subscriptions.computeIfAbsent(key, any -> new SubscriptionFigures(ends, bases)).add(spans);
  }

  private void addMrr(List<Span> spans) {
    List<Span> with = new ArrayList<>(spans.size());
    boolean same = !byPlan;
    for (Span span : spans) {
      if (span.mrr().signum() > 0) {
        with.add(span);
        same = same && span.currency().equals(with.get(0).currency());
      }
    }
    if (with.isEmpty()) {
      return;
    }
    if (same) {
      addMrr(new SeriesKey(with.get(0).currency(), Optional.empty()), with);
    } else {
      with.stream().collect(Collectors.groupingBy(this::mrrKey)).forEach(this::addMrr);
    }
  }

  private SeriesKey mrrKey(Span span) {
    return new SeriesKey(span.currency(), byPlan ? span.plan() : Optional.empty());
  }

  private void addMrr(SeriesKey key, List<Span> spans) {
    mrr.computeIfAbsent(key, any -> new MrrFigures(ends, bases)).add(spans);
  }

  private void addEarnings(PairHistory pair) {
    List<Earning> known = new ArrayList<>(pair.earnings().size());
    boolean same = true;
    for (Earning earning : pair.earnings()) {
      if (earning.at().isBefore(buckets.completeTo())) {
        known.add(earning);
        same = same && earning.currency().equals(known.get(0).currency());
      }
    }
    if (known.isEmpty()) {
      return;
    }
    if (same) {
      addEarnings(pair, known.get(0).currency(), known);
    } else {
      known.stream()
          .collect(Collectors.groupingBy(Earning::currency))
          .forEach((currency, own) -> addEarnings(pair, currency, own));
    }
  }

  private void addEarnings(PairHistory pair, String currency, List<Earning> own) {
    earnings(currency).add(own, pair.shop().isPresent());
  }

  private EarningFigures earnings(String currency) {
    return earnings.computeIfAbsent(
        SeriesKey.ofCurrency(currency), any -> new EarningFigures(buckets, starts, ends));
  }

  /**
   * Adds earnings that were added up, in place of adding them with their pairs. They must be in the
   * same bucket, by their times as by the dates of their payouts.
   *
   * @param sum before the end of the known time
   * @param shop whether they name shops
   */
  public void addSum(Earning sum, boolean shop) {
    earnings(sum.currency()).addSum(sum, shop);
  }

  /**
   * Adds a pair whose earnings were added up.
   *
   * @param pair without earnings
   * @param firstEarnings when it had its first earning, by currency
   */
  public void add(PairHistory pair, Map<String, Instant> firstEarnings) {
    add(pair);
    firstEarnings.forEach(
        (currency, at) -> {
          if (at.isBefore(buckets.completeTo())) {
            earnings(currency).addShop(at);
          }
        });
  }

  /** How many series by currency or plan there are so far, each of which has all buckets. */
  public int groups() {
    return subscriptions.size() + mrr.size() + earnings.size();
  }

  /** The figures of all pairs that were added. */
  public Figures finish() {
    List<SeriesKey> currencies = new ArrayList<>();
    mrr.keySet().stream()
        .flatMap(key -> key.currency().stream())
        .map(SeriesKey::ofCurrency)
        .forEach(currencies::add);
    currencies.addAll(earnings.keySet());
    currencies.forEach(
        key -> earnings.computeIfAbsent(key, any -> new EarningFigures(buckets, starts, ends)));
    if (!byPlan) {
      subscriptions.computeIfAbsent(SeriesKey.ALL, any -> new SubscriptionFigures(ends, bases));
      currencies.forEach(key -> mrr.computeIfAbsent(key, any -> new MrrFigures(ends, bases)));
    }
    return new Figures(buckets, installs, subscriptions, mrr, earnings, unpriced, unknownInterval);
  }
}
