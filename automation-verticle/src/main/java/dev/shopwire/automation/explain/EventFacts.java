package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf.EventLeaf;
import dev.shopwire.automation.conditions.Leaf.PageLeaf;
import dev.shopwire.automation.conditions.Leaf.SessionsLeaf;
import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.automation.conditions.Measure.Count;
import dev.shopwire.automation.conditions.Measure.Sum;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.explain.Occurrences.Passed;
import dev.shopwire.automation.sql.EventMeasure;
import dev.shopwire.automation.sql.EventRows;
import dev.shopwire.automation.sql.EventSpan;
import dev.shopwire.automation.sql.EventSql;
import dev.shopwire.automation.sql.SessionsSql;
import dev.shopwire.automation.sql.SqlScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What a leaf measures of a customer's events, page views or sessions. */
final class EventFacts implements LeafFacts {
  private final Occurrences.Rows rows;
  private final String time;
  private final Measure measure;
  private final Optional<ValueTest> window;

  /** Whether the rows are events, which are evidence. */
  private final boolean hasEvidence;

  private EventFacts(
      Occurrences.Rows rows,
      String time,
      Measure measure,
      Optional<ValueTest> window,
      boolean hasEvidence) {
    this.rows = rows;
    this.time = time;
    this.measure = measure;
    this.window = window;
    this.hasEvidence = hasEvidence;
  }

  static EventFacts of(EventLeaf leaf) {
    return ofEvents(scope -> EventRows.of(scope, leaf), leaf.measure(), leaf.window());
  }

  static EventFacts of(PageLeaf leaf) {
    return ofEvents(scope -> EventRows.of(scope, leaf), leaf.measure(), leaf.window());
  }

  private static EventFacts ofEvents(
      Function<SqlScope, EventRows> events, Measure measure, Optional<ValueTest> window) {
    return new EventFacts(
        (scope, start) -> events.apply(scope).ofCustomer(start),
        "e.occurred_at",
        measure,
        window,
        true);
  }

  static EventFacts of(SessionsLeaf leaf) {
    return new EventFacts(
        (scope, start) -> SessionsSql.rows(scope, leaf) + " and s.customer_id = k.id",
        "s.started_at",
        new Count(leaf.count()),
        leaf.window(),
        false);
  }

  private Occurrences occurrences(Subject subject) {
    Function<SqlScope, String> weight =
        measure instanceof Sum sum ? scope -> EventSql.number(scope, sum.property()) : scope -> "1";
    return new Occurrences(
        rows, time, weight, measure, EventMeasure.range(subject.scope(), measure, window));
  }

  @Override
  public Future<Facts> read(Subject subject) {
    Occurrences occurrences = occurrences(subject);
    Future<List<Row>> summary = subject.query(occurrences::summary, row -> row);
    Future<List<Passed>> upcoming =
        subject.query(scope -> occurrences.upcoming(scope, OccurrenceForecast.LIMIT), Passed::read);
    Future<List<ObjectNode>> evidence =
        hasEvidence
            ? subject.query(scope -> newest(scope, occurrences), row -> evidence(row, subject))
            : Future.succeededFuture(List.of());
    return Future.all(summary, upcoming, evidence)
        .map(
            read -> {
              Row sums = summary.result().get(0);
              OccurrenceForecast forecast =
                  new OccurrenceForecast(
                      occurrences,
                      subject.now(),
                      upcoming.result(),
                      new BigDecimal(sums.getString("present")),
                      sums.getLong("absent"));
              return new Facts(occurrences.value(sums), evidence.result(), forecast.nextChange());
            });
  }

  private String newest(SqlScope scope, Occurrences occurrences) {
    EventSpan considered = occurrences.considered(scope.now());
    return """
        select e.app_id as app, coalesce(e.event_id, e.event_key::text) as id, e.occurred_at as at
        from %s%s
        order by e.occurred_at desc, e.event_key desc limit %s"""
        .formatted(
            rows.of(scope, considered.start()),
            considered.sql(scope, time),
            scope.add((long) Facts.MAX_EVIDENCE));
  }

  private static ObjectNode evidence(Row row, Subject subject) {
    ObjectNode json = FactJson.object();
    json.set("app", FactJson.app(subject.vocabulary(), row.getLong("app")));
    json.put("eventId", row.getString("id"));
    json.set("at", FactJson.time(row.getOffsetDateTime("at")));
    return json;
  }
}
