package dev.shopwire.sources.figures;

import dev.shopwire.sources.records.Category;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Sums of earnings in one currency. Not thread-safe. */
final class EarningFigures {
  private final Boundaries starts;
  private final Boundaries ends;
  private final Boundaries startDates;
  private final Boundaries endDates;
  private final Map<Category, Amounts> gross = new EnumMap<>(Category.class);
  private final Amounts fees;
  private final Amounts net;
  private final Amounts payouts;
  private final Amounts unsettled;

  /** Of earnings that name a shop, from the first one on. */
  private final Amounts lifetime;

  private final Counts shops;

  EarningFigures(ReportBuckets buckets, Boundaries starts, Boundaries ends) {
    int size = ends.size();
    this.starts = starts;
    this.ends = ends;
    this.startDates = Boundaries.ofDates(buckets.starts(), buckets.zone());
    this.endDates = Boundaries.ofDates(buckets.ends(), buckets.zone());
    for (Category category : Category.values()) {
      gross.put(category, new Amounts(size));
    }
    this.fees = new Amounts(size);
    this.net = new Amounts(size);
    this.payouts = new Amounts(size);
    this.unsettled = new Amounts(size);
    this.lifetime = new Amounts(size);
    this.shops = new Counts(size);
  }

  /**
   * @param earnings of a pair in this currency, before the end of the known time; at least one
   * @param shop whether they name a shop
   */
  void add(List<Earning> earnings, boolean shop) {
    Instant first = Instant.MAX;
    for (Earning earning : earnings) {
      addSum(earning, shop);
      first = earning.at().isBefore(first) ? earning.at() : first;
    }
    if (shop) {
      addShop(first);
    }
  }

  /** Adds earnings of equal buckets, without counting their pairs. */
  void addSum(Earning sum, boolean shop) {
    long at = Boundaries.nanos(sum.at());
    add(sum, at);
    if (shop) {
      lifetime.add(ends.after(at), ends.size(), sum.net());
    }
  }

  /** Counts a pair by its first earning. */
  void addShop(Instant first) {
    shops.add(ends.after(Boundaries.nanos(first)), ends.size(), 1);
  }

  private void add(Earning earning, long at) {
    int bucket = starts.after(at) - 1;
    if (bucket >= 0 && at < ends.at(bucket)) {
      of(earning.category()).add(bucket, earning.gross());
      fees.add(bucket, earning.fee());
      net.add(bucket, earning.net());
    }
    int unsettledTo = ends.size();
    if (earning.settledOn().isPresent()) {
      long date = earning.settledOn().get().toEpochDay();
      unsettledTo = endDates.after(date);
      pay(date, earning.net());
    }
    unsettled.add(ends.after(at), unsettledTo, earning.net());
  }

  private void pay(long date, BigDecimal amount) {
    int bucket = startDates.after(date) - 1;
    if (bucket >= 0 && date < endDates.at(bucket)) {
      payouts.add(bucket, amount);
    }
  }

  BigDecimal[] totals(Metric metric) {
    return switch (metric) {
      case CHARGES_RECURRING -> gross(Category.RECURRING);
      case CHARGES_USAGE -> gross(Category.USAGE);
      case CHARGES_ONE_TIME -> gross(Category.ONE_TIME);
      case CHARGES ->
          sum(sum(gross(Category.RECURRING), gross(Category.USAGE)), gross(Category.ONE_TIME));
      case REFUNDS -> negate(gross(Category.REFUND));
      case FEES -> fees.totals();
      case NET_REVENUE -> net.totals();
      case PAYOUTS -> payouts.totals();
      case UNSETTLED -> unsettled.totals();
      default -> throw new IllegalArgumentException(metric.id());
    };
  }

  /** Net of earnings that name a shop before the ends. */
  BigDecimal[] lifetime() {
    return lifetime.totals();
  }

  /** How many pairs these are of. */
  long[] shops() {
    return shops.totals();
  }

  private Amounts of(Category category) {
    return Objects.requireNonNull(gross.get(category));
  }

  private BigDecimal[] gross(Category category) {
    return of(category).totals();
  }

  private static BigDecimal[] sum(BigDecimal[] one, BigDecimal[] other) {
    BigDecimal[] sum = new BigDecimal[one.length];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = one[i].add(other[i]);
    }
    return sum;
  }

  private static BigDecimal[] negate(BigDecimal[] amounts) {
    BigDecimal[] negated = new BigDecimal[amounts.length];
    for (int i = 0; i < negated.length; i++) {
      negated[i] = amounts[i].negate();
    }
    return negated;
  }
}
