package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.CustomerFilter;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.reports.ReportPeriod.Window;
import dev.shopwire.analytics.reports.ReportReader.Answer;
import dev.shopwire.analytics.rollups.Rollups;
import dev.shopwire.analytics.time.Bounds;
import dev.shopwire.analytics.time.Interval;
import dev.shopwire.analytics.time.TimeRange;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
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
 * A report as the other vendor's clients ask for it (docs/api/README.md): of one measure, by days,
 * weeks or months, over a short range. For one event loop.
 */
public final class BucketedReport {
  private static final List<String> PERIODS = List.of("daily", "weekly", "monthly");

  private final ReportReader reader;
  private final InstantSource clock;

  public BucketedReport(Reads reads, Rollups rollups, InstantSource clock) {
    this.reader = new ReportReader(reads, rollups);
    this.clock = clock;
  }

  /** What a client asks for; {@link Query#check()} tells what is wrong. */
  public record Asked(ReportPeriod period, CustomerFilter customer) {}

  public Asked read(Query query) {
    Instant now = clock.instant();
    Interval interval = query.choice("period", PERIODS).map(Interval::of).orElse(Interval.DAILY);
    ReportPeriod period =
        new ReportPeriod(
            Optional.of(interval.word()),
            Optional.empty(),
            Optional.of(interval),
            Bounds.read(query),
            now);
    Window window = period.window(Optional.empty());
    if (isTooLong(window)) {
      query.fault(
          "startDate",
          "range_too_long",
          "must be up to "
              + longest(interval)
              + " before endDate; GET /v1/usage_events/report takes longer ranges");
    }
    return new Asked(period, CustomerFilter.read(query));
  }

  private static boolean isTooLong(Window window) {
    TimeRange range = window.range();
    LocalDate last = LocalDate.ofInstant(range.end().minusNanos(1), range.zone());
    LocalDate first = last.plusDays(1).minus(span(window.interval()));
    return range.start().isBefore(first.atStartOfDay(range.zone()).toInstant());
  }

  private static Period span(Interval interval) {
    return switch (interval) {
      case WEEKLY -> Period.ofWeeks(12);
      case MONTHLY -> Period.ofMonths(12);
      default -> Period.ofDays(90);
    };
  }

  private static String longest(Interval interval) {
    return switch (interval) {
      case WEEKLY -> "12 weeks";
      case MONTHLY -> "12 months";
      default -> "90 days";
    };
  }

  public Future<JsonResponse> answer(
      AppScope caller, String eventName, Measure measure, Asked asked) {
    return reader
        .read(caller, ReportRequest.of(eventName, measure, asked.period(), asked.customer()))
        .map(answer -> JsonResponse.of(json(answer)));
  }

  private static Map<String, @Nullable Object> json(Answer answer) {
    Map<String, @Nullable Object> report = new LinkedHashMap<>(Report.range(answer.told()));
    report.put("period", answer.told().window().interval().word());
    report.put("data", Report.data(answer.told().buckets(), answer.told().total()));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("report", report);
    json.put("usageReport", report);
    answer.source().tell(json);
    answer.asOf().ifPresent(moment -> json.put("asOf", Times.text(moment)));
    return json;
  }
}
