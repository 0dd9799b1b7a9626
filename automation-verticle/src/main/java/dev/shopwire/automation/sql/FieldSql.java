package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.FieldLeaf;
import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.TimeRange;
import dev.shopwire.automation.conditions.Value;
import dev.shopwire.automation.conditions.Value.BooleanValue;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.sql.OrderedCustomers.Branch;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The SQL of a leaf on the whole value of a custom field. Each type's values are in a column of
 * their own, with an index that has the customers; the test's constants say which column is meant.
 */
final class FieldSql implements LeafSql {
  private static final String BOOLEAN = "v.boolean_value";
  private static final String NUMBER = "v.number_value";
  private static final String TEXT = "v.text_value";
  private static final String LONG = "v.long_value";
  private static final String INSTANT = "v.instant_value";

  private final SqlScope scope;
  private final FieldLeaf leaf;
  private final ValueTest test;
  private final Operator operator;

  FieldSql(SqlScope scope, FieldLeaf leaf) {
    this.scope = scope;
    this.leaf = leaf;
    this.test = leaf.test();
    this.operator = test.operator().positive();
  }

  /** A column that may have values which satisfy the test, and SQL for that. */
  private record Column(String name, String test) {}

  private List<Column> columns(FieldRows rows) {
    if (JsonTest.isOfTime(test)) {
      return List.of(
          new Column(INSTANT, TimeSql.within(scope, INSTANT, TimeRange.of(test, scope.zone()))));
    }
    List<Column> columns = new ArrayList<>();
    if (operator == Operator.IS_SET) {
      for (String column : List.of(NUMBER, TEXT, BOOLEAN, LONG)) {
        columns.add(new Column(column, column + " is not null"));
      }
      return columns;
    }
    add(columns, NUMBER, NumberTest.of(test).sql(scope, NUMBER));
    add(columns, BOOLEAN, bool());
    TextTest text = TextTest.of(scope, test);
    if (!text.needsLongText()) {
      add(columns, TEXT, text.indexed(TEXT));
    }
    if (!text.needsShortText()) {
      add(columns, LONG, longValue(rows, text));
    }
    return columns.isEmpty() ? List.of(new Column(TEXT, TextTest.NEVER)) : columns;
  }

  private static void add(List<Column> columns, String name, String test) {
    if (!test.equals(TextTest.NEVER)) {
      columns.add(new Column(name, test));
    }
  }

  private String bool() {
    List<Boolean> constants =
        test.values().stream()
            .filter(BooleanValue.class::isInstance)
            .map(value -> ((BooleanValue) value).value())
            .distinct()
            .toList();
    boolean isEquality = operator == Operator.EQUALS || operator == Operator.IN;
    if (!isEquality || constants.isEmpty()) {
      return TextTest.NEVER;
    }
    return constants.size() > 1
        ? BOOLEAN + " is not null"
        : BOOLEAN + " = " + scope.add(constants.get(0)) + "::boolean";
  }

  /** Texts of more than 100 characters, or JSON: the type of the field says which. */
  private String longValue(FieldRows rows, TextTest text) {
    if (operator != Operator.CONTAINS) {
      return text.any(LONG);
    }
    return """
        case %s when 'text' then %s
          when 'json' then case when v.field_id = %s and left(v.long_value, 1) = '[' then %s \
        else false end
          else false end"""
        .formatted(
            rows.type(),
            text.any(LONG),
            rows.field(),
            new JsonTest(scope, test).hasElement("json_or_null(v.long_value)"));
  }

  @Override
  public CustomerSet customers() {
    FieldRows rows = FieldRows.of(scope, leaf);
    List<Column> columns = columns(rows);
    return CustomerSet.of(
            columns.stream()
                .map(
                    column ->
                        "select v.customer_id from "
                            + rows.all(column.name(), "")
                            + " and "
                            + column.test())
                .collect(Collectors.joining("\nunion all\n")))
        .complementIf(test.operator().isNegation());
  }

  @Override
  public String test() {
    FieldRows rows = FieldRows.of(scope, leaf);
    String tests =
        columns(rows).stream().map(Column::test).collect(Collectors.joining(" or ", "(", ")"));
    return (test.operator().isNegation() ? "not " : "") + rows.exists("", tests);
  }

  @Override
  public Set<String> reads() {
    return Set.of(Read.field(leaf.field()));
  }

  @Override
  public List<String> due(DueInterval interval) {
    return JsonTest.isOfTime(test)
        ? TimeRange.of(test, scope.zone())
            .moving()
            .map(
                bound ->
                    interval.query(
                        "v.customer_id",
                        FieldRows.of(scope, leaf).all(INSTANT, ""),
                        INSTANT,
                        bound))
            .toList()
        : List.of();
  }

  @Override
  public TestCost cost() {
    return TestCost.LOOK_UP;
  }

  /** The index entries of one value have the customers in the order of their ids. */
  @Override
  public List<Supplier<OrderedCustomers>> ordered() {
    boolean isEquality = test.operator() == Operator.EQUALS || test.operator() == Operator.IN;
    return isEquality && test.values().size() <= OrderedCustomers.MAX_BRANCHES
        ? List.of(
            () ->
                new OrderedCustomers(
                    test.values().stream()
                        .flatMap(value -> of(value).branches().stream())
                        .toList()))
        : List.of();
  }

  private FieldSql of(Value value) {
    return new FieldSql(
        scope,
        new FieldLeaf(leaf.field(), leaf.app(), leaf.path(), ValueTest.of(Operator.EQUALS, value)));
  }

  private List<Branch> branches() {
    FieldRows rows = FieldRows.of(scope, leaf);
    return columns(rows).stream()
        .map(
            column ->
                new Branch("v.customer_id", rows.all(column.name(), "") + " and " + column.test()))
        .toList();
  }
}
