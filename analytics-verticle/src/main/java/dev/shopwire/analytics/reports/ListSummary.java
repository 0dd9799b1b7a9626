package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.Arguments;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.time.Bounds;
import dev.shopwire.analytics.time.Preset;
import dev.shopwire.analytics.time.TimeRange;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The {@code summary} of a list of events: one calculation over all that its filter lets through. A
 * range as {@code period} limits the list too.
 */
public final class ListSummary {
  private final Optional<Measure> measure;
  private final ReportPeriod period;

  private ListSummary(Optional<Measure> measure, ReportPeriod period) {
    this.measure = measure;
    this.period = period;
  }

  /** Notes in {@code query} what is wrong. */
  public static ListSummary read(Query query, Instant now) {
    ReportPeriod period = ReportPeriod.read(query, now);
    if (query.has("calculation")) {
      return new ListSummary(Optional.of(Measure.read(query)), period);
    }
    if (query.has("overProperty")) {
      query.fault("overProperty", "calculation_missing", "needs a calculation beside it");
    }
    return new ListSummary(Optional.empty(), period);
  }

  /** The bounds of the list: those that were given, or those of the range by name. */
  public Bounds bounds() {
    Bounds given = period.bounds();
    return period
        .preset()
        .filter(preset -> preset != Preset.ALL_TIME)
        .map(preset -> preset.range(period.now(), given.zone()))
        .map(ListSummary::bounds)
        .orElse(given);
  }

  private static Bounds bounds(TimeRange range) {
    return new Bounds(Optional.of(range.start()), Optional.of(range.end()), range.zone());
  }

  public boolean isWanted() {
    return measure.isPresent();
  }

  /** What an answer tells. */
  public record Told(
      String calculation,
      @Nullable String overProperty,
      @Nullable String period,
      @Nullable BigDecimal value) {}

  /**
   * Calculates.
   *
   * @param where the condition on {@code usage_events e}, with its parameters in {@code arguments}
   */
  public Future<Told> over(Snapshot snapshot, String where, Arguments arguments) {
    Measure wanted = measure.orElseThrow();
    Aggregate aggregate = Aggregate.of(wanted.calculation());
    String sql =
        "select "
            + aggregate.columns(wanted.calculation())
            + " from (select "
            + aggregate.inner()
            + " from (select "
            + wanted.value(arguments)
            + " as x from usage_events e where "
            + where
            + ") v) q";
    return snapshot
        .query(sql, arguments.tuple())
        .map(rows -> told(wanted, wanted.value(rows.iterator().next())));
  }

  private Told told(Measure wanted, @Nullable BigDecimal value) {
    return new Told(
        wanted.calculation().word(),
        wanted.over().map(path -> path.text()).orElse(null),
        period.word().orElse(null),
        value == null ? null : Figure.of(value));
  }
}
