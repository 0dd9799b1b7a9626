package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The calls about databases, the proof that they are read-only, and previews. */
class LinkedDatabaseIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static SourceDatabase source;
  private static Sql superuser;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    source = new SourceDatabase();
    superuser = source.superuser();
  }

  @AfterAll
  static void stop() {
    superuser.close();
    source.close();
  }

  private static LinkedFixture fixture() {
    return LinkedFixture.of(SERVICE.tenants());
  }

  @Test
  void aReaderIsProvenAndItsUriIsNowhere() {
    LinkedFixture fixture = fixture();
    Response response = fixture.create(fixture.body("production", source.readerUri()));
    assertEquals(200, response.status(), response::body);
    JsonNode database = response.json().path("database");
    assertTrue(database.at("/readOnly/proven").asBoolean(), database::toString);
    assertEquals(11, database.at("/readOnly/probes").size());
    database
        .at("/readOnly/probes")
        .forEach(probe -> assertTrue(probe.path("ok").asBoolean(), probe::toString));
    String path = "/console/api/databases/" + database.path("id").asText();
    Response checked = fixture.tenants().console().post(path + "/check", "");
    assertEquals(200, checked.status(), checked::body);
    assertEquals(database.path("id"), checked.json().at("/database/id"));
    String dump =
        SERVICE
            .sql()
            .text(
                """
                select string_agg(t::text, '') from (
                  select d::text as t from linked_databases d union all
                  select s::text from linked_database_secrets s union all
                  select a::text from audit_log a) rows
                """);
    for (String text :
        List.of(
            dump,
            SERVICE.process().output(),
            response.body(),
            checked.body(),
            fixture.tenants().console().get(fixture.path()).body())) {
      assertFalse(text.contains(SourceDatabase.PASSWORD));
    }
    assertNothingIsLeft();
    assertEquals(200, fixture.tenants().console().delete(path).status());
    assertEquals(404, fixture.tenants().console().get(path).status());
    assertEquals(
        0,
        SERVICE
            .sql()
            .number(
                "select count(*) from linked_database_secrets where workspace_id = ?",
                Long.parseLong(fixture.app().workspaceId())));
  }

  /** No session of the service is in the source. */
  private static void assertNothingIsLeft() {
    Poll.until(
        Duration.ofSeconds(10),
        () -> "no session is left",
        () ->
            superuser.number(
                    "select count(*) from pg_stat_activity where usename in ('reader', 'owner')")
                == 0);
  }

  @Test
  void aRoleThatCanWriteIsRefusedWithEachRightAndAdmittedByConsentAlone() {
    LinkedFixture fixture = fixture();
    Response refused = fixture.create(fixture.body("writer", source.ownerUri()));
    assertEquals(422, refused.status(), refused::body);
    assertEquals("not_read_only", refused.json().path("code").asText());
    String body = refused.body();
    for (String right :
        List.of("INSERT on public.shops", "OWNER of public.shops", "CREATE on database shopwire")) {
      assertTrue(body.contains(right), body);
    }
    assertTrue(refused.json().path("statements").toString().contains("GRANT SELECT"));
    Response admitted =
        fixture.create(fixture.body("writer", source.ownerUri()).put("acceptWritableRole", true));
    assertEquals(200, admitted.status(), admitted::body);
    assertFalse(admitted.json().at("/database/readOnly/proven").asBoolean());
    Response superuserRefused =
        fixture.create(fixture.body("root", source.superuserUri()).put("acceptWritableRole", true));
    assertEquals(422, superuserRefused.status());
    assertTrue(superuserRefused.body().contains("SUPERUSER"), superuserRefused.body());
    Response again =
        fixture
            .tenants()
            .console()
            .patch(
                "/console/api/databases/" + admitted.json().at("/database/id").asText(),
                "{\"acceptWritableRole\":false}");
    assertEquals("not_read_only", again.json().path("code").asText());
  }

  @Test
  void everyRightBeyondReadingIsFoundAlsoThroughOtherRoles() {
    LinkedFixture fixture = fixture();
    superuser.run(
        """
        create role writers; create role makers createrole; create role files;
        grant pg_read_server_files to files;
        create table rights (a int, b int); create sequence counter;
        """);
    record Case(String grant, String revoke, String shown) {}
    for (Case one :
        List.of(
            new Case(
                "grant update (b) on rights to %s",
                "revoke all on rights from %s", "UPDATE on public.rights"),
            new Case(
                "grant usage on sequence counter to %s",
                "revoke all on sequence counter from %s", "USAGE on sequence public.counter"),
            new Case(
                "grant truncate on rights to %s",
                "revoke all on rights from %s", "TRUNCATE on public.rights"),
            new Case(
                "grant create on schema public to %s",
                "revoke create on schema public from %s", "CREATE on schema public"),
            new Case(
                "grant pg_write_all_data to %s",
                "revoke pg_write_all_data from %s", "MEMBER OF pg_write_all_data"),
            new Case(
                "grant pg_execute_server_program to %s",
                "revoke pg_execute_server_program from %s", "MEMBER OF pg_execute_server_program"),
            new Case("grant files to %s", "revoke files from %s", "MEMBER OF pg_read_server_files"),
            new Case("grant makers to %s", "revoke makers from %s", "CREATEROLE (as role makers)"),
            new Case("alter role %s replication", "alter role %s noreplication", "REPLICATION"),
            new Case("alter role %s createdb", "alter role %s nocreatedb", "CREATEDB"),
            new Case(
                "grant execute on function pg_read_file(text) to %s",
                "revoke execute on function pg_read_file(text) from %s",
                "EXECUTE on pg_read_file(text)"),
            new Case(
                "grant delete on rights to writers; grant writers to %s",
                "revoke all on rights from writers; revoke writers from %s",
                "DELETE on public.rights (as role writers)"))) {
      superuser.run(one.grant().formatted("reader"));
      Response response = fixture.create(fixture.body("rights", source.readerUri()));
      superuser.run(one.revoke().formatted("reader"));
      assertEquals(422, response.status(), one::grant);
      assertTrue(response.body().contains(one.shown()), () -> one.shown() + ": " + response.body());
    }
    assertEquals(200, fixture.create(fixture.body("rights", source.readerUri())).status());
  }

  @Test
  void aRightThatIsGainedLaterFailsTheNextPreview() {
    LinkedFixture fixture = fixture();
    superuser.run(
        "create role later login password '%1$s'; grant select on shops to later"
            .formatted(SourceDatabase.PASSWORD));
    String id =
        fixture.created(fixture.body("later", source.uri("later", SourceDatabase.PASSWORD)));
    assertEquals(
        200, fixture.preview(id, "select * from shops", "domain", "plan:p:text:app").status());
    superuser.run("grant insert on shops to later");
    Response response = fixture.preview(id, "select * from shops", "domain", "plan:p:text:app");
    assertEquals("not_read_only", response.json().path("code").asText());
    Response checked =
        fixture.tenants().console().post("/console/api/databases/" + id + "/check", "");
    assertEquals(200, checked.status());
    assertFalse(checked.json().at("/database/readOnly/proven").asBoolean(), checked::body);
  }

  @Test
  void badInputIsRefusedWithPointersAndStoresNothing() {
    LinkedFixture fixture = fixture();
    String uri = source.readerUri();
    record Case(String uri, String error) {}
    for (Case one :
        List.of(
            new Case("oracle://a:b@c/d", "/uri invalid_uri"),
            new Case("postgresql://127.0.0.1/shopwire", "/uri invalid_uri"),
            new Case(uri + "?sslmode=none", "/uri invalid_uri"),
            new Case(uri + "?sslmode=verify-full", "/uri invalid_uri"),
            new Case(uri + "?sslrootcert=/etc/passwd", "/uri invalid_uri"),
            new Case(uri + "?connect_timeout=1", "/uri invalid_uri"),
            new Case("postgresql://a:b@169.254.169.254/d", "/uri refused_address"),
            new Case("postgresql://a:b@127.1/d", "/uri invalid_uri"),
            new Case("postgresql://a:b@2130706433/d", "/uri invalid_uri"),
            new Case("mysql://a:b@[fd00:ec2::254]:3306/d", "/uri refused_address"),
            new Case(uri.replace(SourceDatabase.PASSWORD, "wrong-password"), "/uri unreachable"),
            new Case(uri.replaceAll(":\\d+/", ":1/"), "/uri unreachable"),
            new Case(uri.replaceAll("/shopwire$", "/none"), "/uri unreachable"),
            new Case(SERVICE.postgresUri(), "/uri own_database"),
            new Case(
                SERVICE.postgresUri().replace("127.0.0.1", "localhost"), "/uri own_database"))) {
      Response response = fixture.create(fixture.body("bad", one.uri()));
      assertEquals(List.of(one.error()), LinkedFixture.errors(response), one::uri);
      assertFalse(response.body().contains("wrong-password"), response::body);
    }
    assertEquals(
        List.of("/app unknown_app"),
        LinkedFixture.errors(fixture.create(fixture.body("bad", uri).put("app", "none"))));
    var limits = fixture.body("bad", uri);
    limits.putObject("limits").put("statementMillis", 99).put("rows", 0).put("bytes", 1.5);
    assertEquals(3, LinkedFixture.errors(fixture.create(limits)).size());
    assertEquals(
        0,
        SERVICE
            .sql()
            .number(
                "select count(*) from linked_databases where workspace_id = ?",
                Long.parseLong(fixture.app().workspaceId())));
  }

  @Test
  void aWorkspaceHasTwentyDatabasesWithNamesOfTheirOwn() {
    LinkedFixture fixture = fixture();
    String id = fixture.created(fixture.body("one", source.readerUri()));
    assertEquals(409, fixture.create(fixture.body("one", source.readerUri())).status());
    SERVICE
        .sql()
        .run(
            """
        insert into linked_databases (workspace_id, name, engine, host, port, database_name,
          user_name, accepts_writable, statement_millis, max_rows, max_bytes, proven, checked_at, probes)
        select workspace_id, 'copy ' || n, engine, host, port, database_name, user_name, false,
          statement_millis, max_rows, max_bytes, true, now(), '[]'
        from linked_databases, generate_series(2, 20) n where id = %s
        """
                .formatted(id));
    Response response = fixture.create(fixture.body("another", source.readerUri()));
    assertEquals("too_many_databases", response.json().path("code").asText());
  }

  @Test
  void aPreviewShowsTypesProblemsAndTheDifferenceToTodaysValues() {
    LinkedFixture fixture = fixture();
    for (String shop : List.of("one", "two", "three")) {
      assertEquals(
          200,
          fixture
              .app()
              .api()
              .post(
                  "/v1/identify",
                  "{\"myplatformDomain\":\"%s.platform.example\",\"customFields\":{\"plan\":\"pro\",\"seats\":5}}"
                      .formatted(shop))
              .status());
    }
    String id = fixture.created(fixture.body("production", source.readerUri()));
    String sql =
        """
        select * from (values
          (' ONE.platform.example', 'pro', 5::numeric, true, '{"a": 1}'::jsonb, timestamptz '2026-01-31 12:00+02'),
          ('two.platform.example', 'free', 7.50, null, '[]', null),
          ('three.platform.example', null, 'NaN', false, null, null),
          ('four.platform.example', 'x', 1, false, null, null),
          (null, 'x', 1, false, null, null),
          ('not a domain', 'x', 1, false, null, null),
          ('five.platform.example', 'x', 1, false, null, null),
          ('five.platform.example', 'y', 1, false, null, null)
        ) as t (shop, plan, seats, trial, data, at) -- with a comment
        """;
    Response response =
        fixture.preview(
            id,
            sql,
            "shop",
            "plan:plan:text:app",
            "seats:seats:number:app",
            "trial:trial:boolean:customers",
            "data:data:json:all-apps",
            "at:at:text:customers");
    assertEquals(200, response.status(), response::body);
    JsonNode preview = response.json().path("preview");
    List<String> problems = new ArrayList<>();
    preview.path("rows").forEach(row -> problems.add(row.at("/problem/code").asText("")));
    assertEquals(
        List.of(
            "",
            "",
            "not_finite",
            "unknown_customer",
            "null_key",
            "bad_key",
            "duplicate_key",
            "duplicate_key"),
        problems);
    assertEquals("[\"same\",\"same\",\"set\",\"set\",\"set\"]", changes(preview, 0));
    assertEquals("[\"change\",\"change\",\"same\",\"set\",\"same\"]", changes(preview, 1));
    assertEquals("\"2026-01-31T10:00:00+00:00\"", preview.at("/rows/0/fields/4/new").toString());
    assertEquals("7.50", preview.at("/rows/1/fields/1/new").toString());
    assertEquals("timestamp with time zone", preview.at("/columns/5/databaseType").asText());
    assertFalse(preview.path("truncated").asBoolean());
    assertEquals(
        0,
        SERVICE
            .sql()
            .number(
                "select count(*) from custom_fields where name = 'trial' and workspace_id = ?",
                Long.parseLong(fixture.app().workspaceId())));
    Response mismatch =
        fixture.preview(id, sql, "shop", "plan:plan:text:app", "trial:seats:boolean:app");
    assertEquals(List.of("/columns/1/type field_type_mismatch"), LinkedFixture.errors(mismatch));
    Response long20 =
        fixture.preview(
            id,
            "select 'shop-' || n || '.example' as d, repeat('x', 100000) as x, n::text::xml as y from generate_series(1, 1000000) n",
            "d",
            "x:x:text:app",
            "y:y:text:app");
    assertEquals(20, long20.json().at("/preview/rows").size(), long20::body);
    assertTrue(long20.json().at("/preview/truncated").asBoolean());
  }

  private static String changes(JsonNode preview, int row) {
    List<String> changes = new ArrayList<>();
    preview
        .at("/rows/" + row + "/fields")
        .forEach(field -> changes.add(field.path("change").toString()));
    return "[" + String.join(",", changes) + "]";
  }

  @Test
  void aQueryThatTheDatabaseRefusesIsShownWithItsWordsAndPosition() {
    LinkedFixture fixture = fixture();
    String id = fixture.created(fixture.body("production", source.readerUri()));
    record Case(String sql, String error) {}
    for (Case one :
        List.of(
            new Case("select domian from shops", "/sql refused_sql"),
            new Case("select 1; select 2", "/sql refused_sql"),
            new Case("select * from shops where domain = $1", "/sql refused_sql"),
            new Case("select 1 as domain, 2 as domain", "/sql refused_sql"),
            new Case("select 1) q, (select 2", "/sql refused_sql"),
            new Case("select plan from shops", "/keyColumn unknown_column"),
            new Case("x".repeat(20_001), "/sql invalid_length"),
            new Case("  ", "/sql invalid_length"),
            new Case("select \u0000", "/sql invalid_text"))) {
      List<String> errors =
          LinkedFixture.errors(fixture.preview(id, one.sql(), "domain", "plan:p:text:app"));
      assertEquals(
          one.error().split(" ", -1)[0], errors.get(0).split(" ", -1)[0], one.sql() + errors);
    }
    Response words = fixture.preview(id, "select domian from shops", "domain", "plan:p:text:app");
    assertEquals(8, words.json().path("position").asInt(), words::body);
    assertTrue(words.body().contains("column \\\"domian\\\" does not exist"), words::body);
    assertEquals(
        List.of("/columns/1/field duplicate_field", "/columns/2/scope invalid_scope"),
        LinkedFixture.errors(
            fixture.preview(id, "select 1", "a", "a:f:text:app", "b:f:text:app", "c:g:text:none")));
  }

  @Test
  void anotherUseWaitsForTheOneBefore() {
    LinkedFixture fixture = fixture();
    String id = fixture.created(fixture.body("production", source.readerUri()));
    SERVICE
        .sql()
        .run(
            "insert into linked_database_leases values (%s, gen_random_uuid(), 1, now() + interval '1 hour')"
                .formatted(id));
    Response busy = fixture.preview(id, "select * from shops", "domain", "plan:p:text:app");
    assertEquals("database_busy", busy.json().path("code").asText(), busy::body);
    SERVICE
        .sql()
        .run("update linked_database_leases set ends_at = now() where database_id = " + id);
    assertEquals(
        200, fixture.preview(id, "select * from shops", "domain", "plan:p:text:app").status());
    assertEquals(
        URI.create(source.readerUri()).getPort(),
        fixture
            .tenants()
            .console()
            .get("/console/api/databases/" + id)
            .json()
            .at("/database/port")
            .asInt());
  }
}
