package dev.shopwire.sources.frozen;

import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.sources.lifecycle.Transition;
import dev.shopwire.sources.lifecycle.Transition.Counted;
import dev.shopwire.sources.lifecycle.store.StoredHistory;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * Adds what an app in a shop has a part in, day by day in UTC, to figures that follow from
 * lifecycles. A level is that at the end of a day.
 */
final class PairDays {
  private static final long SECONDS = 86_400;

  private PairDays() {}

  static void add(DaySteps days, StoredHistory history) {
    add(days, history, BigDecimal.ONE);
  }

  static void subtract(DaySteps days, StoredHistory history) {
    add(days, history, BigDecimal.ONE.negate());
  }

  private static void add(DaySteps days, StoredHistory history, BigDecimal sign) {
    for (Transition transition : history.transitions()) {
      add(days, transition, sign);
    }
    for (Span span : history.spans()) {
      add(days, span, sign);
    }
  }

  private static void add(DaySteps days, Transition transition, BigDecimal sign) {
    if (transition.counted() != Counted.NOTHING) {
      Metric metric = transition.isInstall() ? Metric.INSTALLS : Metric.UNINSTALLS;
      long day = day(transition.at());
      days.add(FigureKey.count(metric), day, day + 1, sign);
    }
  }

  /** A span applies to the ends of days after its start, up to its own end. */
  private static void add(DaySteps days, Span span, BigDecimal sign) {
    long from = day(span.from());
    long to = span.to().equals(Instant.MAX) ? Long.MAX_VALUE : day(span.to());
    if (span.installed()) {
      days.add(FigureKey.count(Metric.ACTIVE_INSTALLS), from, to, sign);
    }
    if (span.paying()) {
      days.add(FigureKey.count(Metric.ACTIVE_SUBSCRIPTIONS), from, to, sign);
    }
    if (span.mrr().signum() > 0) {
      span.currency()
          .filter(FigureKey::isKept)
          .ifPresent(
              currency ->
                  days.add(
                      new FigureKey(Metric.MRR, currency),
                      from,
                      to,
                      span.mrr().times(FigureKey.MRR_PARTS).multiply(sign)));
    }
  }

  /** Days since 1970. */
  static long day(Instant instant) {
    return Math.floorDiv(instant.getEpochSecond(), SECONDS);
  }
}
