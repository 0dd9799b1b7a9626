package dev.shopwire.enrichment.search;

import dev.shopwire.enrichment.search.Sort.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes the statements that list customers. Each is built so that the planner's estimates don't
 * matter: PostgreSQL assumes that a field and its value are independent, and is wrong by orders of
 * magnitude (docs/decisions/0002-custom-field-values.md).
 */
final class Statements {
  private static final String ROW =
      "c.id, c.domain, c.first_seen_at, c.last_seen_at, p.name, p.email";
  private static final String JOINS =
      """
      join tenancy_customers c on c.workspace_id = %1$s and c.id = k.id
      left join customer_profiles p on p.workspace_id = %1$s and p.customer_id = c.id
      """;

  // The same for a few thousand ids. "offset 0" keeps the planner from reading all customers,
  // should
  // it expect more ids.
  private static final String LOOK_UPS =
      """
      cross join lateral (
        select * from tenancy_customers o where o.workspace_id = %1$s and o.id = k.id offset 0
      ) c
      left join lateral (
        select * from customer_profiles o where o.workspace_id = %1$s and o.customer_id = k.id offset 0
      ) p on true
      """;

  private final Criteria criteria;
  private final Params params;

  Statements(Criteria criteria) {
    this.criteria = criteria;
    this.params = new Params(criteria.workspaceId());
  }

  Params params() {
    return params;
  }

  /** Counts the customers of an indexed condition, up to a limit. */
  String count(Condition condition, long limit) {
    return "select count(*) as customers from (select 1 from ("
        + ConditionSql.set(condition, params)
        + ") found limit "
        + params.add(limit)
        + ") counted";
  }

  /**
   * Some of the listed customers, found by one condition with few customers, which are tested by
   * the others.
   */
  String byCondition(Condition condition, Optional<Position> after, long limit) {
    String keys =
        "select distinct customer_id as id from (%s) found"
            .formatted(ConditionSql.set(condition, params));
    List<Condition> others =
        criteria.conditions().stream().filter(other -> !other.equals(condition)).toList();
    return page(matched(keys, LOOK_UPS, tests(others)), after, limit);
  }

  /**
   * The same found by intersecting the customers of all conditions. Of those that match, which may
   * be thousands, only what they are sorted by is read; the rest is read of the page.
   */
  String byAllConditions(Optional<Position> after, long limit) {
    return keys()
        .map(keys -> pageOf(keys, after, limit))
        .orElseGet(() -> page(allMatched(), after, limit));
  }

  private String pageOf(String keys, Optional<Position> after, long limit) {
    return """
        with matched as materialized (
        select k.id, %1$s as sort_value
        from (
        %2$s
        ) k
        %3$s), page as (
        select * from matched
        where %4$s
        order by %5$s limit %6$s
        )
        select %7$s, k.sort_value, k.sort_value::text as sort_text
        from page k
        %8$sorder by %5$s
        """
        .formatted(
            criteria.sort().valueSql("k.id", params),
            keys,
            criteria.sort().joinsSql(params),
            criteria.sort().afterSql(after, params),
            criteria.sort().orderSql(),
            params.add(limit),
            ROW,
            LOOK_UPS.formatted(params.workspace()));
  }

  /** All listed customers, in their order. */
  String all() {
    return "select m.*, m.sort_value::text as sort_text from ("
        + allMatched()
        + ") m order by "
        + criteria.sort().orderSql();
  }

  /** Their number, with the same parameters as {@link #all}. */
  static String countOf(String all) {
    return "select count(*) as count from ("
        + all.substring(0, all.lastIndexOf(" order by "))
        + ") counted";
  }

  /** Those of {@code ids} that are listed, in the given order. */
  String amongCandidates(Long[] ids, String[] values, List<String> moreTests, long limit) {
    List<String> tests = tests(criteria.conditions());
    tests.addAll(moreTests);
    return """
        select %s, k.value as sort_text
        from unnest(%s::bigint[], %s::text[]) with ordinality as k (id, value, place)
        %swhere %s
        order by k.place limit %s
        """
        .formatted(
            ROW,
            params.add(ids),
            params.add(values),
            LOOK_UPS.formatted(params.workspace()),
            and(tests),
            params.add(limit));
  }

  private String page(String matched, Optional<Position> after, long limit) {
    // Materialized: otherwise the planner may read all customers in the list's order, in the hope
    // of finding a page of them soon.
    return """
        with matched as materialized (
        %s
        )
        select *, sort_value::text as sort_text from matched
        where %s
        order by %s limit %s
        """
        .formatted(
            matched,
            criteria.sort().afterSql(after, params),
            criteria.sort().orderSql(),
            params.add(limit));
  }

  private String allMatched() {
    return keys()
        .map(keys -> matched(keys, JOINS, List.of()))
        .orElseGet(
            () ->
                """
                select %s, %s as sort_value
                from tenancy_customers c
                left join customer_profiles p
                  on p.workspace_id = %3$s and p.customer_id = c.id
                where c.workspace_id = %3$s"""
                    .formatted(ROW, criteria.sort().valueSql("c.id", params), params.workspace()));
  }

  private String matched(String keys, String joins, List<String> tests) {
    return """
        select %s, %s as sort_value
        from (
        %s
        ) k
        %swhere %s"""
        .formatted(
            ROW,
            criteria.sort().valueSql("c.id", params),
            keys,
            joins.formatted(params.workspace()),
            and(tests));
  }

  /** The ids of all listed customers; empty if all of the workspace's are listed. */
  private Optional<String> keys() {
    List<String> positive = new ArrayList<>();
    List<String> negative = new ArrayList<>();
    for (Condition condition : criteria.conditions()) {
      (condition.isNegation() ? negative : positive).add(ConditionSql.set(condition, params));
    }
    if (!criteria.search().isEmpty()) {
      positive.add(searchSet());
    }
    if (positive.isEmpty() && negative.isEmpty()) {
      return Optional.empty();
    }
    if (positive.isEmpty()) {
      positive.add(
          "select id as customer_id from tenancy_customers where workspace_id = "
              + params.workspace());
    }
    String keys =
        positive.stream().map(set -> "(" + set + ")").collect(Collectors.joining("\nintersect\n"));
    for (String set : negative) {
      keys = "(" + keys + ")\nexcept\n(" + set + ")";
    }
    return Optional.of("select distinct customer_id as id from (" + keys + ") listed");
  }

  private String searchSet() {
    String pattern = params.add(pattern());
    return """
        select id as customer_id from tenancy_customers
        where workspace_id = %1$s and domain ilike %2$s::text
        union all
        select customer_id from customer_profiles
        where workspace_id = %1$s and (name ilike %2$s::text or email ilike %2$s::text)"""
        .formatted(params.workspace(), pattern);
  }

  /** Tests of the customer with the id {@code k.id}. */
  private List<String> tests(List<Condition> conditions) {
    List<String> tests = new ArrayList<>();
    conditions.forEach(condition -> tests.add(ConditionSql.test(condition, params)));
    if (!criteria.search().isEmpty()) {
      tests.add(
          "(c.domain ilike %1$s::text or p.name ilike %1$s::text or p.email ilike %1$s::text)"
              .formatted(params.add(pattern())));
    }
    return tests;
  }

  private String pattern() {
    return "%" + criteria.search().replaceAll("([\\\\%_])", "\\\\$1") + "%";
  }

  private static String and(List<String> tests) {
    return tests.isEmpty() ? "true" : String.join("\n  and ", tests);
  }
}
