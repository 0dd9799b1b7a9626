package dev.shopwire.sources.oracle;

import dev.shopwire.sources.records.Category;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.sources.records.RecordKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Computes figures of one bucket as the contract words them, with a look at every pair and record
 * for each. Shares no code with what it tests.
 */
public final class FigureOracle {
  /** A bucket; {@code base} is what ratios and movements compare with. */
  public record Bucket(Instant start, Instant end, Instant base, ZoneId zone) {}

  private static final Set<String> EARNED =
      Set.of(
          "charges_recurring",
          "charges_usage",
          "charges_one_time",
          "charges",
          "refunds",
          "fees",
          "net_revenue",
          "payouts",
          "unsettled",
          "ltv");

  private static final BigDecimal TWELVE = BigDecimal.valueOf(12);

  private final List<OraclePair> pairs;
  private final Map<String, List<PartnerRecord>> byCurrency;

  public FigureOracle(List<PartnerRecord> records, Instant completeTo) {
    List<PartnerRecord> known =
        records.stream().filter(record -> record.at().isBefore(completeTo)).toList();
    this.pairs =
        known.stream()
            .filter(record -> record.shop().isPresent())
            .collect(Collectors.groupingBy(record -> record.shop().get().key()))
            .values()
            .stream()
            .map(OraclePair::new)
            .toList();
    List<PartnerRecord> earnings =
        known.stream()
            .filter(record -> record.kind() == RecordKind.EARNING && !record.details().test())
            .toList();
    this.byCurrency =
        earnings.stream()
            .collect(Collectors.groupingBy(record -> record.details().currency().orElseThrow()));
  }

  /** The rounded figure; null if there is nothing to divide by. */
  public @Nullable BigDecimal figure(String metric, String currency, Bucket bucket) {
    return switch (metric) {
      case "installs" -> count("install", bucket);
      case "reinstalls" -> count("reinstall", bucket);
      case "uninstalls" -> count("uninstall", bucket);
      case "active_installs" -> pairs(bucket.end(), OraclePair.Status::installed);
      case "net_installs" ->
          pairs(bucket.end(), OraclePair.Status::installed)
              .subtract(pairs(bucket.start(), OraclePair.Status::installed));
      case "trials" -> pairs(bucket.end(), status -> status.inState("trial"));
      case "frozen_subscriptions" -> pairs(bucket.end(), status -> status.inState("frozen"));
      case "active_subscriptions" -> pairs(bucket.end(), OraclePair.Status::paying);
      case "logo_churn" -> divide(lost(bucket), pairs(bucket.base(), OraclePair.Status::paying), 6);
      default ->
          EARNED.contains(metric)
              ? earned(metric, currency, bucket)
              : recurring(metric, currency, bucket);
    };
  }

  private static int digits(String currency) {
    return Currency.getInstance(currency).getDefaultFractionDigits();
  }

  private @Nullable BigDecimal recurring(String metric, String currency, Bucket bucket) {
    int digits = digits(currency);
    BigDecimal end = sum(pair -> mrr(pair, currency, bucket.end()));
    BigDecimal base = sum(pair -> mrr(pair, currency, bucket.base()));
    BigDecimal payers = pairs(bucket.end(), status -> status.mrr(currency).signum() > 0);
    return switch (metric) {
      case "mrr" -> divide(end, TWELVE, digits);
      case "arr" -> divide(end, BigDecimal.ONE, digits);
      case "arpu" -> divide(end, TWELVE.multiply(payers), digits);
      case "predicted_ltv" ->
          divide(
              end.multiply(pairs(bucket.base(), OraclePair.Status::paying)),
              TWELVE.multiply(payers).multiply(lost(bucket)),
              digits);
      case "revenue_churn" ->
          divide(
              movement("mrr_contraction", currency, bucket)
                  .add(movement("mrr_churn", currency, bucket)),
              base,
              6);
      case "nrr" -> divide(movement("kept", currency, bucket), base, 6);
      case "mrr_new", "mrr_reactivation", "mrr_expansion", "mrr_contraction", "mrr_churn" ->
          divide(movement(metric, currency, bucket), TWELVE, digits);
      default -> throw new IllegalArgumentException(metric);
    };
  }

  private BigDecimal movement(String metric, String currency, Bucket bucket) {
    return sum(
        pair -> {
          BigDecimal was = mrr(pair, currency, bucket.base());
          BigDecimal is = mrr(pair, currency, bucket.end());
          boolean had = pair.hadMrr(currency, bucket.base());
          boolean applies =
              switch (metric) {
                case "mrr_new" -> was.signum() == 0 && !had;
                case "mrr_reactivation" -> was.signum() == 0 && had;
                case "mrr_contraction" -> was.signum() > 0 && is.signum() > 0;
                case "mrr_churn" -> was.signum() > 0 && is.signum() == 0;
                default -> was.signum() > 0;
              };
          if (!applies) {
            return BigDecimal.ZERO;
          }
          return switch (metric) {
            case "mrr_expansion" -> is.subtract(was).max(BigDecimal.ZERO);
            case "mrr_contraction" -> was.subtract(is).max(BigDecimal.ZERO);
            case "mrr_churn" -> was;
            default -> is;
          };
        });
  }

  private @Nullable BigDecimal earned(String metric, String currency, Bucket bucket) {
    int digits = digits(currency);
    Predicate<PartnerRecord> within =
        record -> !record.at().isBefore(bucket.start()) && record.at().isBefore(bucket.end());
    LocalDate first = LocalDate.ofInstant(bucket.start(), bucket.zone());
    LocalDate last = LocalDate.ofInstant(bucket.end(), bucket.zone());
    Predicate<PartnerRecord> before = record -> record.at().isBefore(bucket.end());
    Predicate<PartnerRecord> settled =
        record -> record.details().settledOn().map(date -> date.isBefore(last)).orElse(false);
    Predicate<PartnerRecord> paid =
        settled.and(record -> !record.details().settledOn().orElseThrow().isBefore(first));
    Function<PartnerRecord, BigDecimal> net = record -> record.details().net().orElseThrow();
    Function<PartnerRecord, BigDecimal> gross =
        record -> record.details().gross().orElseGet(() -> net.apply(record));
    BigDecimal sum =
        switch (metric) {
          case "charges_recurring" -> earned(currency, within.and(is(Category.RECURRING)), gross);
          case "charges_usage" -> earned(currency, within.and(is(Category.USAGE)), gross);
          case "charges_one_time" -> earned(currency, within.and(is(Category.ONE_TIME)), gross);
          case "charges" ->
              earned(
                  currency,
                  within.and(
                      is(Category.RECURRING).or(is(Category.USAGE)).or(is(Category.ONE_TIME))),
                  gross);
          case "refunds" -> earned(currency, within.and(is(Category.REFUND)), gross).negate();
          case "fees" ->
              earned(currency, within, record -> record.details().fee().orElse(BigDecimal.ZERO));
          case "net_revenue" -> earned(currency, within, net);
          case "payouts" -> earned(currency, paid, net);
          case "unsettled" -> earned(currency, before.and(settled.negate()), net);
          case "ltv" -> earned(currency, before.and(record -> record.shop().isPresent()), net);
          default -> throw new IllegalArgumentException(metric);
        };
    return metric.equals("ltv")
        ? divide(sum, payingShops(currency, before), digits)
        : divide(sum, BigDecimal.ONE, digits);
  }

  private static Predicate<PartnerRecord> is(Category category) {
    return record -> record.details().category().orElseThrow() == category;
  }

  private BigDecimal earned(
      String currency, Predicate<PartnerRecord> which, Function<PartnerRecord, BigDecimal> amount) {
    BigDecimal sum = BigDecimal.ZERO;
    for (PartnerRecord record : byCurrency.getOrDefault(currency, List.of())) {
      if (which.test(record)) {
        sum = sum.add(amount.apply(record));
      }
    }
    return sum;
  }

  private BigDecimal payingShops(String currency, Predicate<PartnerRecord> which) {
    return BigDecimal.valueOf(
        byCurrency.getOrDefault(currency, List.of()).stream()
            .filter(which)
            .flatMap(record -> record.shop().stream())
            .map(shop -> shop.key())
            .distinct()
            .count());
  }

  private static BigDecimal mrr(OraclePair pair, String currency, Instant at) {
    return pair.at(at).mrr(currency);
  }

  private BigDecimal sum(Function<OraclePair, BigDecimal> value) {
    BigDecimal sum = BigDecimal.ZERO;
    for (OraclePair pair : pairs) {
      sum = sum.add(value.apply(pair));
    }
    return sum;
  }

  private BigDecimal count(String what, Bucket bucket) {
    long count = 0;
    for (OraclePair pair : pairs) {
      count +=
          pair.counted().stream()
              .filter(one -> one.what().equals(what))
              .filter(one -> !one.at().isBefore(bucket.start()) && one.at().isBefore(bucket.end()))
              .count();
    }
    return BigDecimal.valueOf(count);
  }

  private BigDecimal pairs(Instant at, Predicate<OraclePair.Status> which) {
    return BigDecimal.valueOf(pairs.stream().filter(pair -> which.test(pair.at(at))).count());
  }

  private BigDecimal lost(Bucket bucket) {
    return BigDecimal.valueOf(
        pairs.stream()
            .filter(pair -> pair.at(bucket.base()).paying() && !pair.at(bucket.end()).paying())
            .count());
  }

  private static @Nullable BigDecimal divide(BigDecimal value, BigDecimal by, int digits) {
    return by.signum() == 0 ? null : value.divide(by, digits, RoundingMode.HALF_UP);
  }

  /** The buckets of whole local days or months; the last one is cut at {@code completeTo}. */
  public static List<Bucket> buckets(
      LocalDate first, LocalDate last, boolean months, ZoneId zone, Instant completeTo) {
    List<Bucket> buckets = new ArrayList<>();
    LocalDate day = first;
    while (!day.isAfter(last)) {
      LocalDate next = months ? day.withDayOfMonth(1).plusMonths(1) : day.plusDays(1);
      LocalDate ends = next.isAfter(last.plusDays(1)) ? last.plusDays(1) : next;
      Instant start = day.atStartOfDay(zone).toInstant();
      Instant end = ends.atStartOfDay(zone).toInstant();
      boolean cut = completeTo.isBefore(end);
      Instant base =
          cut
              ? completeTo.atZone(zone).minusDays(30).toInstant()
              : ends.minusDays(30).atStartOfDay(zone).toInstant();
      if (start.isBefore(completeTo)) {
        buckets.add(new Bucket(start, cut ? completeTo : end, months ? start : base, zone));
      }
      day = ends;
    }
    return buckets;
  }
}
