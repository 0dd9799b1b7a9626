package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.AsOf;
import dev.shopwire.analytics.query.CustomerFilter;
import dev.shopwire.analytics.reports.ReportPeriod.Window;
import dev.shopwire.analytics.reports.ReportReader.Result;
import dev.shopwire.analytics.rollups.AggregateReads;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.Period;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Serves a report to the previous vendor's clients (docs/api/README.md): of one measure, by days,
 * weeks or months, over a short range. Not thread-safe; use from one event loop.
 */
public final class BucketedReport {
  private static final List<String> PERIODS = List.of("daily", "weekly", "monthly");

  private final ReportReader reader;
  private final InstantSource clock;

  public BucketedReport(AggregateReads reads, InstantSource clock) {
    this.reader = new ReportReader(reads);
    this.clock = clock;
  }

  /** A client's parameters. */
  public record Parameters(ReportPeriod period, CustomerFilter customer) {}

  /** Reads the parameters; validation errors are recorded in {@code query}. */
  public Parameters read(Query query) {
    Instant now = clock.instant();
    Interval interval = query.choice("period", PERIODS).map(Interval::of).orElse(Interval.DAILY);
    ReportPeriod period =
        new ReportPeriod(
            Optional.of(interval.apiName()),
            Optional.empty(),
            Optional.of(interval),
            Bounds.read(query),
            now);
    Window window = period.window(Optional.empty());
    if (isTooLong(window)) {
      query.addError(
          "startDate",
          "range_too_long",
          "must be at most "
              + maxLength(interval)
              + " before endDate; GET /v1/usage_events/report accepts longer ranges");
    }
    return new Parameters(period, CustomerFilter.read(query));
  }

  private static boolean isTooLong(Window window) {
    TimeRange range = window.range();
    LocalDate last = LocalDate.ofInstant(range.end().minusNanos(1), range.zone());
    LocalDate first = last.plusDays(1).minus(maxSpan(window.interval()));
    return range.start().isBefore(first.atStartOfDay(range.zone()).toInstant());
  }

  private static Period maxSpan(Interval interval) {
    return switch (interval) {
      case WEEKLY -> Period.ofWeeks(12);
      case MONTHLY -> Period.ofMonths(12);
      default -> Period.ofDays(90);
    };
  }

  private static String maxLength(Interval interval) {
    return switch (interval) {
      case WEEKLY -> "12 weeks";
      case MONTHLY -> "12 months";
      default -> "90 days";
    };
  }

  public Future<JsonResponse> run(
      AppScope app, String eventName, Measure measure, Parameters parameters) {
    return reader
        .read(app, ReportRequest.of(eventName, measure, parameters.period(), parameters.customer()))
        .map(result -> JsonResponse.of(json(result)));
  }

  private static Map<String, @Nullable Object> json(Result result) {
    Map<String, @Nullable Object> report = new LinkedHashMap<>(Report.range(result.values()));
    report.put("period", result.values().window().interval().apiName());
    report.put("data", Report.data(result.values().buckets(), result.values().total()));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("report", report);
    json.put("usageReport", report);
    result.source().addTo(json);
    AsOf.addTo(json, result.asOf());
    return json;
  }
}
