package dev.shopwire.automation.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Condition.All;
import dev.shopwire.automation.conditions.Condition.Not;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.EveryoneLeaf;
import dev.shopwire.automation.conditions.Leaf.SegmentLeaf;
import dev.shopwire.automation.conditions.Measure.Performed;
import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.common.postgres.SqlParameters;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the rules that the SQL of every condition follows. */
class ConditionSqlTest {
  private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");
  private static final Condition NESTED =
      new Condition.Test(
          SampleLeaves.field(SampleLeaves.test(Operator.EQUALS, SampleLeaves.text())));
  private static final Map<Long, SegmentDefinition> DEFINITIONS =
      Map.of(SampleLeaves.ID, new SegmentDefinition(NESTED, ZoneOffset.UTC));

  private static SqlScope scope() {
    return new SqlScope(1, NOW, ZoneOffset.UTC, DEFINITIONS, List.of(1L, 2L), new SqlParameters());
  }

  static Stream<Condition> conditions() {
    return SampleLeaves.all().stream().map(Condition.Test::new);
  }

  @Test
  void everyKindOfLeafHasSql() {
    assertEquals(Set.of(Leaf.class.getPermittedSubclasses()), LeafKinds.all());
    assertEquals(
        LeafKinds.all(),
        SampleLeaves.all().stream().map(Object::getClass).collect(Collectors.toSet()));
  }

  @ParameterizedTest
  @MethodSource("conditions")
  void nothingOfAConditionIsInTheTextAndEveryParameterIs(Condition condition) {
    check(scope -> ConditionSql.members(scope, condition));
    check(scope -> ConditionSql.members(scope, new Not(condition)));
    check(scope -> ConditionSql.count(scope, condition));
    check(scope -> ConditionSql.test(scope, condition));
    check(
        scope ->
            ConditionSql.due(scope, condition, scope.add(NOW), scope.add(NOW)).orElse("$1 $2"));
    Condition never = new All(List.of(new Not(new Condition.Test(new EveryoneLeaf())), condition));
    check(scope -> ConditionSql.members(scope, never));
  }

  private static void check(Function<SqlScope, String> write) {
    SqlScope scope = scope();
    String sql = write.apply(scope);
    assertFalse(sql.contains(SampleLeaves.MARK), sql);
    assertFalse(sql.contains(Long.toString(SampleLeaves.ID)), sql);
    Set<Integer> used = new TreeSet<>();
    Pattern.compile("\\$(\\d+)")
        .matcher(sql)
        .results()
        .forEach(match -> used.add(Integer.valueOf(match.group(1))));
    int parameters = scope.parameters().tuple().size();
    assertEquals(
        IntStream.rangeClosed(1, parameters).boxed().collect(Collectors.toCollection(TreeSet::new)),
        used,
        sql);
  }

  @ParameterizedTest
  @MethodSource("conditions")
  void onlyNegationsReadAllCustomers(Condition condition) {
    Condition field = NESTED;
    String sql = ConditionSql.members(scope(), new All(List.of(new Not(condition), field)));
    boolean isOfCustomers = ConditionSql.members(scope(), condition).contains(" m.id as");
    boolean readsCustomers = sql.contains("tenancy_customers");
    assertEquals(isOfCustomers, readsCustomers, sql);
  }

  @Test
  void cheapPartsAreTestedFirst() {
    Condition event = new Condition.Test(SampleLeaves.event(new Performed(), Optional.empty()));
    String sql = ConditionSql.test(scope(), new All(List.of(event, NESTED)));
    assertTrue(sql.indexOf("customer_field_values") < sql.indexOf("stored_usage_events"), sql);
  }

  @Test
  void readsAreThoseOfAllLeavesWithThoseOfNestedSegments() {
    Condition event = new Condition.Test(SampleLeaves.event(new Performed(), Optional.empty()));
    Condition segment = new Condition.Test(new SegmentLeaf(SampleLeaves.ID));
    assertEquals(
        Set.of("customer", "event:zzmark", "field:4711"),
        ConditionSql.reads(new All(List.of(event, new Not(segment))), DEFINITIONS));
    assertEquals(Set.of("customer"), reads(new EveryoneLeaf()));
  }

  private static Set<String> reads(Leaf leaf) {
    return ConditionSql.reads(new Condition.Test(leaf), DEFINITIONS);
  }

  @Test
  void whatHasNoMovingBoundIsNeverDue() {
    List<Leaf> due =
        SampleLeaves.all().stream()
            .filter(
                leaf -> ConditionSql.due(scope(), new Condition.Test(leaf), "$1", "$2").isPresent())
            .toList();
    List<String> kinds =
        due.stream().map(leaf -> leaf.getClass().getSimpleName()).distinct().toList();
    assertEquals(
        Arrays.asList(
            "FieldLeaf",
            "MemberLeaf",
            "EventLeaf",
            "PageLeaf",
            "SessionsLeaf",
            "CreditLeaf",
            "LifecycleLeaf"),
        kinds);
  }
}
