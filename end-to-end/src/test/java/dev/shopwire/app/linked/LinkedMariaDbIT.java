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
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Databases of MariaDB: the proof, previews, runs, and queries that try to change something. */
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

  /** Columns by the types of their fields. */
  private static final Map<String, List<String>> TYPES = new LinkedHashMap<>();

  static {
    TYPES.put(
        "number",
        List.of("tiny", "utiny", "small", "medium", "whole", "ubig", "price", "ratio", "made"));
    TYPES.put("boolean", List.of("flag", "yes"));
    TYPES.put("json", List.of("doc"));
    TYPES.put(
        "text",
        List.of("day", "at", "seen", "clock", "note", "kind", "tags", "guid", "content", "fixed"));
  }

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
  void aRunReadsEveryTypeAndNamesRowsThatNoFieldCanTake() {
    source.sql(
        """
        create table source.types (domain varchar(100) primary key, tiny tinyint, utiny tinyint unsigned,
          small smallint unsigned, medium mediumint unsigned, whole int, ubig bigint unsigned,
          price decimal(30, 10), ratio double, flag bit(1), yes boolean, made year, day date,
          at datetime(3), seen timestamp null, clock time, note varchar(50) character set utf8mb4,
          kind enum('a', 'b'), tags set('x', 'y'), doc json, guid uuid, content blob, fixed binary(2))
        """);
    source.sql(
        """
        insert into source.types values ('ONE.platform.example', -128, 255, 65535, 16777215,
          -2147483648, 18446744073709551615, 12345678901234567890.0123456789, -1.5e-7, b'1', true, 2026,
          '2026-01-31', '2026-01-31 10:00:00.125', '2026-01-31 10:00:00', '23:59:59', 'größer 🙂', 'b',
          'x,y', '{"a":[1,2]}', '123e4567-e89b-12d3-a456-426655440000', null, null)
        """);
    source.sql("insert into source.types (domain) values ('two.platform.example')");
    for (String wrong :
        List.of(
            "day) values ('zero-day.platform.example', '0000-00-00'",
            "at) values ('zero-month.platform.example', '2026-00-15 10:00:00'",
            "clock) values ('long-time.platform.example', '-838:59:59'",
            "yes) values ('yes.platform.example', 2",
            "content) values ('blob.platform.example', x'00ff'",
            "fixed) values ('binary.platform.example', 'ab'",
            "note) values (x'FF', 'x'")) {
      source.sql(
          "set statement sql_mode = '' for insert into source.types (domain, " + wrong + ")");
    }
    LinkedQueries queries =
        LinkedQueries.of(LinkedFixture.of(service.tenants()), source.readerUri());
    queries.identify("one", "two", "zero-day", "zero-month", "long-time", "yes", "blob", "binary");
    List<String> columns = new ArrayList<>();
    TYPES.forEach(
        (type, names) -> names.forEach(name -> columns.add(name + ":" + name + ":" + type)));
    String query =
        queries.created(
            LinkedQueries.body(
                "types",
                "select * from types order by domain",
                "domain",
                columns.stream().map(column -> column + ":customers").toArray(String[]::new)));
    JsonNode run = queries.run(query);
    assertEquals("applied", run.path("status").asText(), run::toString);
    assertEquals("{\"bad_key\":1,\"type_mismatch\":6}", run.path("badRows").toString());
    assertEquals(
        List.of(
            "tiny null -128",
            "utiny null 255",
            "small null 65535",
            "medium null 16777215",
            "whole null -2147483648",
            "ubig null 18446744073709551615",
            "price null 12345678901234567890.0123456789",
            "ratio null -1.5E-7",
            "made null 2026",
            "flag null true",
            "yes null true",
            "doc null {\"a\":[1,2]}",
            "day null \"2026-01-31\"",
            "at null \"2026-01-31T10:00:00.125\"",
            "seen null \"2026-01-31T10:00:00+00:00\"",
            "clock null \"23:59:59\"",
            "note null \"größer 🙂\"",
            "kind null \"b\"",
            "tags null \"x,y\"",
            "guid null \"123e4567-e89b-12d3-a456-426655440000\""),
        queries.changes(run).stream().map(change -> change.replaceFirst("^one ", "")).toList());
    List<String> bad = new ArrayList<>();
    queries
        .get("/linked-runs/" + run.path("id").asText() + "/bad-rows")
        .path("badRows")
        .forEach(row -> bad.add(row.path("column").asText()));
    assertEquals(
        List.of("at", "clock", "content", "day", "fixed", "null", "yes"),
        bad.stream().sorted().toList());
    assertEquals(0, queries.run(query).at("/changes/customers").asInt());
    source.sql(
        "update source.types set yes = null, price = price + 1, day = null where domain = 'one.platform.example'");
    assertEquals(
        List.of(
            "one price 12345678901234567890.0123456789 12345678901234567891.0123456789",
            "one yes true null",
            "one day \"2026-01-31\" null"),
        queries.changes(queries.run(query)));
  }

  @Test
  void aStatementThatFailsWhileItIsReadIsShownWithTheWordsOfTheDatabase() {
    LinkedFixture fixture = LinkedFixture.of(service.tenants());
    String id = fixture.created(fixture.body("shop", source.readerUri()));
    Response response =
        fixture.preview(
            id,
            "select domain, (select domain from shops s) as other from shops",
            "domain",
            "other:other:text:app");
    assertEquals(List.of("/sql refused_sql"), LinkedFixture.errors(response));
    assertTrue(response.body().contains("more than 1 row"), response::body);
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
    List<String> before = state();
    LinkedFixture fixture = LinkedFixture.of(service.tenants());
    ObjectNode body = fixture.body("source", uri).put("acceptWritableRole", true);
    body.putObject("limits").put("statementMillis", 300);
    String id = fixture.created(body);
    List<String> wrong = new ArrayList<>();
    List<HostileStatements> statements = HostileStatements.of(HostileStatements.MARIADB);
    for (HostileStatements statement : statements) {
      long start = System.nanoTime();
      Response response = fixture.preview(id, statement.sql(), "domain", "domain:d:text:app");
      Duration time = Duration.ofNanos(System.nanoTime() - start);
      boolean isExpected = response.status() == 200 || response.status() == 422;
      if (!isExpected || time.toSeconds() > 10) {
        wrong.add(statement.sql() + " " + time + " " + response.status() + " " + response.body());
      }
      if (statement.isSlow() && !response.body().contains("too_slow")) {
        wrong.add(statement.sql() + " is not too slow: " + response.body());
      }
    }
    wrong.addAll(new HostileRuns(service, fixture, uri).run(statements));
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
  }

  private static List<String> state() {
    List<String> state =
        new ArrayList<>(STATE.stream().map(source::sql).map(List::toString).toList());
    state.add(SourceFiles.ofMariaDb(source.files()));
    state.add(SourceFiles.temporary("shopwire_hostile"));
    return state;
  }
}
