package dev.shopwire.benchmarks.population;

import dev.shopwire.benchmarks.measure.Database;
import java.util.List;
import java.util.Map;

/**
 * Generates affiliates with two codes each, the log of the codes that were seen, and the credits:
 * six of ten codes were credited, the rest came later for shops that had a credit.
 */
final class AttributionRows {
  private static final long PART = 100_000;
  private static final int AFFILIATES = 200;
  private static final double CREDITED = 0.6;

  private static final String AFFILIATES_AND_CODES =
      """
      with affiliate as (
        insert into affiliates (workspace_id, name, email, created_at)
        select {workspace}, 'Affiliate ' || n, 'affiliate-' || n || '@partners.example', {from}
        from generate_series(1, {count}) n
        returning id, name
      )
      insert into affiliate_codes (workspace_id, normalised, affiliate_id, code)
      select {workspace}, lower(code), id, code
      from affiliate, unnest(array[replace(upper(name), ' ', ''), replace(name, ' ', '-') || '-B'])
        as code
      """;
  private static final String ROWS =
      """
      select n, {customer} + n % {credited} * {stride} as customer_id, c.code, c.normalised,
        c.affiliate_id, a.name, {from} + ({until} - {from}) * (n::float8 / {rows}) as at,
        n < {credited} as credited
      from generate_series({first}::bigint, {last}) n
      join (
        select row_number() over (order by normalised) - 1 as number, *
        from affiliate_codes where workspace_id = {workspace}
      ) c on c.number = abs(hashint8extended(n, 13)) % (2 * {count})
      join affiliates a on a.workspace_id = {workspace} and a.id = c.affiliate_id
      """;
  private static final String LOG =
      """
      insert into attribution_log (workspace_id, logged_at, app_id, customer_id, code, normalised,
        carrier, outcome, reason, affiliate_id, affiliate_name)
      select {workspace}, at, {app}, customer_id, code, normalised,
        (array['api', 'script', 'code_entry', 'listing'])[1 + n % 4],
        case when credited then 'attributed' else 'refused' end,
        case when not credited then 'already attributed' end, affiliate_id, name
      from ({log}) seen order by n
      """;
  private static final String CREDITS =
      """
      insert into attribution_credits (workspace_id, app_id, customer_id, affiliate_id, code,
        carrier, credited_at)
      select {workspace}, {app}, customer_id, affiliate_id, code,
        (array['api', 'script', 'code_entry', 'listing'])[1 + n % 4], at
      from ({log}) seen where credited order by n
      """;

  private final Database database;
  private final Scope scope;
  private final Steps steps;
  private final long rows;
  private final long credited;

  AttributionRows(Database database, Scope scope, Steps steps) {
    this.database = database;
    this.scope = scope;
    this.steps = steps;
    this.rows = scope.amounts().attributions();
    this.credited = Math.max(1, Math.min(scope.amounts().customers(), (long) (CREDITED * rows)));
  }

  void generate() {
    steps.run(
        "affiliates",
        rows == 0 ? 0 : AFFILIATES,
        () -> {
          database.run("public", List.of(fill(AFFILIATES_AND_CODES, 0, 0)));
          database.run("public", List.of("analyze affiliates", "analyze affiliate_codes"));
        });
    steps.load(
        "credits",
        "attribution_credits",
        rows == 0 ? 0 : credited,
        PART,
        (first, last) -> fill(CREDITS, first, last));
    steps.load(
        "attribution log", "attribution_log", rows, PART, (first, last) -> fill(LOG, first, last));
  }

  private String fill(String sql, long first, long last) {
    return scope.fill(
        sql.replace("{log}", ROWS),
        Map.of(
            "count", AFFILIATES,
            "rows", rows,
            "credited", credited,
            "stride", scope.amounts().customers() / credited,
            "first", first,
            "last", last));
  }
}
