package dev.shopwire.app.linked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Sql;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Queries that try to write, to lift limits, to read files or to run without an end change nothing
 * in PostgreSQL, and leave no session, neither as previews nor as runs.
 */
class HostileQueriesIT {
  /** In the build, every so many statements are previewed. */
  private static final int PREVIEWED = 8;

  /** And every so many are run. */
  private static final int RUN = 64;

  /** Requests before, of which the first third warms the service up. */
  private static final int BEFORE = RunSize.isLong() ? 3_000 : 300;

  /** What the 99th percentile of identify may be of what it is without hostile queries. */
  private static final int SLOWER = 2;

  private static final String OBJECTS =
      """
      create sequence counter;
      select lo_from_bytea(4711, 'content');
      create table written (n int);
      create function definer_write() returns text language plpgsql security definer as
        'begin insert into written values (1); return null; end';
      create function definer_write_dynamic() returns text language plpgsql security definer as
        'begin execute ''delete from shops''; return null; end';
      create function definer_open_up() returns text language plpgsql security definer as
        'begin perform set_config(''transaction_read_only'', ''off'', false);
         insert into written values (1); return null; end';
      create function definer_open_up_global() returns text language plpgsql security definer as
        'begin set session characteristics as transaction read write;
         insert into written values (1); return null; end';
      create function invoker_write() returns text language plpgsql as
        'begin insert into written values (1); return null; end';
      create function definer_trigger() returns trigger language plpgsql security definer as
        'begin insert into written values (1); return new; end';
      create procedure definer_procedure() language plpgsql security definer as
        'begin insert into written values (1); commit; end';
      create function stubborn() returns text language plpgsql as
        'begin loop begin perform pg_sleep(60); exception when query_canceled then null; end; end loop; end';
      create view definer_view as select definer_write() as domain;
      create view targets_view as select domain from shops;
      grant select on definer_view, targets_view to public;
      grant select, insert, update, delete on written, shops to owner;
      grant usage on sequence counter to owner;
      grant select, update on large object 4711 to owner;
      """;
  private static final String STATE =
      """
      select md5(string_agg(part, '|' order by part)) from (
        select 'shops ' || t::text as part from shops t
        union all select 'written ' || t::text from written t
        union all select 'sequence ' || schemaname || sequencename || coalesce(last_value, 0) from pg_sequences
        union all select 'class ' || relname || relkind::text || relowner || coalesce(relacl::text, '') from pg_class
          where relnamespace not in (select oid from pg_namespace where nspname like 'pg_toast%')
        union all select 'column ' || attrelid || attname || atttypid from pg_attribute
        union all select 'function ' || oid || proname || md5(prosrc) || proowner || coalesce(proacl::text, '') from pg_proc
        union all select 'trigger ' || tgname || tgenabled::text from pg_trigger
        union all select 'schema ' || nspname || nspowner || coalesce(nspacl::text, '') from pg_namespace
        union all select 'type ' || oid || typname from pg_type
        union all select 'comment ' || objoid || description from pg_description where classoid = 'pg_class'::regclass
        union all select 'role ' || a::text from pg_authid a
        union all select 'membership ' || m.roleid || ' ' || m.member from pg_auth_members m
        union all select 'database ' || datname || coalesce(datacl::text, '') from pg_database
        union all select 'setting ' || s::text from pg_db_role_setting s
        union all select 'setting ' || name || setting from pg_settings where source = 'configuration file'
        union all select 'object ' || oid || coalesce(lomacl::text, '') from pg_largeobject_metadata
        union all select 'page ' || loid || pageno || md5(data) from pg_largeobject
        union all select 'slot ' || slot_name from pg_replication_slots
        union all select 'origin ' || roname from pg_replication_origin
        union all select 'prepared ' || gid from pg_prepared_xacts
        union all select 'publication ' || pubname from pg_publication
        union all select 'lock ' || classid || objid from pg_locks where locktype = 'advisory'
      ) parts
      """;
  private static final String SESSIONS =
      "select count(*) from pg_stat_activity where usename in ('reader', 'owner')";

  private static OwnService service;
  private static SourceDatabase source;
  private static Sql superuser;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service = OwnService.onTestStores(LinkedFixture.SETTINGS);
    source = new SourceDatabase();
    superuser = source.superuser();
    superuser.run(OBJECTS);
  }

  @AfterAll
  static void stop() {
    superuser.close();
    service.close();
    source.close();
  }

  @Test
  void someChangeNothingAsAReader() {
    assertNothingChanges(source.readerUri(), PREVIEWED, RUN);
  }

  @Test
  @Tag("full")
  @Tag("stores")
  void noneChangesAnythingAsAReader() {
    measured(source.readerUri());
  }

  @Test
  @Tag("full")
  @Tag("stores")
  void noneChangesAnythingAsAnOwnerWhoWasAdmitted() {
    measured(source.ownerUri());
  }

  private static void measured(String uri) {
    assertTrue(HostileStatements.of(HostileStatements.POSTGRESQL).size() >= 120);
    try (IdentifyTimes times = new IdentifyTimes(service.tenants().app())) {
      Poll.until(Duration.ofMinutes(3), () -> "requests before", () -> times.count() >= BEFORE);
      int first = times.count();
      double before = times.p99Millis(BEFORE / 3);
      assertNothingChanges(uri, 1, 1);
      double meanwhile = times.p99Millis(first);
      System.out.printf(
          "identify, 99th percentile: %.1f ms before, %.1f ms in %d requests beside hostile queries%n",
          before, meanwhile, times.count() - first);
      assertEquals(List.of(), times.failures());
      if (RunSize.isLong()) {
        assertTrue(meanwhile <= SLOWER * before, () -> before + " ms before, then " + meanwhile);
      }
    }
  }

  private static void assertNothingChanges(String uri, int previewed, int run) {
    String before = state();
    LinkedFixture fixture = LinkedFixture.of(service.tenants());
    List<String> wrong = new ArrayList<>(preview(fixture, uri, some(previewed)));
    wrong.addAll(new HostileRuns(service, fixture, uri).run(some(run)));
    assertEquals("", String.join("\n", wrong));
    Poll.until(
        Duration.ofSeconds(10), () -> "no session is left", () -> superuser.number(SESSIONS) == 0);
    assertEquals(before, state());
  }

  /** Every so many of the statements. */
  private static List<HostileStatements> some(int part) {
    List<HostileStatements> all = HostileStatements.of(HostileStatements.POSTGRESQL);
    return IntStream.range(0, all.size())
        .filter(index -> index % part == 0)
        .mapToObj(all::get)
        .toList();
  }

  private static List<String> preview(
      LinkedFixture fixture, String uri, List<HostileStatements> statements) {
    ObjectNode body = fixture.body("source", uri).put("acceptWritableRole", true);
    body.putObject("limits").put("statementMillis", 300);
    String id = fixture.created(body);
    List<String> wrong = new ArrayList<>();
    for (HostileStatements statement : statements) {
      long start = System.nanoTime();
      Response response = fixture.preview(id, statement.sql(), "domain", "domain:d:text:app");
      Duration time = Duration.ofNanos(System.nanoTime() - start);
      boolean isExpected =
          response.status() == 200 || (response.status() == 422 && !response.body().isEmpty());
      if (!isExpected || time.toSeconds() > 10) {
        wrong.add(statement.sql() + " " + time + " " + response.status() + " " + response.body());
      }
      if (statement.isSlow() && !response.body().contains("too_slow")) {
        wrong.add(statement.sql() + " is not too slow: " + response.body());
      }
    }
    return wrong;
  }

  /** A digest of everything in the source, and the names of files that a statement could make. */
  private static String state() {
    return superuser.text(STATE)
        + SourceFiles.ofPostgres(source.files())
        + SourceFiles.temporary("shopwire_hostile");
  }
}
