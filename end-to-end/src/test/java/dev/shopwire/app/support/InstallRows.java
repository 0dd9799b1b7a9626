package dev.shopwire.app.support;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Fills a warehouse with install rows and computes the expected credits. Each row also has the true
 * shop and code, so that the expectation does not depend on the code under test.
 */
public final class InstallRows {
  static final int GOOD_CODES = 20;

  // Everything is derived from the row's number. Times are whole hours, so many are equal, and not
  // in the order of rows; one key in ten is the key of another row.
  private static final String FILL =
      """
      insert into installs
      select case when i %% 997 = 0 then null when i %% 1009 = 0 then repeat('k', 501)
          when i %% 10 = 3 then 'e-' || (i - a %% 300) else 'e-' || i end,
        case when i %% 1013 = 0 then null when i %% 1019 = 0 then now() + interval '30 days'
          when i %% 1021 = 0 then 'infinity'
          else date_trunc('hour', now()) - interval '2 hours' - %3$s end,
        case b %% 6 when 0 then 'https://' || upper(shop) || '/admin?a=b'
          when 1 then ' ' || shop || ' ' when 2 then shop || ':443/' when 3 then shop
          else case when i %% 499 = 0 then 'not a shop' when i %% 503 = 0 then null else shop end
          end,
        case c %% 7 when 0 then 'https://apps.example.com/x?mref=' || code || '&utm=%%zz'
          when 1 then 'https://apps.example.com/x?a=%%&MREF=no&mref=+' || lower(code) || '%%20#top'
          when 2 then '/x?mref=&mref=' || replace(code, '-', '%%2d')
          when 3 then 'https://apps.example.com/x#/page?b&%%6dref=' || code
          when 4 then 'https://apps.example.com/x?ref=' || code else
          case when c %% 2 = 0 then 'https://apps.example.com/x' end end,
        case when i %% 997 = 0 or i %% 1009 = 0 or i %% 1013 = 0 or i %% 1019 = 0 or i %% 1021 = 0
          or b %% 6 > 3 and (i %% 499 = 0 or i %% 503 = 0) then null else shop end,
        case when c %% 7 < 4 then code end,
        %4$d
      from (
        select i, a, b, c, 's' || d %% %5$d || '.example.com' as shop,
          case e %% 8 when 0 then 'NOBODY-S' when 1 then 'EX-PIRED' when 2 then 'IN-ACTIVE'
            else 'GOOD-' || f %% %6$d end as code
        from generate_series(%1$d, %2$d) i
        cross join lateral (select abs(hashint4(i)) as a, abs(hashint4(i + 1)) as b,
          abs(hashint4(i + 2)) as c, abs(hashint4(i + 3)) as d, abs(hashint4(i + 4)) as e,
          abs(hashint4(i + 5)) as f) h
      ) r
      """;
  private static final String ALL =
      """
      select event_key, true_shop, true_code from installs where phase < 9
      order by phase, at, event_key collate "C", shop collate "C", url collate "C"
      """;

  private InstallRows() {}

  /** Inserts rows in one transaction, spread over the last 40 days. */
  public static void fill(InstallWarehouse warehouse, int from, int to, int shops) {
    String spread = "a % 960 * interval '1 hour'";
    warehouse.sql().run(FILL.formatted(from, to, spread, 0, shops, GOOD_CODES));
  }

  /** Inserts late rows, from {@code oldest} hours ago. */
  public static void fillLate(
      InstallWarehouse warehouse, int from, int to, int shops, int oldest, int phase) {
    String spread = "(a %% 5 + %d) * interval '1 hour'".formatted(oldest);
    warehouse.sql().run(FILL.formatted(from, to, spread, phase, shops, GOOD_CODES));
  }

  /** Creates the affiliates whose codes the URLs contain; some are expired or inactive. */
  public static void register(Tenants.App app, Tenants tenants) {
    String affiliates = "/console/api/workspaces/" + app.workspaceId() + "/affiliates";
    for (int i = 0; i < GOOD_CODES; i++) {
      create(tenants, affiliates, "\"Good-" + i + "\"");
    }
    create(
        tenants, affiliates, "{\"code\":\"ex-pired\",\"expiresAt\":\"2020-01-01T00:00:00.000Z\"}");
    String inactive = create(tenants, affiliates, "\"in-active\"");
    tenants.console().patch("/console/api/affiliates/" + inactive, "{\"status\":\"inactive\"}");
  }

  private static String create(Tenants tenants, String path, String code) {
    return tenants
        .console()
        .post(path, "{\"name\":\"an affiliate\",\"codes\":[" + code + "]}")
        .json()
        .at("/affiliate/id")
        .asText();
  }

  /**
   * The expected result of reading the rows.
   *
   * @param events keys of all events
   * @param logged keys of the events with a code
   * @param credits each credited shop's code
   */
  public record Expected(Set<String> events, Set<String> logged, Map<String, String> credits) {}

  /** Computed from all rows: first the initial ones, then the late ones. */
  public static Expected expected(InstallWarehouse warehouse) {
    Expected expected = new Expected(new HashSet<>(), new TreeSet<>(), new TreeMap<>());
    Postgres postgres = new Postgres(warehouse.readerUri());
    try (Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(ALL)) {
      while (rows.next()) {
        String shop = rows.getString("true_shop");
        String code = rows.getString("true_code");
        String key = rows.getString("event_key");
        if (shop == null || !expected.events().add(key) || code == null) {
          continue;
        }
        expected.logged().add(key);
        if (code.startsWith("GOOD-")) {
          expected.credits().putIfAbsent(shop, code);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return expected;
  }

  public static String slug(Sql sql, Tenants.App app) {
    return sql.text("select slug from apps where id = ?", Long.parseLong(app.appId()));
  }

  public static long events(Sql sql, Tenants.App app) {
    return sql.number(
        "select count(*) from install_events where app_id = ?", Long.parseLong(app.appId()));
  }

  /** The keys of all log rows of listing events, one per line, sorted. */
  public static String logged(Sql sql, Tenants.App app) {
    return sql.text(
        """
        select string_agg(source_key, chr(10) order by source_key collate "C") from attribution_log
        where workspace_id = ? and carrier = 'listing'
        """,
        Long.parseLong(app.workspaceId()));
  }

  /** Credited shops and their codes, one per line, sorted by shop. */
  public static String credits(Sql sql, Tenants.App app) {
    return sql.text(
        """
        select string_agg(c.domain || '=' || upper(a.code), chr(10) order by c.domain collate "C")
        from attribution_credits a
        join customers c on c.workspace_id = a.workspace_id and c.id = a.customer_id
        where a.workspace_id = ? and a.carrier = 'listing'
        """,
        Long.parseLong(app.workspaceId()));
  }
}
