package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.TestMigrations;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests how PostgreSQL expands stored usage events into messages and deliveries. */
@Tag("stores")
class UsageEventFanOutIT {
  private static final int SHOPS = 2_000;
  private static final int EVENTS = 1_000;
  private static final long INSERT_MILLIS = 100;

  private static final String STORE =
      """
      insert into usage_events
        (app_id, customer_id, occurred_at, event_key, event_id, event_name, group_id)
      select %1$d, c.id, now() + n * interval '1 second', gen_random_uuid(), 'e-' || n, '%3$s',
        (select nextval('usage_event_groups'))
      from generate_series(1, %2$d) as n
      cross join lateral (select id from customers where workspace_id = %1$d
        order by id offset n %% (select count(*) from customers where workspace_id = %1$d) limit 1) c
      """;
  private static final String STEP =
      """
      select events || ' ' || due || ' ' || quarantined from webhook_fan_out(
        array(select workspace_id from webhook_fan_out_backlog(-1, 100)),
        array(select since from webhook_fan_out_backlog(-1, 100)), 0, 250, 500, 1000, 2000)
      """;
  private static final String ROWS_READ =
      """
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))
      from pg_stat_xact_user_tables where relname in ('customers', 'customer_profiles')
        and schemaname = current_schema
      """;
  private static final String PENDING = "select count(*) from webhook_fan_outs";
  private static final String DUE = "select count(*) from webhook_due where workspace_id = ";

  /** What tests fill, with what refers to it. */
  private static final String EMPTY =
      """
      truncate workspaces, usage_events, webhook_messages, webhook_due, webhook_deliveries,
        webhook_fan_outs, webhook_endpoints, webhook_subscriptions restart identity cascade;
      drop function if exists refuse() cascade
      """;

  private static final String SCHEMA = "fan_out_" + Long.toString(System.nanoTime(), 36);

  private final Postgres postgres = inSchema();
  private Connection connection;
  private Statement statement;

  private static Postgres inSchema() {
    String uri = Stores.shared().postgresUri();
    return new Postgres(
        uri + (uri.contains("?") ? "&" : "?") + "options=-csearch_path%3D" + SCHEMA);
  }

  /** Migrating takes longer than the tests. */
  @BeforeAll
  static void migrate() {
    new Sql(Stores.shared().postgresUri()).run("create schema " + SCHEMA);
    TestMigrations.apply(inSchema());
  }

  @AfterAll
  static void drop() {
    new Sql(Stores.shared().postgresUri()).run("drop schema " + SCHEMA + " cascade");
  }

  /** Each test has a new connection, since that keeps plans. */
  @BeforeEach
  void connect() throws SQLException {
    connection =
        DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
    statement = connection.createStatement();
    run(EMPTY);
    for (int workspace = 1; workspace <= 2; workspace++) {
      run("insert into workspaces (name) values ('w')");
      run("insert into apps (workspace_id, slug, name) values (" + workspace + ", 'a', 'a')");
      run(
          "insert into customers (workspace_id, domain) values ("
              + workspace
              + ", 's.example.com')");
    }
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  private void run(String sql) throws SQLException {
    statement.execute(sql);
  }

  private String text(String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  private long number(String query) throws SQLException {
    return Long.parseLong(text(query));
  }

  private void subscribe(long workspace, int endpoints, String eventName) throws SQLException {
    run(
        """
        with made as (
          insert into webhook_endpoints (workspace_id, url, topics)
          select %1$d, 'https://receiver.invalid', '{customers/usage_event}'
          from generate_series(1, %2$d) returning id
        )
        insert into webhook_subscriptions (workspace_id, topic, app_id, event_name, endpoint_id)
        select %1$d, 'customers/usage_event', 0, '%3$s', id from made
        """
            .formatted(workspace, endpoints, eventName));
  }

  private void store(long workspace, int events, String name) throws SQLException {
    run(STORE.formatted(workspace, events, name));
  }

  private void expandAll() throws SQLException {
    for (int step = 0; step < 100 && number(PENDING + " where retry_at is null") > 0; step++) {
      text(STEP);
    }
    assertEquals(0, number(PENDING + " where retry_at is null"));
  }

  @Test
  void storingEventsWritesOneRowHoweverManyEndpointsAreSubscribed() throws Exception {
    subscribe(1, 100, "");
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      long start = System.nanoTime();
      store(1, 20, "used");
      millis.add((System.nanoTime() - start) / 1_000_000);
    }
    store(2, 20, "used");
    assertEquals(9, number(PENDING));
    assertEquals(0, number(DUE + 1));
    millis.sort(null);
    assertTrue(millis.get(4) < INSERT_MILLIS, () -> "a group took " + millis + " ms");
    expandAll();
    assertEquals(9 * 20 * 100, number(DUE + 1));
  }

  /** PostgreSQL plans the query once per connection, often while tables are still small. */
  @Test
  void eachEventReadsOnlyItsOwnShop() throws Exception {
    subscribe(1, 1, "");
    store(1, 1, "used");
    expandAll();
    run(
        "insert into customers (workspace_id, domain) select 1, gen_random_uuid() || '.example.com'"
            + " from generate_series(1, "
            + SHOPS
            + ")");
    run(
        "insert into customer_profiles (workspace_id, customer_id, name)"
            + " select 1, id, 'Shop' from customers where workspace_id = 1");
    store(1, EVENTS, "used");
    connection.setAutoCommit(false);
    long before = number(ROWS_READ);
    expandAll();
    long read = number(ROWS_READ) - before;
    connection.commit();
    connection.setAutoCommit(true);
    assertEquals(EVENTS + 1, number("select count(*) from webhook_messages"));
    assertTrue(read <= 2L * EVENTS, () -> read + " rows read for " + EVENTS + " events");
  }

  @Test
  void messagesAreInTheOrderOfTheEventsOverAllSteps() throws Exception {
    subscribe(1, 1, "");
    store(1, EVENTS, "used");
    store(1, 10, "used");
    expandAll();
    assertEquals(
        EVENTS + 10,
        number(
            """
            select count(*) from (
              select m.id, row_number() over (order by m.id) as nth,
                row_number() over (order by e.group_id, e.occurred_at) as wanted
              from webhook_messages m join usage_events e
                on e.event_id = m.subject and (m.payload ->> 'timestamp')::timestamptz
                  = date_trunc('milliseconds', e.occurred_at)
                or e.event_id = m.subject and (m.payload ->> 'timestamp')::timestamptz
                  = e.occurred_at
            ) o where nth = wanted
            """));
  }

  @Test
  void anEventGoesToTheEndpointsSubscribedWhenItWasStored() throws Exception {
    subscribe(1, 1, "used");
    subscribe(1, 1, "other");
    subscribe(1, 1, "used");
    store(1, 1, "used");
    // The first changes its filter, the third is deleted, a fourth is created.
    run("delete from webhook_subscriptions where endpoint_id = 1");
    run("insert into webhook_subscriptions values (1, 'customers/usage_event', 0, '', 1)");
    run("update webhook_endpoints set status = 'deleted' where id = 3");
    run("delete from webhook_subscriptions where endpoint_id = 3");
    subscribe(1, 1, "");
    store(1, 1, "other");
    expandAll();
    assertEquals(
        "1 used, 1 other, 2 other, 4 other",
        text(
            """
            select string_agg(d.endpoint_id || ' ' || (m.payload ->> 'eventName'), ', '
              order by m.id, d.endpoint_id)
            from webhook_due d join webhook_messages m on m.id = d.message_id
            """));
  }

  @Test
  @Tag("full")
  void aWorkspaceWithAThousandEndpointsGetsItsShareOfAStep() throws Exception {
    subscribe(1, 1_000, "");
    subscribe(2, 1, "");
    store(1, 200, "used");
    store(2, 1, "used");
    long start = System.nanoTime();
    assertEquals("2 1001 0", text(STEP));
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertEquals(1, number(DUE + 2));
    System.out.println("a step with 1,001 deliveries took " + millis + " ms");
  }

  @Test
  void anEventThatCannotBeExpandedIsQuarantinedAloneAndRetried() throws Exception {
    run(
        """
        create function refuse() returns trigger language plpgsql as $$
        begin
          if new.subject = 'e-7' and new.workspace_id = 1 then raise 'refused'; end if;
          return new;
        end $$
        """);
    run(
        "create trigger refuse before insert on webhook_messages for each row execute function refuse()");
    subscribe(1, 1, "");
    subscribe(2, 1, "");
    store(1, 20, "used");
    store(1, 5, "used");
    store(2, 20, "used");
    text(STEP);
    assertEquals(20, number(DUE + 2));
    expandAll();
    assertEquals(24, number(DUE + 1));
    assertEquals("1 refused", text("select failures || ' ' || error from webhook_fan_outs"));
    run("update webhook_fan_outs set retry_at = now()");
    text("select count(*) from webhook_fan_out_backlog(-1, 100)");
    expandAll();
    assertEquals("2", text("select failures from webhook_fan_outs"));
    run("drop trigger refuse on webhook_messages");
    run("update webhook_fan_outs set retry_at = now()");
    text("select count(*) from webhook_fan_out_backlog(-1, 100)");
    expandAll();
    assertEquals(25, number(DUE + 1));
    assertEquals(0, number(PENDING));
  }

  @Test
  void twoProcessesNeverExpandAWorkspaceConcurrently() throws Exception {
    subscribe(1, 1, "");
    store(1, 600, "used");
    try (Connection other =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement otherStatement = other.createStatement()) {
      other.setAutoCommit(false);
      try (ResultSet rows = otherStatement.executeQuery(STEP)) {
        rows.next();
        assertEquals("250 250 0", rows.getString(1));
      }
      assertEquals(
          "t",
          text(
              "select busy from ("
                  + STEP.replace("events || ' ' || due || ' ' || quarantined", "busy")
                  + ") s"));
      other.rollback();
    }
    expandAll();
    assertEquals(600, number("select count(distinct subject) from webhook_messages"));
    assertEquals(600, number(DUE + 1));
  }
}
