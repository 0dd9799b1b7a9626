package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.automation.conditions.Measure.First;
import dev.shopwire.automation.conditions.Measure.Last;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.TimeRange.Moving;
import dev.shopwire.automation.sql.EventMeasure;
import dev.shopwire.automation.sql.EventSpan;
import dev.shopwire.automation.sql.SqlScope;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What happened to a customer at points in time: its events of a leaf, or its sessions.
 *
 * @param time their column with the time
 * @param weight writes SQL for what each adds to a sum; 1 if they are counted
 */
record Occurrences(
    Rows rows,
    String time,
    Function<SqlScope, String> weight,
    Measure measure,
    Optional<TimeRange> range) {

  /** Writes a from clause with a condition: those of the customer {@code k.id}. */
  interface Rows {
    /**
     * @param start no earlier ones are needed; empty if all are
     */
    String of(SqlScope scope, Optional<Instant> start);
  }

  EventMeasure at(Instant now) {
    return EventMeasure.of(measure, range, now);
  }

  List<Moving> movingBounds() {
    return EventMeasure.movingBounds(range);
  }

  private boolean isOfOrder() {
    return measure instanceof First || measure instanceof Last;
  }

  /** The span of what the value and the evidence are about. */
  EventSpan considered(Instant now) {
    return isOfOrder() ? EventSpan.past(now) : at(now).present();
  }

  /**
   * A query of what the measure is computed from: how much there is in its spans, and the first and
   * last time.
   */
  String summary(SqlScope scope) {
    EventMeasure current = at(scope.now());
    EventSpan considered = considered(scope.now());
    String weight = weight().apply(scope);
    return """
        select coalesce(sum(%1$s) filter (where %2$s), 0)::text as present,
          count(*) filter (where %3$s) as absent, min(%4$s) as first, max(%4$s) as last
        from %5$s%6$s"""
        .formatted(
            weight,
            current.present().test(scope, time),
            current.absent().map(span -> span.test(scope, time)).orElse("false"),
            time,
            rows.of(scope, considered.start()),
            considered.sql(scope, time));
  }

  /** The value of the measure. */
  JsonNode value(Row summary) {
    if (measure instanceof First) {
      return FactJson.time(summary.getOffsetDateTime("first"));
    }
    return measure instanceof Last
        ? FactJson.time(summary.getOffsetDateTime("last"))
        : FactJson.raw(summary.getString("present"));
  }

  /**
   * A query of what each moving bound passes next: {@code bound}, an index of {@link
   * #movingBounds}, {@code time} and {@code weight}.
   */
  String upcoming(SqlScope scope, int limit) {
    List<Moving> bounds = movingBounds();
    return IntStream.range(0, bounds.size())
        .mapToObj(i -> upcoming(scope, i, bounds.get(i).at(scope.now()), limit))
        .collect(Collectors.joining("\nunion all\n"));
  }

  private String upcoming(SqlScope scope, int bound, Instant from, int limit) {
    return "(select %d as bound, %s as time, (%s)::text as weight from %s and %s >= %s order by 2 limit %s)"
        .formatted(
            bound,
            time,
            weight.apply(scope),
            rows.of(scope, Optional.of(from)),
            time,
            scope.add(from),
            scope.add((long) limit));
  }

  /** What a bound passes in the future. */
  record Passed(int bound, Instant time, BigDecimal weight) {
    static Passed read(Row row) {
      return new Passed(
          row.getInteger("bound"),
          row.getOffsetDateTime("time").toInstant(),
          new BigDecimal(row.getString("weight")));
    }
  }
}
