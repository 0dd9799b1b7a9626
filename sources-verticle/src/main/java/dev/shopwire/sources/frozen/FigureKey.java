package dev.shopwire.sources.frozen;

import dev.shopwire.sources.figures.Figures;
import dev.shopwire.sources.figures.Metric;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Names a figure of a day.
 *
 * @param metric one of {@link #METRICS}
 * @param currency empty for counts
 */
record FigureKey(Metric metric, String currency) {
  /** The metrics that are kept. */
  static final List<Metric> METRICS =
      List.of(
          Metric.INSTALLS,
          Metric.UNINSTALLS,
          Metric.ACTIVE_INSTALLS,
          Metric.ACTIVE_SUBSCRIPTIONS,
          Metric.MRR,
          Metric.CHARGES,
          Metric.NET_REVENUE);

  /** Those that are sums of earnings; the others follow from lifecycles. */
  static final Set<Metric> OF_EARNINGS = Set.of(Metric.CHARGES, Metric.NET_REVENUE);

  /** Twelfths of a unit, in which recurring revenue is exact. */
  static final int MRR_PARTS = 12;

  private static final Set<String> CURRENCIES =
      Currency.getAvailableCurrencies().stream()
          .map(Currency::getCurrencyCode)
          .collect(Collectors.toUnmodifiableSet());

  static FigureKey count(Metric metric) {
    return new FigureKey(metric, "");
  }

  /** Whether figures in a currency are kept: those of ISO 4217 are, which bounds their number. */
  static boolean isKept(String currency) {
    return CURRENCIES.contains(currency);
  }

  static FigureKey read(String metric, String currency) {
    return new FigureKey(Metric.of(metric).orElseThrow(), currency);
  }

  /** The figure as reports show it. */
  BigDecimal shown(BigDecimal exact) {
    int digits = metric.hasCurrency() ? Figures.digits(currency) : 0;
    return metric == Metric.MRR
        ? exact.divide(BigDecimal.valueOf(MRR_PARTS), digits, RoundingMode.HALF_UP)
        : exact.setScale(digits, RoundingMode.HALF_UP);
  }
}
