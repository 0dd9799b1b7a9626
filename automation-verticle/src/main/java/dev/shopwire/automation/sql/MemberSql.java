package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.Member;
import dev.shopwire.automation.conditions.Leaf.MemberLeaf;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.ValueTest;
import java.util.List;
import java.util.Set;

/** The SQL of a leaf on a built-in field of customers. */
final class MemberSql implements LeafSql {
  private final SqlScope scope;
  private final Member member;
  private final ValueTest test;

  MemberSql(SqlScope scope, MemberLeaf leaf) {
    this.scope = scope;
    this.member = leaf.member();
    this.test = leaf.test();
  }

  /** The view {@code m} that has the field, and its column with the customer's id. */
  private record Source(String view, String id) {
    static Source of(Member member) {
      return switch (member) {
        case NAME, EMAIL -> new Source("customer_names", "m.customer_id");
        case DOMAIN, FIRST_SEEN_AT, LAST_SEEN_AT -> new Source("tenancy_customers", "m.id");
      };
    }
  }

  private String condition() {
    return switch (member) {
      case NAME -> TextTest.of(scope, test).prefixIndexed("m.name");
      case EMAIL -> TextTest.ofFolded(scope, test).prefixIndexed(TextTest.folded("m.email"));
      // Domains are stored in lower case.
      case DOMAIN -> TextTest.ofFolded(scope, test).indexed("m.domain collate \"C\"");
      case FIRST_SEEN_AT -> TimeSql.within(scope, "m.first_seen_at", times());
      case LAST_SEEN_AT -> TimeSql.within(scope, "m.last_seen_at", times());
    };
  }

  private TimeRange times() {
    return TimeRange.of(test, scope.zone());
  }

  private String rows() {
    return Source.of(member).view() + " m where m.workspace_id = " + scope.workspace();
  }

  @Override
  public CustomerSet customers() {
    return CustomerSet.ofDistinct(
            "select %s as customer_id from %s and %s"
                .formatted(Source.of(member).id(), rows(), condition()))
        .complementIf(test.operator().isNegation());
  }

  /** By primary key; "offset 0" keeps the planner from joining with all customers. */
  @Override
  public String test() {
    return "%sexists (select from %s and %s = k.id and %s offset 0)"
        .formatted(
            test.operator().isNegation() ? "not " : "",
            rows(),
            Source.of(member).id(),
            condition());
  }

  @Override
  public Set<String> reads() {
    return switch (member) {
      case NAME -> Set.of(Read.NAME);
      case EMAIL -> Set.of(Read.EMAIL);
      case LAST_SEEN_AT -> Set.of(Read.LAST_SEEN);
      case DOMAIN, FIRST_SEEN_AT -> Set.of();
    };
  }

  @Override
  public List<String> due(DueInterval interval) {
    if (!member.isTime()) {
      return List.of();
    }
    return times()
        .moving()
        .map(
            bound ->
                member == Member.FIRST_SEEN_AT
                    ? interval.query("m.id", rows(), "m.first_seen_at", bound)
                    : lastSeen(interval, bound))
        .toList();
  }

  /** Of the time when customers were last seen, an index has the hour, once it is filled. */
  private String lastSeen(DueInterval interval, TimeRange.Moving bound) {
    String hours =
        "m.last_seen_hour between last_seen_hour(%s) and last_seen_hour(%s)"
            .formatted(
                interval.moved(interval.from(), bound.offset()),
                interval.moved(interval.to(), bound.offset()));
    String indexed = interval.query("m.id", rows() + " and " + hours, "m.last_seen_at", bound);
    String unfilled =
        interval.query("m.id", rows() + " and m.last_seen_hour is null", "m.last_seen_at", bound);
    return indexed + "\nunion all\n" + unfilled;
  }

  @Override
  public TestCost cost() {
    return TestCost.LOOK_UP;
  }
}
