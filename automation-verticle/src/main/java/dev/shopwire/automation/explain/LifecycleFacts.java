package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf.LifecycleLeaf;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.TimeRange.Moving;
import dev.shopwire.automation.sql.LifecycleAsOf;
import dev.shopwire.automation.sql.LifecycleSql;
import dev.shopwire.automation.sql.SqlScope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the apps of a leaf are to a customer, and since when, the one that changed last first; the
 * value is that of the first one that has any.
 */
final class LifecycleFacts implements LeafFacts {
  private static final Moving NOW = new Moving(Duration.ZERO);

  /** Far more shops of one domain than there are. */
  private static final int MAX_ROWS = 1_000;

  private final LifecycleLeaf leaf;

  LifecycleFacts(LifecycleLeaf leaf) {
    this.leaf = leaf;
  }

  @Override
  public Future<Facts> read(Subject subject) {
    return subject.query(this::sql, row -> row).map(rows -> facts(rows, subject));
  }

  private String sql(SqlScope scope) {
    LifecycleAsOf row = new LifecycleAsOf(scope);
    boolean isTime = leaf.attribute().isTime();
    return """
        select l.app_id as app, %s as state, %s as at, (%s)::text as value, %s as time,
          l.trial_ends_at, l.cancel_at
        from %s and l.customer_id = k.id
        order by at desc, l.app_id limit %d"""
        .formatted(
            row.state(),
            row.since(),
            isTime ? "null::text" : value(scope, row),
            isTime ? row.time(leaf.attribute()) : "null::timestamptz",
            LifecycleSql.rows(scope, leaf),
            MAX_ROWS);
  }

  private String value(SqlScope scope, LifecycleAsOf row) {
    return switch (leaf.attribute()) {
      case STATE -> row.state();
      case PLAN -> row.plan();
      default ->
          leaf.currency()
              .map(
                  currency ->
                      "case when l.currency = %s then trim_scale(%s) end"
                          .formatted(scope.add(currency), row.mrr()))
              .orElseGet(() -> "trim_scale(" + row.mrr() + ")");
    };
  }

  private Facts facts(List<Row> rows, Subject subject) {
    return new Facts(
        rows.stream()
            .map(this::value)
            .filter(value -> !value.isNull())
            .findFirst()
            .orElseGet(FactJson::missing),
        rows.stream().limit(Facts.MAX_EVIDENCE).map(row -> evidence(row, subject)).toList(),
        Stream.concat(ends(rows, subject.now()), bounds(rows, subject)).min(Instant::compareTo));
  }

  private JsonNode value(Row row) {
    return switch (leaf.attribute()) {
      case STATE, PLAN -> FactJson.text(row.getString("value"));
      case MRR -> FactJson.raw(row.getString("value"));
      default -> FactJson.time(row.getOffsetDateTime("time"));
    };
  }

  /** When trials and subscriptions end that change the attribute. */
  private Stream<Instant> ends(List<Row> rows, Instant now) {
    return rows.stream()
        .flatMap(row -> LifecycleSql.ends(leaf).stream().flatMap(column -> time(row, column)))
        .map(time -> TimeForecast.passes(NOW, time))
        .filter(passed -> passed.isAfter(now));
  }

  /** When time changes whether one of the times is in the range. */
  private Stream<Instant> bounds(List<Row> rows, Subject subject) {
    Optional<TimeRange> range = LifecycleSql.times(subject.scope(), leaf);
    return range.stream()
        .flatMap(
            found ->
                TimeForecast.nextChange(
                    rows.stream().flatMap(row -> time(row, "time")).toList(),
                    List.of(found),
                    subject.now())
                    .stream());
  }

  private static Stream<Instant> time(Row row, String column) {
    @Nullable OffsetDateTime time = row.getOffsetDateTime(column);
    return Stream.ofNullable(time).map(OffsetDateTime::toInstant);
  }

  private static ObjectNode evidence(Row row, Subject subject) {
    ObjectNode json = FactJson.object();
    json.set("app", FactJson.app(subject.vocabulary(), row.getLong("app")));
    json.set("state", FactJson.text(row.getString("state")));
    json.set("at", FactJson.time(row.getOffsetDateTime("at")));
    return json;
  }
}
