package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.EventLeaf;
import dev.shopwire.automation.conditions.Leaf.PageLeaf;
import dev.shopwire.automation.conditions.Measure;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.TimeRange.Moving;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.sql.EventMeasure.Amount;
import dev.shopwire.automation.sql.EventMeasure.Presence;
import dev.shopwire.common.events.PropertyPath;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The SQL of a leaf on events of one name; page views are such events, too. */
public final class EventSql implements LeafSql {
  private final SqlScope scope;
  private final EventRows events;
  private final Optional<TimeRange> range;
  private final EventMeasure measure;

  private EventSql(SqlScope scope, EventRows events, Measure measure, Optional<ValueTest> window) {
    this.scope = scope;
    this.events = events;
    this.range = EventMeasure.range(scope, measure, window);
    this.measure = EventMeasure.of(measure, range, scope.now());
  }

  static EventSql of(SqlScope scope, EventLeaf leaf) {
    return new EventSql(scope, EventRows.of(scope, leaf), leaf.measure(), leaf.window());
  }

  static EventSql of(SqlScope scope, PageLeaf leaf) {
    return new EventSql(scope, EventRows.of(scope, leaf), leaf.measure(), leaf.window());
  }

  @Override
  public CustomerSet customers() {
    if (measure instanceof Presence presence) {
      CustomerSet present = having(presence.present());
      return presence
          .absent()
          .map(span -> CustomerSet.intersection(List.of(present, having(span).complement())))
          .orElse(present)
          .complementIf(presence.isNegation());
    }
    Amount amount = (Amount) measure;
    return new AmountSql(scope, amount.test())
        .customers("e.customer_id", events.all(amount.present()), aggregate(amount.property()));
  }

  private CustomerSet having(EventSpan span) {
    return CustomerSet.of("select e.customer_id from " + events.all(span));
  }

  @Override
  public String test() {
    if (measure instanceof Presence presence) {
      String present = exists(presence.present());
      String test =
          presence
              .absent()
              .map(span -> "(" + present + " and not " + exists(span) + ")")
              .orElse(present);
      return (presence.isNegation() ? "not " : "") + test;
    }
    Amount amount = (Amount) measure;
    AmountSql sql = new AmountSql(scope, amount.test());
    String rows = events.ofCustomer(amount.present());
    return amount
        .property()
        .map(property -> sql.test(rows, sum(scope, property)))
        .orElseGet(() -> sql.testOfCount(rows));
  }

  private String exists(EventSpan span) {
    return "exists (select from " + events.ofCustomer(span) + " offset 0)";
  }

  private String aggregate(Optional<PropertyPath> property) {
    return property.map(path -> sum(scope, path)).orElse("count(*)");
  }

  private static String sum(SqlScope scope, PropertyPath property) {
    return "coalesce(sum(" + number(scope, property) + "), 0)";
  }

  /** SQL for what an event {@code e} adds to the sum of a property: 0 if it has no number. */
  public static String number(SqlScope scope, PropertyPath property) {
    return "case when jsonb_typeof(%1$s) = 'number' then %1$s::numeric else 0 end"
        .formatted(JsonTest.path(scope, "e.properties", property.names()));
  }

  @Override
  public Set<String> reads() {
    return Set.of(Read.event(events.name()));
  }

  @Override
  public List<String> due(DueInterval interval) {
    return EventMeasure.movingBounds(range).stream().map(bound -> due(interval, bound)).toList();
  }

  /** The present passes every event, but matters only for those that arrived before it. */
  private String due(DueInterval interval, Moving bound) {
    String arrival =
        bound.offset().isZero()
            ? " and e.received_at <= e.occurred_at"
            : " and e.received_at >= %s - interval '2 days'"
                .formatted(interval.moved(interval.from(), bound.offset()));
    return interval.query("e.customer_id", events.all() + arrival, "e.occurred_at", bound);
  }

  @Override
  public TestCost cost() {
    return TestCost.EVENTS;
  }
}
