package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.PausedConnection;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Leaf.LifecycleAttribute;
import dev.shopwire.automation.conditions.Leaf.LifecycleLeaf;
import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.Value.Span;
import dev.shopwire.automation.conditions.Value.Unit;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.sql.ConditionSql;
import dev.shopwire.automation.sql.SqlScope;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.Tenants;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Tests that whom time moves into or out of a segment is found by indexes of lifecycles, with the
 * default settings of PostgreSQL.
 */
@Tag("stores")
class LifecyclePlansIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** Shops of which each has all times, some of them soon. */
  private static final String LIFECYCLES =
      """
      with shops as (
        insert into partner_shops (app_id, fetch_id, shop, customer_id)
        select app_id, id, 'shop' || n, n from partner_fetches, generate_series(1, 5000) n
        where app_id = %1$s)
      insert into partner_lifecycles (app_id, fetch_id, shop, history, history_keys, transitions,
        next_at, state, installs, is_test, is_frozen, is_paying, revenue, installed_at,
        uninstalled_at, reinstalled_at, paying_at, trial_at, trial_ends_at, canceled_at)
      select f.app_id, f.id, 'shop' || n, '', '', 0, case when n %% 50 = 0 then t.at end, 'installed',
        1, false, false, false, '[]', t.at, t.at, t.at, t.at, t.at, t.at, t.at
      from partner_fetches f, generate_series(1, 5000) n,
        lateral (select now() - make_interval(hours => n)) as t (at)
      where f.app_id = %1$s
      """;

  private static final Map<LifecycleAttribute, String> INDEXES =
      Map.of(
          LifecycleAttribute.INSTALLED, "partner_lifecycles_by_installed",
          LifecycleAttribute.UNINSTALLED, "partner_lifecycles_by_uninstalled",
          LifecycleAttribute.REINSTALLED, "partner_lifecycles_by_reinstalled",
          LifecycleAttribute.PAYING, "partner_lifecycles_by_paying",
          LifecycleAttribute.TRIAL, "partner_lifecycles_by_trial",
          LifecycleAttribute.CANCELED, "partner_lifecycles_by_canceled",
          LifecycleAttribute.TRIAL_ENDS, "partner_lifecycles_by_trial_ends");

  private static final Sql SQL = RunningService.shared().sql();
  private static final Tenants.App APP = RunningService.shared().tenants().app();
  private static final long APP_ID = Long.parseLong(APP.appId());

  private static Vertx vertx;
  private static PgConnection connection;

  @BeforeAll
  static void store() {
    SQL.run(PausedConnection.with(APP, "select id from fetched"));
    SQL.run(LIFECYCLES.formatted(APP.appId()));
    SQL.run("analyze partner_lifecycles, partner_shops, partner_connections");
    vertx = Vertx.vertx();
    connection =
        PgConnection.connect(vertx, new Postgres(Stores.shared().postgresUri()).options()).await();
    Poll.until(
        PATIENCE,
        () -> "the indexes are created",
        () ->
            SQL.number(
                    "select count(*) from pg_indexes where indexname like 'partner_lifecycles_by_%'")
                == INDEXES.size());
  }

  @AfterAll
  static void close() {
    vertx.close().await();
  }

  private static String plan(LongFunction<LifecycleLeaf> leaf, long app, List<Long> apps) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    SqlScope scope =
        new SqlScope(
            Long.parseLong(APP.workspaceId()),
            now,
            ZoneOffset.UTC,
            Map.of(),
            apps,
            new SqlParameters());
    String due =
        ConditionSql.due(
                scope,
                new Condition.Test(leaf.apply(app)),
                scope.add(now.minusSeconds(5)),
                scope.add(now))
            .orElseThrow();
    StringBuilder plan = new StringBuilder();
    connection
        .preparedQuery("explain (costs off) " + due)
        .execute(scope.parameters().tuple())
        .await()
        .forEach(row -> plan.append(row.getString(0)).append('\n'));
    return plan.toString();
  }

  private static Stream<Executable> checks(LongFunction<LifecycleLeaf> leaf, String index) {
    return LongStream.of(APP_ID, 0)
        .mapToObj(
            app ->
                () -> {
                  String plan = plan(leaf, app, List.of(APP_ID, APP_ID + 1));
                  assertFalse(plan.contains("Seq Scan on partner_lifecycles"), plan);
                  assertFalse(plan.contains("partner_lifecycles_pkey"), plan);
                  assertTrue(Pattern.compile("\\b" + index + "\\b").matcher(plan).find(), plan);
                });
  }

  @Test
  void everyMovingBoundHasAnIndex() {
    ValueTest month = ValueTest.of(Operator.WITHIN, new Span(30, Unit.DAY));
    assertAll(
        INDEXES.entrySet().stream()
            .flatMap(
                each ->
                    checks(
                        app ->
                            new LifecycleLeaf(
                                app, each.getKey(), Optional.empty(), Optional.of(month)),
                        each.getValue())));
  }

  @Test
  void whatEndsByItselfIsFoundByItsTime() {
    assertAll(
        Stream.of(LifecycleAttribute.PAYING, LifecycleAttribute.TRIAL, LifecycleAttribute.CANCELED)
            .flatMap(
                attribute ->
                    checks(
                        app ->
                            new LifecycleLeaf(app, attribute, Optional.empty(), Optional.empty()),
                        "partner_lifecycles_(due|by_trial_ends)")));
  }
}
