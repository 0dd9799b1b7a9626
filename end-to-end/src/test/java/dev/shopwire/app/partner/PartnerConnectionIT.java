package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The calls about connections to the partner interface. */
class PartnerConnectionIT {
  private static final String NEWER = "historical-events";

  private static final RunningService SERVICE = RunningService.shared();
  private static PartnerEmulator platform;
  private static Sql sql;

  @BeforeAll
  static void start() {
    platform = PartnerFixture.platform(500);
    sql = SERVICE.sql();
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  private static PartnerFixture fixture() {
    return PartnerFixture.of(SERVICE.tenants(), platform);
  }

  private static Response put(PartnerFixture fixture, String body) {
    return fixture.tenants().console().put(fixture.path(), body);
  }

  private static List<String> pointers(Response response) {
    assertEquals(422, response.status(), response::body);
    List<String> pointers = new ArrayList<>();
    response.json().path("errors").forEach(error -> pointers.add(error.path("pointer").asText()));
    return pointers;
  }

  @ConcurrentTest
  void badInputIsRefusedWithPointersAndChangesNothing() {
    PartnerFixture fixture = fixture();
    assertEquals(404, fixture.tenants().console().get(fixture.path()).status());
    assertEquals(List.of("/dialect"), pointers(put(fixture, "{\"dialect\":\"none\"}")));
    assertEquals(
        List.of("/parameters/app", "/parameters/organization", "/parameters/token"),
        pointers(put(fixture, "{\"dialect\":\"historical-events\"}")).stream().sorted().toList());
    assertEquals(
        List.of("/parameters/other"),
        pointers(
            put(fixture, fixture.body(NEWER, "").replace("\"base\"", "\"other\":\"x\",\"base\""))));
    assertEquals(
        List.of("/intervalSeconds"),
        pointers(put(fixture, fixture.body(NEWER, "").replace("3600", "9"))));
    assertEquals(
        List.of("/since"),
        pointers(
            put(
                fixture,
                "{\"dialect\":\"historical-events\",\"since\":\"1999-01-01\",\"parameters\":{"
                    + "\"organization\":\"1\",\"app\":\"1\",\"token\":\"t\"}}")));
    for (String base :
        List.of(
            "ftp://partners.example",
            "http://169.254.169.254",
            "http://user:pass@partners.example",
            SERVICE.postgresUri().replaceAll(".*@(.*)/.*", "http://$1"))) {
      String body = fixture.body(NEWER, "").replace(platform.base(NEWER), base);
      assertEquals(List.of("/parameters/base"), pointers(put(fixture, body)), base);
    }
    fixture.connect(NEWER);
    JsonNode before = fixture.awaitLive();
    assertEquals(422, put(fixture, fixture.body(NEWER, "").replace("3600", "\"x\"")).status());
    assertEquals(before.path("dialect"), fixture.show().path("dialect"));
    assertEquals(before.at("/counts/records"), fixture.show().at("/counts/records"));
    assertEquals(
        List.of("/from"),
        pointers(
            fixture.tenants().console().post(fixture.path() + "/backfill", "{\"from\":\"x\"}")));
  }

  @ConcurrentTest
  void aSecretThatIsLeftOutKeepsItsValueAndIsNeverShown() {
    PartnerFixture fixture = fixture();
    fixture.connect(NEWER);
    JsonNode live = fixture.awaitLive();
    assertEquals("[\"token\"]", live.path("secrets").toString());
    String without =
        fixture
            .body(NEWER, "")
            .replace(",\"token\":\"" + PartnerFixture.TOKEN + "\"", "")
            .replace("3600", "60");
    Response changed = put(fixture, without);
    assertEquals(200, changed.status(), changed::body);
    JsonNode same = fixture.sync();
    assertEquals("live", same.path("status").asText());
    assertEquals(60, same.path("intervalSeconds").asInt());
    assertEquals(live.at("/counts/records"), same.at("/counts/records"));
    assertTrue(live.path("backfill").equals(same.path("backfill")), "nothing is fetched anew");
    String wrong = fixture.body(NEWER, "").replace(PartnerFixture.TOKEN, "a-wrong-token-1234");
    put(fixture, wrong);
    fixture.act("sync");
    JsonNode stopped =
        fixture.await("it is stopped", connection -> !connection.path("stopped").isNull());
    assertEquals("unauthorized", stopped.at("/stopped/code").asText());
    fixture.connect(NEWER);
    fixture.await("it continues", connection -> connection.path("status").asText().equals("live"));
    String dump =
        sql.text(
            """
            select string_agg(t::text, '') from (
              select c::text as t from partner_connections c union all
              select s::text from partner_streams s union all select a::text from audit_log a union all
              select p::text from partner_secrets p) rows
            """);
    for (String secret : List.of(PartnerFixture.TOKEN, "a-wrong-token-1234")) {
      assertFalse(dump.contains(secret));
      assertFalse(SERVICE.process().output().contains(secret));
    }
    List<String> actions = new ArrayList<>();
    fixture
        .tenants()
        .console()
        .get(
            "/console/api/workspaces/"
                + fixture.app().workspaceId()
                + "/audit-log?action=partner_connection.changed")
        .json()
        .path("entries")
        .forEach(entry -> actions.add(entry.at("/object/type").asText()));
    assertEquals(3, actions.size(), actions::toString);
  }

  @ConcurrentTest
  void aTestShowsTheFirstRecordOrWhatThePlatformSays() {
    PartnerFixture fixture = fixture();
    JsonNode good = test(fixture, fixture.body("app-events", ""));
    assertTrue(good.path("ok").asBoolean(), good::toString);
    assertEquals(2, good.path("streams").size());
    assertFalse(good.at("/streams/0/sample/kind").isMissingNode(), good::toString);
    JsonNode bad =
        test(
            fixture, fixture.body("app-events", "").replace(PartnerFixture.TOKEN, "not-it-at-all"));
    assertFalse(bad.path("ok").asBoolean());
    assertEquals("unauthorized", bad.at("/streams/0/problem/code").asText());
    assertFalse(bad.toString().contains("not-it-at-all"));
    assertEquals(404, fixture.tenants().console().get(fixture.path()).status());
  }

  private static JsonNode test(PartnerFixture fixture, String body) {
    Response response = fixture.tenants().console().post(fixture.path() + "/test", body);
    assertEquals(200, response.status(), response::body);
    return response.json().path("test");
  }

  @ConcurrentTest
  void aDeletedConnectionLeavesNothingButCustomers() {
    PartnerFixture fixture = fixture();
    fixture.connect(NEWER);
    fixture.awaitLive();
    long app = Long.parseLong(fixture.app().appId());
    long customers =
        sql.number(
            "select count(*) from customers where workspace_id = ?",
            Long.parseLong(fixture.app().workspaceId()));
    assertTrue(customers > 0);
    assertEquals(200, fixture.tenants().console().delete(fixture.path()).status());
    assertEquals(404, fixture.tenants().console().get(fixture.path()).status());
    assertEquals(404, fixture.tenants().console().delete(fixture.path()).status());
    Poll.until(
        Duration.ofSeconds(60),
        () -> "what was fetched is deleted",
        () ->
            sql.number(
                    """
                    select (select count(*) from partner_records where app_id = %1$s)
                      + (select count(*) from partner_shops where app_id = %1$s)
                      + (select count(*) from partner_streams where app_id = %1$s)
                      + (select count(*) from partner_secrets where app_id = %1$s)
                      + (select count(*) from partner_fetches where app_id = %1$s)
                      + (select count(*) from partner_day_figures where app_id = %1$s)
                      + (select count(*) from partner_frozen_days where app_id = %1$s)
                      + (select count(*) from partner_earning_hours where app_id = %1$s)
                    """
                        .formatted(app))
                == 0);
    assertEquals(
        customers,
        sql.number(
            "select count(*) from customers where workspace_id = ?",
            Long.parseLong(fixture.app().workspaceId())));
  }

  @ConcurrentTest
  void aPauseSendsNothingAndABackfillReadsARangeAgain() {
    PartnerFixture fixture = fixture();
    fixture.connect(NEWER);
    fixture.awaitLive();
    assertEquals("paused", fixture.act("pause").path("status").asText());
    fixture.act("sync");
    assertEquals("paused", fixture.show().path("status").asText());
    fixture.act("resume");
    Response response =
        fixture.tenants().console().post(fixture.path() + "/backfill", "{\"from\":\"2026-01-01\"}");
    assertEquals(200, response.status(), response::body);
    JsonNode done =
        fixture.await(
            "the backfill is done",
            connection -> connection.at("/backfill/status").asText().equals("done"));
    assertEquals("2026-01-01", done.at("/backfill/from").asText());
    assertEquals(done.at("/backfill/windows"), done.at("/backfill/windowsDone"));
    assertEquals(0, PartnerFixture.sum(done, "changed"));
  }
}
