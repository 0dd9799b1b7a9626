package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.SessionsLeaf;
import dev.shopwire.automation.conditions.TimeRange;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The SQL of a leaf on the number of sessions, which count by their start. */
public final class SessionsSql implements LeafSql {
  private final SqlScope scope;
  private final SessionsLeaf leaf;
  private final Optional<TimeRange> range;

  SessionsSql(SqlScope scope, SessionsLeaf leaf) {
    this.scope = scope;
    this.leaf = leaf;
    this.range = leaf.window().map(window -> TimeRange.of(window, scope.zone()));
  }

  /** A from clause with a condition: the sessions {@code s} of all customers, at any time. */
  public static String rows(SqlScope scope, SessionsLeaf leaf) {
    return "stored_sessions s where " + scope.isOfApp("s.app_id", leaf.app());
  }

  private String counted() {
    EventSpan span =
        range
            .map(each -> EventSpan.of(each, scope.now()))
            .orElseGet(() -> EventSpan.past(scope.now()));
    return rows(scope, leaf) + span.sql(scope, "s.started_at");
  }

  @Override
  public CustomerSet customers() {
    return new AmountSql(scope, leaf.count()).customers("s.customer_id", counted(), "count(*)");
  }

  @Override
  public String test() {
    return new AmountSql(scope, leaf.count())
        .test(counted() + " and s.customer_id = k.id", "count(*)");
  }

  @Override
  public Set<String> reads() {
    return Set.of(Read.SESSIONS);
  }

  @Override
  public List<String> due(DueInterval interval) {
    return EventMeasure.movingBounds(range).stream()
        .map(bound -> interval.query("s.customer_id", rows(scope, leaf), "s.started_at", bound))
        .toList();
  }

  @Override
  public TestCost cost() {
    return TestCost.FEW_ROWS;
  }
}
