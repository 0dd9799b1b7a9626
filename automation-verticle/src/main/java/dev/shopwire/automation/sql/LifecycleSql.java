package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.LifecycleAttribute;
import dev.shopwire.automation.conditions.Leaf.LifecycleLeaf;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.TimeRange.Moving;
import dev.shopwire.automation.conditions.ValueTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The SQL of a leaf on what apps are to a customer. */
public final class LifecycleSql implements LeafSql {
  private static final Moving NOW = new Moving(Duration.ZERO);
  private static final String TRIAL_END = "trial_ends_at";
  private static final String SCHEDULED_END = "cancel_at";

  private final SqlScope scope;
  private final LifecycleLeaf leaf;

  LifecycleSql(SqlScope scope, LifecycleLeaf leaf) {
    this.scope = scope;
    this.leaf = leaf;
  }

  /** The range of times that the leaf compares with. */
  public static Optional<TimeRange> times(SqlScope scope, LifecycleLeaf leaf) {
    return leaf.test()
        .filter(test -> leaf.attribute().isTime())
        .map(test -> TimeRange.of(test, scope.zone()));
  }

  /** A from clause with a condition: what the leaf's apps are to all customers, {@code l}. */
  public static String rows(SqlScope scope, LifecycleLeaf leaf) {
    return "customer_lifecycles l where l.workspace_id = "
        + scope.workspace()
        + " and "
        + scope.isOfApp("l.app_id", leaf.app());
  }

  private String matching() {
    String rows = rows(scope, leaf);
    LifecycleAsOf row = new LifecycleAsOf(scope);
    return rows
        + " and "
        + leaf.test().map(test -> test(row, test)).orElseGet(() -> row.holds(leaf.attribute()));
  }

  private String test(LifecycleAsOf row, ValueTest test) {
    return switch (leaf.attribute()) {
      case STATE -> TextTest.of(scope, test).any(row.state());
      case PLAN -> TextTest.of(scope, test).any(row.plan());
      case MRR ->
          NumberTest.of(test).sql(scope, row.mrr())
              + leaf.currency()
                  .map(currency -> " and l.currency = " + scope.add(currency))
                  .orElse("");
      default ->
          TimeSql.within(scope, row.time(leaf.attribute()), TimeRange.of(test, scope.zone()));
    };
  }

  private boolean isNegation() {
    return leaf.test().map(test -> test.operator().isNegation()).orElse(false);
  }

  @Override
  public CustomerSet customers() {
    return CustomerSet.of("select l.customer_id from " + matching()).complementIf(isNegation());
  }

  @Override
  public String test() {
    return "%sexists (select from %s and l.customer_id = k.id offset 0)"
        .formatted(isNegation() ? "not " : "", matching());
  }

  @Override
  public Set<String> reads() {
    return Set.of(Read.LIFECYCLES);
  }

  @Override
  public List<String> due(DueInterval interval) {
    List<String> due = new ArrayList<>();
    times(scope, leaf).stream()
        .flatMap(TimeRange::moving)
        .forEach(
            bound ->
                columns(leaf.attribute())
                    .forEach(column -> passing(interval, column, bound).ifPresent(due::add)));
    ends(leaf).forEach(column -> due.add(ending(interval, column, NOW, NOW)));
    return due;
  }

  /**
   * What began has begun before it was stored, so that only bounds in the past pass it. What is to
   * end is in rows that change by then, which an index has.
   */
  private Optional<String> passing(DueInterval interval, String column, Moving bound) {
    boolean isPast = bound.offset().isNegative();
    if (!column.equals(TRIAL_END) && !column.equals(SCHEDULED_END)) {
      return isPast
          ? Optional.of(query(interval, rows(scope, leaf), column, bound))
          : Optional.empty();
    }
    if (leaf.attribute() == LifecycleAttribute.TRIAL_ENDS) {
      return Optional.of(
          isPast
              ? query(interval, rows(scope, leaf), column, bound)
              : ending(interval, column, bound, bound));
    }
    return isPast ? Optional.of(ending(interval, column, bound, NOW)) : Optional.empty();
  }

  /** The columns of which the time that is compared may be one. */
  private static List<String> columns(LifecycleAttribute attribute) {
    return switch (attribute) {
      case INSTALLED -> List.of("installed_at");
      case UNINSTALLED -> List.of("uninstalled_at");
      case REINSTALLED -> List.of("reinstalled_at");
      case PAYING -> List.of("paying_at", TRIAL_END);
      case TRIAL -> List.of("trial_at");
      case CANCELED -> List.of("canceled_at", SCHEDULED_END);
      case TRIAL_ENDS -> List.of(TRIAL_END);
      case STATE, PLAN, MRR -> List.of();
    };
  }

  /** The columns with the times at which the attribute changes by itself. */
  public static List<String> ends(LifecycleLeaf leaf) {
    return switch (leaf.attribute()) {
      case STATE, MRR, PAYING -> List.of(TRIAL_END, SCHEDULED_END);
      case TRIAL -> leaf.test().isPresent() ? List.of() : List.of(TRIAL_END);
      case PLAN, CANCELED, TRIAL_ENDS -> List.of(SCHEDULED_END);
      case INSTALLED, UNINSTALLED, REINSTALLED -> List.of();
    };
  }

  /**
   * Passing in rows that are to change, by themselves, before the end of the interval.
   *
   * @param until is later than that end by its offset
   */
  private String ending(DueInterval interval, String column, Moving bound, Moving until) {
    String rows =
        rows(scope, leaf) + " and l.changes_at < " + interval.moved(interval.to(), until.offset());
    return query(interval, rows, column, bound);
  }

  private static String query(DueInterval interval, String rows, String column, Moving bound) {
    return interval.query("l.customer_id", rows, "l." + column, bound);
  }

  @Override
  public TestCost cost() {
    return TestCost.FEW_ROWS;
  }
}
