package dev.shopwire.sources.report;

import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import dev.shopwire.common.time.TimeZones;
import dev.shopwire.sources.figures.Metric;
import dev.shopwire.sources.figures.ReportBuckets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of the rows behind a figure.
 *
 * @param range the bucket
 * @param currency never of metrics that have none
 */
record RowsRequest(Metric metric, Interval interval, TimeRange range, Optional<String> currency) {
  private static final List<String> NAMES =
      List.of("metric", "date", "interval", "timezone", "currency");
  private static final int MAX_LENGTH = 64;

  /** The longest currency that is read. */
  private static final int MAX_CURRENCY = 20;

  /**
   * Reads the parameters.
   *
   * @throws dev.shopwire.common.failure.Failure 422 with all errors
   */
  static RowsRequest read(Query query) {
    Optional<Metric> metric = metric(query);
    Interval interval =
        query.choice("interval", ReportRequest.INTERVALS).map(Interval::of).orElse(Interval.DAILY);
    ZoneId zone = zone(query);
    Optional<LocalDate> date = date(query, interval, zone);
    Optional<String> currency = currency(query, metric);
    query.throwIfInvalid();
    Instant start = date.orElseThrow().atStartOfDay(zone).toInstant();
    return new RowsRequest(
        metric.orElseThrow(),
        interval,
        new TimeRange(start, interval.next(start, zone), zone),
        currency);
  }

  /** What determines the list, for its cursors. */
  static List<String> criteria(Query query) {
    return query.rawValues(NAMES);
  }

  private static Optional<Metric> metric(Query query) {
    if (!query.has("metric")) {
      return query.addError("metric", "missing_metric", "is required");
    }
    return query.choice("metric", Metric.ids()).flatMap(Metric::of);
  }

  private static ZoneId zone(Query query) {
    return query
        .text("timezone", TimeZones.MAX_LENGTH)
        .flatMap(
            name -> {
              Optional<ZoneId> zone = TimeZones.find(name);
              return zone.isPresent()
                  ? zone
                  : query.addError("timezone", "invalid_timezone", TimeZones.EXPECTED);
            })
        .orElse(ZoneOffset.UTC);
  }

  private static Optional<LocalDate> date(Query query, Interval interval, ZoneId zone) {
    if (!query.has("date")) {
      return query.addError("date", "missing_date", "is required, such as 2026-03-01");
    }
    return query
        .text("date", MAX_LENGTH)
        .flatMap(
            text -> {
              Optional<LocalDate> date = parse(text.strip());
              return date.isPresent()
                  ? date
                  : query.addError("date", "invalid_date", "must be a date such as 2026-03-01");
            })
        .flatMap(date -> startOfBucket(query, date, interval, zone));
  }

  private static Optional<LocalDate> startOfBucket(
      Query query, LocalDate date, Interval interval, ZoneId zone) {
    String label = interval.label(interval.floor(date.atStartOfDay(zone).toInstant(), zone), zone);
    return label.equals(date.toString())
        ? Optional.of(date)
        : query.addError(
            "date",
            "not_a_bucket",
            "must be the date of a bucket; the " + interval.apiName() + " one is " + label);
  }

  private static Optional<LocalDate> parse(String text) {
    try {
      return text.matches("\\d{4}-\\d{2}-\\d{2}")
          ? Optional.of(LocalDate.parse(text)).filter(date -> date.getYear() >= 1)
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> currency(Query query, Optional<Metric> metric) {
    Optional<String> currency = query.text("currency", MAX_CURRENCY).map(String::strip);
    if (currency.isPresent() && metric.filter(named -> !named.hasCurrency()).isPresent()) {
      return query.addError(
          "currency", "unexpected_currency", "must be absent, since the metric has none");
    }
    return currency;
  }

  /** The bucket as a report of its own. */
  ReportBuckets bucket(Instant completeTo) {
    return ReportBuckets.of(range, interval, completeTo);
  }
}
