package dev.shopwire.app.customers.fields;

import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.Tenants;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests that a field which a segment uses is neither deleted nor retyped. */
class FieldInUseIT {
  private static final int ROUNDS = RunSize.of("fieldInUse.rounds", 40, 1_000);
  private static final ExecutorService THREADS = Executors.newFixedThreadPool(2);
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final SchemaCheckedHttp CONSOLE = TENANTS.console();
  private static final Sql SQL = RunningService.shared().sql();
  private static final String FIELDS = "/console/api/custom-fields/";

  // What a save of a segment does with a field.
  private static final String SAVE =
      """
      with made as (
        insert into segments (workspace_id, name, condition, timezone, leaves)
        values (%1$s, '%2$s', '{}', 'UTC', 1) returning workspace_id, id
      ), used as (
        insert into segment_uses (workspace_id, segment_id, kind, used_id)
        select workspace_id, id, 'field', %3$s from made
      )
      select id from made
      """;

  private final Tenants.App app = TENANTS.app();

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
  }

  private void push(String fields) {
    Response response =
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"a.example.com\",\"customFields\":{" + fields + "}}");
    assertEquals(200, response.status(), response::body);
  }

  private String field(String name) {
    return SQL.text(
        "select id from custom_fields where workspace_id = ? and name = ?",
        Long.parseLong(app.workspaceId()),
        name);
  }

  private String save(String segment, String field) {
    return SQL.text(SAVE.formatted(app.workspaceId(), segment, field));
  }

  private Response delete(String field) {
    return CONSOLE.delete(FIELDS + field);
  }

  private Response retype(String field, String body) {
    return CONSOLE.post(FIELDS + field + "/retype", body);
  }

  @Test
  void aFieldInUseIsNotDeletedAndItsUsersAreNamed() {
    push("\"seats\":5,\"plan\":\"pro\"");
    String seats = field("seats");
    String first = save("Large \"shops\"", seats);
    String second = save("VIP", seats);
    Response refused = delete(seats);
    assertFails(refused, 409, "field_in_use");
    JsonNode users = refused.json().path("usedBy");
    assertEquals(2, users.size(), refused::body);
    assertEquals("segment", users.at("/0/type").asText());
    assertEquals(first, users.at("/0/id").textValue());
    assertEquals("Large \"shops\"", users.at("/0/name").asText());
    assertEquals(second, users.at("/1/id").textValue());
    assertEquals(seats, field("seats"));
    assertEquals(200, delete(field("plan")).status());

    SQL.run("delete from segments where workspace_id = " + app.workspaceId());
    Response deleted = delete(seats);
    assertEquals(200, deleted.status(), deleted::body);
  }

  @Test
  void aFieldInUseKeepsItsTypeAndMayBePromoted() {
    push("\"seats\":\"5\"");
    String seats = field("seats");
    save("Large", seats);
    assertFails(retype(seats, "{\"type\":\"number\"}"), 409, "field_in_use");
    Response dryRun = retype(seats, "{\"type\":\"number\",\"dryRun\":true}");
    assertFails(dryRun, 409, "field_in_use");
    assertEquals("Large", dryRun.json().at("/usedBy/0/name").asText());
    assertEquals(200, retype(seats, "{\"type\":\"text\"}").status());
    assertEquals(200, CONSOLE.post(FIELDS + seats + "/promote", "").status());
    assertEquals(
        "text " + seats,
        SQL.text(
            "select type || ' ' || id from custom_field_definitions where workspace_id = ?",
            Long.parseLong(app.workspaceId())));
    push("\"seats\":\"6\"");
  }

  @Test
  void anotherWorkspacesSegmentsUseNothingOfThisOne() {
    push("\"seats\":5");
    String seats = field("seats");
    Tenants.App other = TENANTS.app();
    SQL.text(SAVE.formatted(other.workspaceId(), "VIP", seats));
    Response deleted = delete(seats);
    assertEquals(200, deleted.status(), deleted::body);
  }

  @Test
  void ofASaveAndADeletionAtOnceExactlyOneWins() throws Exception {
    int deleted = 0;
    for (int round = 0; round < ROUNDS; round++) {
      push("\"f%d\":5".formatted(round));
      String field = field("f" + round);
      String name = "s" + round;
      long pauseNanos = TimeUnit.MILLISECONDS.toNanos(round % 40 * 3L);
      List<Callable<Boolean>> calls =
          List.of(
              () -> {
                LockSupport.parkNanos(pauseNanos); // varies the timing of the race
                return delete(field).status() == 200;
              },
              () -> !saveLocked(name, field).equals("none"));
      List<Boolean> won = ConcurrentCalls.call(THREADS, calls);
      assertEquals(!won.get(0), won.get(1), won::toString);
      assertEquals(
          won.get(0) ? 0 : 1,
          SQL.number(
              """
              select count(*) from segment_field_users u
              join custom_field_definitions f on f.workspace_id = u.workspace_id
                and f.id = u.field_id
              where u.workspace_id = ? and u.segment_name = ?
              """,
              Long.parseLong(app.workspaceId()),
              name));
      deleted += won.get(0) ? 1 : 0;
    }
    System.out.printf("%d of %d fields were deleted, the others are in use%n", deleted, ROUNDS);
  }

  @Test
  void ofASaveAndARetypeAtOnceTheSaveSeesTheTypeThatRemains() throws Exception {
    int retyped = 0;
    for (int round = 0; round < ROUNDS; round++) {
      push("\"f%d\":\"5\"".formatted(round));
      String field = field("f" + round);
      String name = "s" + round;
      List<Callable<String>> calls =
          List.of(
              () -> Integer.toString(retype(field, "{\"type\":\"number\"}").status()),
              () -> saveLocked(name, field));
      List<String> results = ConcurrentCalls.call(THREADS, calls);
      assertEquals(results.get(0).equals("200") ? "number" : "text", results.get(1));
      assertEquals(
          results.get(1),
          SQL.text(
              "select type from custom_field_definitions where id = ?", Long.parseLong(field)));
      retyped += results.get(0).equals("200") ? 1 : 0;
    }
    System.out.printf("%d of %d fields were retyped before the save%n", retyped, ROUNDS);
  }

  /** Saves a segment as its role does; returns the field's type, or none if it was deleted. */
  private String saveLocked(String segment, String field) throws SQLException {
    Postgres postgres = new Postgres(Stores.shared().postgresUri());
    try (Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("select lock_custom_fields(" + app.workspaceId() + ")");
      try (ResultSet found =
          statement.executeQuery("select type from custom_field_definitions where id = " + field)) {
        if (!found.next()) {
          return "none";
        }
        String type = found.getString("type");
        statement.execute(SAVE.formatted(app.workspaceId(), segment, field));
        connection.commit();
        return type;
      }
    }
  }
}
