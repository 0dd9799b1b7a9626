package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.time.Preset;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.TimeRange;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Computes the {@code summary} of a list of events: one calculation over all events that match its
 * filter. A range named by {@code period} limits the list, too.
 */
public final class ListSummary {
  private final Optional<Measure> measure;
  private final ReportPeriod period;

  private ListSummary(Optional<Measure> measure, ReportPeriod period) {
    this.measure = measure;
    this.period = period;
  }

  /** Reads the parameters; validation errors are recorded in {@code query}. */
  public static ListSummary read(Query query, Instant now) {
    ReportPeriod period = ReportPeriod.read(query, now);
    if (query.has("calculation")) {
      return new ListSummary(Optional.of(Measure.read(query)), period);
    }
    if (query.has("overProperty")) {
      query.addError("overProperty", "calculation_missing", "requires calculation");
    }
    return new ListSummary(Optional.empty(), period);
  }

  /** The bounds of the list: those sent, or those of the named range. */
  public Bounds bounds() {
    Bounds sent = period.bounds();
    return period
        .preset()
        .filter(preset -> preset != Preset.ALL_TIME)
        .map(preset -> preset.range(period.now(), sent.zone()))
        .map(ListSummary::bounds)
        .orElse(sent);
  }

  private static Bounds bounds(TimeRange range) {
    return new Bounds(Optional.of(range.start()), Optional.of(range.end()), range.zone());
  }

  public boolean isRequested() {
    return measure.isPresent();
  }

  /** The summary in a response. */
  public record Summary(
      String calculation,
      @Nullable String overProperty,
      @Nullable String period,
      @Nullable BigDecimal value) {}

  /**
   * Computes the summary.
   *
   * @param where the condition on {@code usage_events e}, with its parameters in {@code parameters}
   */
  public Future<Summary> compute(Snapshot snapshot, String where, SqlParameters parameters) {
    Measure requested = measure.orElseThrow();
    Aggregate aggregate = requested.calculation().aggregate();
    String sql =
        "select "
            + aggregate.columns()
            + " from (select "
            + aggregate.inner()
            + " from (select "
            + requested.value(parameters)
            + " as x from stored_usage_events e where "
            + where
            + ") v) q";
    return snapshot
        .query(sql, parameters.tuple())
        .map(rows -> summary(requested, aggregate.value(rows.iterator().next())));
  }

  private Summary summary(Measure requested, @Nullable BigDecimal value) {
    return new Summary(
        requested.calculation().apiName(),
        requested.overProperty().map(path -> path.text()).orElse(null),
        period.name().orElse(null),
        value == null ? null : ReportNumbers.of(value));
  }
}
