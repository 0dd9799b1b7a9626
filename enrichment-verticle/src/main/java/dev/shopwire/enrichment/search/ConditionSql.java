package dev.shopwire.enrichment.search;

import dev.shopwire.common.json.StorableText;
import dev.shopwire.enrichment.search.SearchField.Custom;
import dev.shopwire.enrichment.search.SearchField.OfCustomer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Writes the SQL of one condition in two forms: as a test of one customer, which costs a look-up by
 * key, and as the set of all customers that satisfy it, which is read from an index. Both are
 * without the negation, which the caller adds.
 */
final class ConditionSql {
  private final Condition condition;
  private final Params params;
  private final ValueSql value;

  ConditionSql(Condition condition, Params params) {
    this.condition = condition;
    this.params = params;
    this.value = new ValueSql(condition, params);
  }

  /** A column of values and what writes its test, which adds parameters. */
  private record Column(String name, UnaryOperator<String> sql) {
    String test() {
      return sql.apply(name);
    }
  }

  /**
   * Tests the customer {@code c} with the id {@code k.id} and the profile {@code p}, including the
   * negation.
   */
  static String test(Condition condition, Params params) {
    String test = new ConditionSql(condition, params).test();
    return condition.isNegation() ? "(" + test + ") is not true" : "(" + test + ")";
  }

  private String test() {
    if (condition.field() instanceof Custom custom) {
      return testCustom(custom);
    }
    Member member = ((OfCustomer) condition.field()).member();
    return switch (member.kind()) {
      case TIME -> value.time(member.sql());
      // "offset 0" keeps the planner from joining with all credits.
      case AFFILIATE ->
          """
          exists (select from credited_affiliates a
            where a.workspace_id = %s and a.customer_id = k.id and %s offset 0)"""
              .formatted(params.workspace(), value.id("a.affiliate_id"));
      default -> value.text(member.sql());
    };
  }

  /** By primary key; "offset 0" keeps the planner from joining with all values instead. */
  private String testCustom(Custom custom) {
    String field = params.add(custom.field().id());
    String app = custom.isOfAllApps() ? "" : " and v.app_id = " + params.add(custom.app());
    return """
        exists (select from custom_field_values v
          where v.workspace_id = %s and v.customer_id = k.id and v.field_id = %s%s and (%s)
          offset 0)"""
        .formatted(
            params.workspace(),
            field,
            app,
            columns(custom, "v", field).stream()
                .map(Column::test)
                .collect(Collectors.joining(" or ")));
  }

  /** The columns that hold values of the field. */
  private List<Column> columns(Custom custom, String alias, String field) {
    List<Column> columns = new ArrayList<>();
    switch (custom.kind()) {
      case NUMBER -> columns.add(new Column(alias + ".number_value", value::number));
      case BOOLEAN -> columns.add(new Column(alias + ".boolean_value", value::bool));
      case TEXT -> {
        columns.add(new Column(alias + ".text_value", value::indexedText));
        if (!hasOnlyShortValues()) {
          columns.add(new Column(alias + ".long_value", value::text));
        }
      }
      // Guarded, so that no text of another field is read as JSON, whatever is evaluated first.
      default ->
          columns.add(
              new Column(
                  alias + ".long_value",
                  name ->
                      "case when %s.field_id = %s then %s else false end"
                          .formatted(alias, field, value.json(name))));
    }
    return columns;
  }

  private boolean hasOnlyShortValues() {
    return condition.operator().positive() == Operator.IN
        && condition.values().stream()
            .allMatch(text -> StorableText.length(text) <= ValueSql.INDEXED_PREFIX);
  }

  /** All customers that satisfy the condition, regardless of its negation: rows of one id each. */
  static String set(Condition condition, Params params) {
    return new ConditionSql(condition, params).set();
  }

  private String set() {
    if (condition.field() instanceof Custom custom) {
      String field = params.add(custom.field().id());
      String app = custom.isOfOneApp() ? " and v.app_id = " + params.add(custom.app()) : "";
      return columns(custom, "v", field).stream()
          .map(
              column ->
                  """
                  select v.customer_id from custom_field_values v
                  where v.workspace_id = %s and v.field_id = %s%s and %s is not null and %s"""
                      .formatted(params.workspace(), field, app, column.name(), column.test()))
          .collect(Collectors.joining("\nunion all\n"));
    }
    Member member = ((OfCustomer) condition.field()).member();
    return member == Member.AFFILIATE
        ? "select a.customer_id from credited_affiliates a where a.workspace_id = %s and %s"
            .formatted(params.workspace(), value.id("a.affiliate_id"))
        : "select s.%s as customer_id from %s s where s.workspace_id = %s and %s"
            .formatted(
                member.idColumn(), member.table(), params.workspace(), indexedTest(member, "s"));
  }

  private String indexedTest(Member member, String alias) {
    String column = member.sql(alias);
    if (member.kind() == Kind.TIME) {
      return value.time(column);
    }
    if (member.isOfProfile()) {
      return value.prefixIndexedText(column);
    }
    return condition.operator() == Operator.STARTS_WITH
        ? value.indexedText(column + " collate \"C\"")
        : value.text(column);
  }

  /**
   * Tests the value {@code s} of the same field, which is being read in its order.
   *
   * @param hasHours whether an index has the hours in which customers were last seen
   */
  static String testSortValue(Condition condition, boolean hasHours, Params params) {
    ConditionSql sql = new ConditionSql(condition, params);
    if (condition.field() instanceof Custom custom) {
      return sql.columns(custom, "s", "s.field_id").get(0).test();
    }
    Member member = ((OfCustomer) condition.field()).member();
    return member == Member.LAST_SEEN && hasHours
        ? sql.value.hourIndexedTime(member.sql("s"))
        : sql.indexedTest(member, "s");
  }

  /**
   * Whether an index finds the customers, so that counting some of them costs about as much as
   * there are.
   */
  static boolean isIndexed(Condition condition) {
    if (condition.isNegation()) {
      return false;
    }
    Operator operator = condition.operator().positive();
    if (condition.field() instanceof Custom custom) {
      return switch (custom.kind()) {
        case TEXT ->
            operator == Operator.IS_NOT_BLANK
                || new ConditionSql(condition, new Params(0)).hasOnlyShortValues();
        case JSON -> operator == Operator.IS_NOT_BLANK;
        default -> true;
      };
    }
    return switch (condition.field().kind()) {
      // Not when customers were last seen, of which only the hour is indexed: see Member.
      case TIME -> condition.field().name().equals(Member.FIRST_SEEN.apiName());
      case TEXT -> operator == Operator.IN;
      default -> false;
    };
  }
}
