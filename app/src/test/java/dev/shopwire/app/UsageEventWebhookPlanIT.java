package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL plans the telling of usage events once a connection, often when tables are still
 * small; the plan must serve when they have grown, before anybody has analyzed them.
 */
class UsageEventWebhookPlanIT {
  private static final int SHOPS = 2_000;
  private static final int EVENTS = 1_000;

  private static final String TENANTS =
      """
      insert into workspaces (name) values ('plans');
      insert into apps (workspace_id, slug, name) values (1, 'plans', 'plans');
      insert into webhook_subscriptions values (1, 'customers/usage_event', 0, '', 1);
      """;
  private static final String MORE_SHOPS =
      """
      with made as (
        insert into customers (workspace_id, domain)
        select 1, gen_random_uuid() || '.example.com' from generate_series(1, %d)
        returning workspace_id, id
      )
      insert into customer_profiles (workspace_id, customer_id, name)
      select workspace_id, id, 'Shop' from made;
      """;
  private static final String USE =
      """
      insert into usage_events (app_id, customer_id, occurred_at, event_key, event_name)
      select 1, id, now(), gen_random_uuid(), 'used' from customers order by id limit %d;
      """;
  private static final String READ =
      """
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))
      from pg_stat_xact_user_tables where relname in ('customers', 'customer_profiles')
        and schemaname = current_schema
      """;

  private final String schema = "plans_" + Long.toString(System.nanoTime(), 36);
  private final Sql server = new Sql(Stores.shared().postgresUri());
  private final Postgres own = new Postgres(inSchema(Stores.shared().postgresUri(), schema));

  private static String inSchema(String uri, String schema) {
    return uri + (uri.contains("?") ? "&" : "?") + "options=-csearch_path%3D" + schema;
  }

  @BeforeEach
  void migrate() {
    server.run("create schema " + schema);
    Migrations.apply(own, line -> {});
  }

  @AfterEach
  void drop() {
    server.run("drop schema " + schema + " cascade");
  }

  @Test
  void eachEventLooksUpItsOwnShopAlone() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(own.jdbcUrl(), own.user(), own.password());
        Statement statement = connection.createStatement()) {
      statement.execute(TENANTS);
      statement.execute(MORE_SHOPS.formatted(1));
      statement.execute(USE.formatted(1));
      statement.execute(MORE_SHOPS.formatted(SHOPS));
      connection.setAutoCommit(false);
      statement.execute(
          "create temporary table used as select id from customers order by random() limit "
              + EVENTS);
      connection.commit();
      long before = number(statement, READ);
      statement.execute(USE.formatted(EVENTS).replace("from customers order by id", "from used"));
      long read = number(statement, READ) - before;
      assertEquals(
          EVENTS,
          number(statement, "select count(*) from webhook_messages where subject <> ''") - 1);
      assertTrue(read <= 2L * EVENTS, () -> read + " rows read for " + EVENTS + " events");
    }
  }

  private static long number(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
