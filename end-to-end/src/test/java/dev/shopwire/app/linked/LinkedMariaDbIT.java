package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.SourceMariaDb;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Databases of MariaDB: the proof, previews, and queries that try to change something. */
@Tag("full")
class LinkedMariaDbIT {
  private static final List<String> OBJECTS =
      List.of(
          "create function source.definer_write() returns int modifies sql data begin"
              + " insert into source.written values (1); return 1; end",
          "create function source.definer_open_up() returns int modifies sql data begin"
              + " set session transaction read write; insert into source.written values (1);"
              + " return 1; end",
          "create function source.definer_temporary() returns int modifies sql data begin"
              + " create temporary table t (n int); return 1; end",
          "create procedure source.definer_procedure() insert into source.written values (1)",
          "create view source.definer_view as select source.definer_write() as domain");
  private static final List<String> STATE =
      List.of(
          "select * from source.shops order by domain",
          "select * from source.written",
          "select next_not_cached_value from source.counter",
          "select * from mysql.global_priv order by user",
          "select * from mysql.db order by user",
          "select * from mysql.roles_mapping order by user",
          "select table_schema, table_name, table_type from information_schema.tables order by 1, 2",
          "select routine_schema, routine_name, routine_definition from information_schema.routines"
              + " order by 1, 2",
          "select event_name from information_schema.events",
          "select trigger_name from information_schema.triggers",
          "show databases",
          "show plugins",
          "show global variables where variable_name not in ('gtid_binlog_pos', 'timestamp')");

  private static OwnService service;
  private static SourceMariaDb source;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service = new OwnService(LinkedFixture.SETTINGS);
    source = new SourceMariaDb();
    OBJECTS.forEach(source::sql);
  }

  @AfterAll
  static void stop() {
    service.close();
    source.close();
  }

  @Test
  void aReaderIsProvenAndItsValuesAreRead() {
    LinkedFixture fixture = LinkedFixture.of(service.tenants());
    assertEquals(
        200,
        fixture
            .app()
            .api()
            .post("/v1/identify", "{\"myplatformDomain\":\"acme.platform.example\"}")
            .status());
    Response created = fixture.create(fixture.body("shop", source.readerUri()));
    assertEquals(200, created.status(), created::body);
    assertTrue(created.json().at("/database/readOnly/proven").asBoolean(), created::body);
    assertFalse(created.body().contains(SourceMariaDb.PASSWORD));
    Response response =
        fixture.preview(
            created.json().at("/database/id").asText(),
            "select * from shops order by domain # all of them",
            "domain",
            "plan:plan:text:app",
            "orders:orders:number:app",
            "is_trial:is_trial:boolean:app",
            "data:data:json:app",
            "flag:flag:boolean:app",
            "at:at:text:app",
            "seen:seen:text:app",
            "price:price:number:app",
            "ratio:ratio:number:app");
    assertEquals(200, response.status(), response::body);
    List<String> values = new ArrayList<>();
    JsonNode rows = response.json().at("/preview/rows");
    rows.at("/0/fields").forEach(field -> values.add(field.path("new").toString()));
    assertEquals(
        List.of(
            "\"pro\"",
            "12",
            "true",
            "{\"a\":1}",
            "true",
            "\"2026-01-31T10:00:00\"",
            "\"2026-01-31T10:00:00+00:00\"",
            "7.50",
            "1E+20"),
        values,
        response::body);
    assertEquals("unknown_customer", rows.at("/1/problem/code").asText());
    Response binary =
        fixture.preview(
            created.json().at("/database/id").asText(),
            "select * from shops order by domain",
            "domain",
            "content:content:text:app");
    assertEquals(
        "type_mismatch", binary.json().at("/preview/rows/0/problem/code").asText(), binary::body);
  }

  @Test
  void rightsOfTheAccountAndOfItsRolesAreRefused() {
    LinkedFixture fixture = LinkedFixture.of(service.tenants());
    record Case(String grant, String revoke, String shown) {}
    for (Case one :
        List.of(
            new Case("grant writers to reader@'%'", "revoke writers from reader@'%'", "INSERT on"),
            new Case(
                "grant file on *.* to reader@'%'", "revoke file on *.* from reader@'%'", "FILE"),
            new Case(
                "grant super on *.* to reader@'%'", "revoke super on *.* from reader@'%'", "SUPER"),
            new Case(
                "grant update (plan) on source.shops to reader@'%'",
                "revoke update (plan) on source.shops from reader@'%'", "UPDATE (`plan`)"),
            new Case(
                "grant execute on source.* to reader@'%'",
                "revoke execute on source.* from reader@'%'", "EXECUTE"),
            new Case(
                "grant create user on *.* to reader@'%'",
                "revoke create user on *.* from reader@'%'", "CREATE USER"))) {
      source.sql(one.grant());
      Response response = fixture.create(fixture.body("rights", source.readerUri()));
      source.sql(one.revoke());
      assertEquals(422, response.status(), one::grant);
      assertTrue(response.body().contains(one.shown()), response::body);
      assertFalse(response.body().contains("IDENTIFIED BY PASSWORD"), response::body);
    }
    Response owner = fixture.create(fixture.body("owner", source.ownerUri()));
    assertTrue(owner.body().contains("ALL PRIVILEGES on `source`.*"), owner::body);
    assertEquals(
        200,
        fixture
            .create(fixture.body("owner", source.ownerUri()).put("acceptWritableRole", true))
            .status());
  }

  @Test
  void noQueryChangesAnythingAsAReader() {
    run(source.readerUri());
  }

  @Test
  void noQueryChangesAnythingAsAnOwnerWhoWasAdmitted() {
    run(source.ownerUri());
  }

  private static void run(String uri) {
    LinkedFixture fixture = LinkedFixture.of(service.tenants());
    ObjectNode body = fixture.body("source", uri).put("acceptWritableRole", true);
    body.putObject("limits").put("statementMillis", 300);
    String id = fixture.created(body);
    List<String> before = state();
    List<String> wrong = new ArrayList<>();
    for (HostileStatements statement : HostileStatements.of(HostileStatements.MARIADB)) {
      long start = System.nanoTime();
      Response response = fixture.preview(id, statement.sql(), "domain", "domain:d:text:app");
      Duration time = Duration.ofNanos(System.nanoTime() - start);
      boolean isExpected = response.status() == 200 || response.status() == 422;
      if (!isExpected || time.toSeconds() > 10) {
        wrong.add(statement.sql() + " " + time + " " + response.status() + " " + response.body());
      }
    }
    assertEquals("", String.join("\n", wrong));
    Poll.until(
        Duration.ofSeconds(10),
        () -> "no session is left",
        () ->
            source
                .sql(
                    "select count(*) from information_schema.processlist where user in ('reader',"
                        + " 'owner')")
                .toString()
                .contains("0"));
    assertEquals(before, state());
    for (String name : List.of("shopwire_hostile_out", "shopwire_hostile_dump")) {
      assertFalse(Files.exists(Path.of("/tmp", name)));
    }
  }

  private static List<String> state() {
    return STATE.stream().map(source::sql).map(List::toString).toList();
  }
}
