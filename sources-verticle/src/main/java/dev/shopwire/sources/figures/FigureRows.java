package dev.shopwire.sources.figures;

import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.lifecycle.Transition;
import dev.shopwire.sources.records.Category;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the pairs or records behind the figure of one bucket. Pairs are added one at a time; only
 * those that have a part in the figure are kept. Not thread-safe.
 */
public final class FigureRows {
  private static final Fraction ONE = Fraction.of(BigDecimal.ONE);

  private final Metric metric;
  private final Optional<String> currency;
  private final ReportBuckets bucket;
  private final FigureSweep sweep;
  private final List<FigureRow> rows = new ArrayList<>();

  /**
   * @param currency of metrics that have one, else empty
   * @param bucket a report of the one bucket, which must be known
   */
  public FigureRows(Metric metric, Optional<String> currency, ReportBuckets bucket) {
    if (bucket.known() != 1 || metric.hasCurrency() != currency.isPresent()) {
      throw new IllegalArgumentException("One known bucket, and a currency for " + metric.id());
    }
    this.metric = metric;
    this.currency = currency;
    this.bucket = bucket;
    this.sweep = new FigureSweep(bucket, false);
  }

  private Instant start() {
    return bucket.starts().get(0);
  }

  private Instant end() {
    return bucket.ends().get(0);
  }

  private Instant base() {
    return bucket.bases().get(0);
  }

  /** Whether the rows of a metric are earnings, each of them alone. */
  public static boolean areEarnings(Metric metric) {
    return switch (metric) {
      case CHARGES_RECURRING,
          CHARGES_USAGE,
          CHARGES_ONE_TIME,
          CHARGES,
          REFUNDS,
          FEES,
          NET_REVENUE,
          PAYOUTS,
          UNSETTLED ->
          true;
      default -> false;
    };
  }

  /** What all pairs add up to, to which earnings may be added. */
  public FigureSweep sweep() {
    return sweep;
  }

  /** As {@link FigureSweep#add}. */
  public void add(PairHistory pair) {
    sweep.add(pair);
    addRows(pair);
  }

  /**
   * Adds a pair whose earnings were added up, of a metric whose rows are pairs or transitions. The
   * values of rows of {@link Metric#LTV} are left at zero.
   *
   * @param pair without earnings
   * @param firstEarnings when it had its first earning, by currency
   */
  public void add(PairHistory pair, Map<String, Instant> firstEarnings) {
    sweep.add(pair, firstEarnings);
    if (metric == Metric.LTV) {
      currency
          .flatMap(own -> Optional.ofNullable(firstEarnings.get(own)))
          .filter(at -> at.isBefore(end()))
          .ifPresent(at -> rows.add(FigureRow.of(pair, Fraction.ZERO, List.of())));
    } else {
      addRows(pair);
    }
  }

  private void addRows(PairHistory pair) {
    switch (metric) {
      case INSTALLS -> addTransitions(pair, Transition::isInstall);
      case REINSTALLS -> addTransitions(pair, one -> one.counted() == Transition.Counted.REINSTALL);
      case UNINSTALLS -> addTransitions(pair, one -> one.counted() == Transition.Counted.UNINSTALL);
      case CHARGES_RECURRING -> addGross(pair, Category.RECURRING);
      case CHARGES_USAGE -> addGross(pair, Category.USAGE);
      case CHARGES_ONE_TIME -> addGross(pair, Category.ONE_TIME);
      case CHARGES -> addGross(pair, Category.RECURRING, Category.USAGE, Category.ONE_TIME);
      case REFUNDS, FEES, NET_REVENUE, PAYOUTS, UNSETTLED -> addEarnings(pair);
      case LTV -> addLifetime(pair);
      default -> addPair(pair);
    }
  }

  private void addTransitions(PairHistory pair, Predicate<Transition> counts) {
    pair.transitions().stream()
        .filter(counts)
        .filter(one -> isInBucket(one.at()))
        .forEach(one -> rows.add(FigureRow.of(pair, ONE, one.recordId().stream().toList())));
  }

  private boolean isInBucket(Instant at) {
    return !at.isBefore(start()) && at.isBefore(end());
  }

  private List<Earning> earnings(PairHistory pair) {
    return pair.earnings().stream()
        .filter(earning -> currency.equals(Optional.of(earning.currency())))
        .filter(earning -> earning.at().isBefore(bucket.completeTo()))
        .sorted(Comparator.comparing(Earning::at).thenComparing(Earning::recordId))
        .toList();
  }

  private void addGross(PairHistory pair, Category... categories) {
    List<Category> wanted = List.of(categories);
    earnings(pair).stream()
        .filter(earning -> wanted.contains(earning.category()) && isInBucket(earning.at()))
        .forEach(earning -> addEarning(pair, earning, earning.gross()));
  }

  private void addEarnings(PairHistory pair) {
    for (Earning earning : earnings(pair)) {
      BigDecimal value = value(earning);
      if (value.signum() != 0) {
        addEarning(pair, earning, value);
      }
    }
  }

  private BigDecimal value(Earning earning) {
    boolean counts =
        switch (metric) {
          case REFUNDS -> earning.category() == Category.REFUND && isInBucket(earning.at());
          case PAYOUTS -> earning.settledOn().filter(this::isDateOfBucket).isPresent();
          case UNSETTLED ->
              earning.at().isBefore(end())
                  && earning.settledOn().filter(date -> date.isBefore(endDate())).isEmpty();
          default -> isInBucket(earning.at());
        };
    if (!counts) {
      return BigDecimal.ZERO;
    }
    return switch (metric) {
      case REFUNDS -> earning.gross().negate();
      case FEES -> earning.fee();
      default -> earning.net();
    };
  }

  private boolean isDateOfBucket(LocalDate date) {
    return !date.isBefore(LocalDate.ofInstant(start(), bucket.zone())) && date.isBefore(endDate());
  }

  private LocalDate endDate() {
    return LocalDate.ofInstant(end(), bucket.zone());
  }

  private void addEarning(PairHistory pair, Earning earning, BigDecimal value) {
    rows.add(FigureRow.of(pair, Fraction.of(value), List.of(earning.recordId())));
  }

  private void addLifetime(PairHistory pair) {
    List<Earning> before =
        earnings(pair).stream().filter(earning -> earning.at().isBefore(end())).toList();
    if (pair.shop().isPresent() && !before.isEmpty()) {
      BigDecimal net = before.stream().map(Earning::net).reduce(BigDecimal.ZERO, BigDecimal::add);
      rows.add(
          FigureRow.of(pair, Fraction.of(net), before.stream().map(Earning::recordId).toList()));
    }
  }

  private void addPair(PairHistory pair) {
    PairMoment then = new PairMoment(pair, base());
    PairMoment now = new PairMoment(pair, end());
    Fraction value = value(pair, then, now);
    if (value.signum() != 0) {
      rows.add(FigureRow.of(pair, value, now.recordIds()));
    }
  }

  /** What the pair adds to the figure, or to what the figure is a share of. */
  private Fraction value(PairHistory pair, PairMoment then, PairMoment now) {
    return switch (metric) {
      case ACTIVE_INSTALLS -> one(now.isInstalled());
      case NET_INSTALLS ->
          subtract(one(now.isInstalled()), one(new PairMoment(pair, start()).isInstalled()));
      case TRIALS -> one(now.isTrial());
      case FROZEN_SUBSCRIPTIONS -> one(now.isFrozen());
      case ACTIVE_SUBSCRIPTIONS -> one(now.isPaying());
      case LOGO_CHURN -> one(then.isPaying() && !now.isPaying());
      default -> mrr(then, then.mrr(currency), now.mrr(currency));
    };
  }

  private Fraction mrr(PairMoment then, Fraction base, Fraction end) {
    boolean had = base.signum() > 0;
    boolean has = end.signum() > 0;
    return switch (metric) {
      case ARR -> Fraction.of(end.times(MrrFigures.PARTS));
      case MRR_NEW -> when(!had && !then.hadMrr(currency), end);
      case MRR_REACTIVATION -> when(!had && then.hadMrr(currency), end);
      case MRR_EXPANSION -> when(had && end.compareTo(base) > 0, subtract(end, base));
      case MRR_CONTRACTION -> when(had && has && end.compareTo(base) < 0, subtract(base, end));
      case MRR_CHURN -> when(had && !has, base);
      case REVENUE_CHURN -> when(had && end.compareTo(base) < 0, subtract(base, end));
      case NRR -> when(had, end);
      default -> end;
    };
  }

  private static Fraction one(boolean counts) {
    return when(counts, ONE);
  }

  private static Fraction when(boolean counts, Fraction value) {
    return counts ? value : Fraction.ZERO;
  }

  private static Fraction subtract(Fraction one, Fraction other) {
    return Fraction.of(
        one.times(MrrFigures.PARTS).subtract(other.times(MrrFigures.PARTS)), MrrFigures.PARTS);
  }

  /**
   * Removes the rows of the pairs that were added since the last call, in their order. Their values
   * are still to be divided by {@link #divisor}.
   */
  public List<FigureRow> take() {
    List<FigureRow> taken = List.copyOf(rows);
    rows.clear();
    return taken;
  }

  /**
   * What the values of rows are divided by, once all pairs were added; empty if that is nothing, so
   * that the figure has no value.
   */
  public Optional<Fraction> divisor() {
    return sweep.finish().divisor(metric, new SeriesKey(currency, Optional.empty()), 0);
  }

  /** The figure; empty where it has no value. The report must have a series in the currency. */
  public Optional<Fraction> total() {
    return sweep.finish().exact(metric, new SeriesKey(currency, Optional.empty())).apply(0);
  }

  /** Whether the report has a series in the currency, whatever the figure is. */
  public boolean hasSeries() {
    return sweep.finish().series(metric).stream()
        .anyMatch(series -> series.key().currency().equals(currency));
  }

  /** The rows that were not taken, divided; none where the figure has no value. */
  public List<FigureRow> finish() {
    return divisor()
        .map(by -> rows.stream().map(row -> row.dividedBy(by)).toList())
        .orElse(List.of());
  }
}
