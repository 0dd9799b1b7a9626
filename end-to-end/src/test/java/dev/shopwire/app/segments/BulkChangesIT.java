package dev.shopwire.app.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests that noting changes for tracked segments takes as long for many rows whether or not the
 * session has changed a single row before, whose plan it keeps.
 */
class BulkChangesIT {
  private static final int CUSTOMERS = 6_000;
  private static final double SLOWER = 4;

  private static final OwnStores STORES = new OwnStores("bulk-changes");
  private static final Sql SQL = STORES.sql();
  private static long workspaceId;

  /** The service is stopped then, so that nothing evaluates what is noted. */
  @BeforeAll
  static void createCustomers() {
    try (ServiceProcess service = STORES.startService(Map.of())) {
      SegmentWorkspace workspace =
          new SegmentWorkspace(
              new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN));
      workspaceId = Long.parseLong(workspace.app().workspaceId());
      workspace.push("s.example.com", "{\"seats\":1}");
      for (String text :
          List.of(
              "cf:seats gte 100",
              "name = \"a\"",
              "lastSeenAt before 1d ago",
              "contact count gte 9")) {
        ObjectNode body = SegmentWorkspace.body("name", text, "text", text);
        assertEquals(200, workspace.save(body.put("tracked", true)).status());
      }
    }
    SQL.run(
        """
        with made as (
          insert into customers (workspace_id, domain)
          select %1$d, 'bulk-' || i || '.example.com' from generate_series(1, %2$d) i
          returning workspace_id, id
        ), named as (
          insert into customer_profiles (workspace_id, customer_id, name)
          select workspace_id, id, 'x' from made
        ), reached as (
          insert into contacts (workspace_id, customer_id, platform_id, email, tags, source_app)
          select workspace_id, id, 'p', 'p@example.com', '{}', 0 from made
        )
        insert into custom_field_values (workspace_id, customer_id, field_id, app_id, number_value)
        select m.workspace_id, m.id, f.id, 0, 1 from made m, custom_fields f where f.name = 'seats';
        analyze customers, customer_profiles, contacts, custom_field_values
        """
            .formatted(workspaceId, CUSTOMERS));
  }

  @AfterAll
  static void stopStores() {
    STORES.close();
  }

  private static Connection connect() throws SQLException {
    Postgres server = new Postgres(STORES.postgres().uri());
    return DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
  }

  private static double millis(Connection connection, String update) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      long start = System.nanoTime();
      int changed = statement.executeUpdate(update);
      double millis = (System.nanoTime() - start) / 1e6;
      assertTrue(changed == 1 || changed >= CUSTOMERS, () -> changed + " rows");
      return millis;
    }
  }

  private static void test(String table, String key, String change) throws SQLException {
    String all = "update " + table + " set " + change + " where workspace_id = " + workspaceId;
    String one =
        all
            + " and %1$s = (select max(%1$s) from %2$s where workspace_id = %3$d)"
                .formatted(key, table, workspaceId);
    double fresh;
    double used;
    try (Connection connection = connect()) {
      fresh = millis(connection, all);
    }
    SQL.run("truncate segment_pending");
    try (Connection connection = connect()) {
      millis(connection, one);
      used = millis(connection, all);
    }
    assertTrue(
        SQL.number("select count(*) from segment_pending") >= CUSTOMERS, "all of them are noted");
    SQL.run("truncate segment_pending");
    System.out.printf("%s: %.0f ms, after a change of one row %.0f ms%n", table, fresh, used);
    assertTrue(used < SLOWER * fresh, () -> table + ": " + used + " ms instead of " + fresh);
  }

  @Test
  void values() throws SQLException {
    test("custom_field_values", "customer_id", "number_value = number_value + 1");
  }

  @Test
  void names() throws SQLException {
    test("customer_profiles", "customer_id", "name = name || 'x'");
  }

  @Test
  void contacts() throws SQLException {
    test("contacts", "id", "email = 'x' || email");
  }

  @Test
  void lastSeen() throws SQLException {
    test("customers", "id", "last_seen_at = last_seen_at + interval '1 second'");
  }
}
