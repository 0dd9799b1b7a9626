package dev.shopwire.app.attribution;

import static dev.shopwire.app.support.AttributionFixture.assertErrors;
import static dev.shopwire.app.support.AttributionFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Sql;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reevaluation of refused codes, for example after their affiliate was created. */
@Tag("everywhere")
class ReevaluationIT {
  private static final String SHOP = "acme.example.com";
  private static final String OTHER = "other.example.com";
  private static final String HOURS_AGO = "now() - hours * interval '1 hour'";
  private static final Sql SQL = RunningService.shared().sql();

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();

  /** {@code examined/credited}, followed by the rows that were written. */
  private String reevaluate(String body) {
    JsonNode response = app.reevaluate(body);
    assertTrue(response.path("cursor").isNull(), response::toString);
    return "%d/%d %s"
        .formatted(
            response.path("examined").asInt(),
            response.path("credited").asInt(),
            StreamSupport.stream(response.path("entries").spliterator(), false)
                .map(
                    row ->
                        row.path("code").asText()
                            + " of "
                            + row.path("myplatformDomain").asText().replace(".example.com", "")
                            + ": "
                            + row.path(row.path("reason").isNull() ? "outcome" : "reason").asText())
                .collect(Collectors.joining(", ")))
        .strip();
  }

  /** Inserts earlier refused rows, each a shop, a code and its age in hours. */
  private void insertRefused(String rows, String occurredAt) {
    SQL.run(
        """
        with seen as (select * from (%1$s) s (shop, code, hours)), made as (
          insert into customers (workspace_id, domain) select distinct %2$s, shop from seen
          on conflict do nothing
        )
        select 1;
        with seen as (select * from (%1$s) s (shop, code, hours))
        insert into attribution_log (workspace_id, app_id, customer_id, code, normalised, carrier,
          outcome, reason, occurred_at)
        select c.workspace_id, %3$s, c.id, code, lower(code), 'api', 'refused', 'unknown code', %4$s
        from seen join customers c on c.workspace_id = %2$s and c.domain = shop
        """
            .formatted(rows, app.app().workspaceId(), app.app().appId(), occurredAt));
  }

  @Test
  void theFirstCodeThatIsNowValidIsCredited() {
    app.sendCode(SHOP, "unknown's");
    app.sendCode(SHOP, " Jane10");
    app.sendCode(SHOP, "JOHN10", ",\"carrier\":\"code_entry\"");
    app.sendCode(OTHER, "JOHN10");
    app.affiliate("John", "JOHN10");
    app.affiliate("Jane", "JANE10");
    assertEquals(
        "3/2 unknown's of acme: unknown code,  Jane10 of acme: attributed, JOHN10 of other: attributed",
        reevaluate("{}"));
    assertEquals("Jane/JANE10/reevaluation", app.credit(SHOP));
    assertEquals("John/JOHN10/reevaluation", app.credit(OTHER));
    JsonNode credited = app.log("&shop=" + SHOP).get(0);
    JsonNode original = app.log("&shop=" + SHOP).get(3);
    assertEquals("reevaluation", credited.path("carrier").asText());
    assertEquals(original.path("id"), credited.path("reevaluates"));
    assertEquals(original.path("at"), credited.path("occurredAt"));
    assertEquals("Jane", credited.at("/winner/name").asText());
    assertTrue(original.path("reevaluates").isNull());
    assertRefused(app.sendCode(SHOP, "JOHN10"), "already attributed");
  }

  @Test
  void aRepeatedCallWritesNothingUntilSomethingChanges() {
    String jane = app.affiliate("Jane", "JANE10", ",\"status\":\"inactive\"");
    app.sendCode(SHOP, "JANE10");
    app.sendCode(SHOP, "unknown's");
    assertEquals(
        "2/0 JANE10 of acme: affiliate not active, unknown's of acme: unknown code",
        reevaluate(""));
    int rows = app.log("").size();
    assertEquals("2/0", reevaluate("{}"));
    assertEquals("2/0", reevaluate("{}"));
    assertEquals(rows, app.log("").size());
    app.change(jane, "\"status\":\"active\"");
    app.expire(jane, "JANE10", "\"2020-01-01T00:00:00Z\"");
    assertEquals("2/0 JANE10 of acme: code expired", reevaluate("{}"));
    app.expire(jane, "JANE10", "null");
    assertEquals("1/1 JANE10 of acme: attributed", reevaluate("{}"));
    assertEquals("0/0", reevaluate("{}"));
    assertEquals(rows + 2, app.log("").size());
  }

  @Test
  void aDryRunReportsTheResultAndWritesNothing() {
    app.sendCode(SHOP, "JANE10");
    app.sendCode(SHOP, "JANE10");
    app.affiliate("Jane", "JANE10");
    JsonNode preview = app.reevaluate("{\"dryRun\":true}");
    assertEquals(1, preview.path("examined").asInt());
    assertEquals(1, preview.path("credited").asInt());
    assertEquals("Jane", preview.at("/entries/0/winner/name").asText());
    assertTrue(preview.at("/entries/0/id").isNull());
    assertEquals("none", app.credit(SHOP));
    assertEquals(2, app.log("").size());
    assertEquals("1/1 JANE10 of acme: attributed", reevaluate("{\"dryRun\":false}"));
  }

  @Test
  void codesAndTimesLimitTheRows() {
    insertRefused(
        "values ('a.example.com', 'Jane10', 9), ('b.example.com', 'jane10', 1)", HOURS_AGO);
    insertRefused("values ('c.example.com', 'john10', 1)", HOURS_AGO);
    app.affiliate("Jane", "JANE10");
    app.affiliate("John", "JOHN10");
    String since =
        SQL.text(
            "select to_char((now() - interval '5 hours') at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')");
    assertEquals("0/0", reevaluate("{\"codes\":[\"unknown's\",\"" + "x".repeat(500) + "\"]}"));
    assertEquals(
        "1/1 jane10 of b: attributed",
        reevaluate("{\"codes\":[\" JANE10 \",\"jane10\"],\"since\":\"" + since + "\"}"));
    assertEquals("1/1 Jane10 of a: attributed", reevaluate("{\"codes\":[\"JANE10\"]}"));
    assertEquals("1/1 john10 of c: attributed", reevaluate("{\"codes\":null,\"since\":null}"));
  }

  @Test
  void rowsAreDecidedInTheOrderOfOccurrence() {
    app.sendCode(SHOP, "JOHN10");
    insertRefused("values ('acme.example.com', 'jane10', 2)", HOURS_AGO);
    app.affiliate("Jane", "JANE10");
    app.affiliate("John", "JOHN10");
    assertEquals("1/1 jane10 of acme: attributed", reevaluate("{}"));
  }

  @Test
  void aSettledShopIsUnchangedAndOtherAppsAreIndependent() {
    AttributionFixture sibling = app.sibling();
    app.sendCode(SHOP, "JANE10");
    sibling.sendCode(SHOP, "JANE10");
    app.sendCode(OTHER, "JANE10");
    app.sendCode("third.example.com", "JANE10");
    String john = app.affiliate("John", "JOHN10");
    app.correct(app.customerId(SHOP), "null", "our own shop");
    app.correct(app.customerId(OTHER), john, "by telephone");
    app.affiliate("Jane", "JANE10");
    assertEquals("2/2 JANE10 of acme: attributed, JANE10 of third: attributed", reevaluate("{}"));
    assertEquals("none", app.credit(SHOP));
    assertEquals("Jane/JANE10/reevaluation", sibling.credit(SHOP));
    assertEquals("John/null/manual", app.credit(OTHER));
  }

  @Test
  void theCurrentRulesApply() {
    app.sendCode(SHOP, "JANE10");
    app.sendCode(OTHER, "JANE10");
    app.put(app.appPath("/excluded-shops"), "{\"shops\":[\"" + OTHER + "\"]}");
    app.app()
        .api()
        .post(
            "/v1/identify",
            "{\"myplatformDomain\":\"" + SHOP + "\",\"email\":\"jane@agency.example\"}");
    app.affiliate("Jane", "JANE10", ",\"email\":\"jane@agency.example\"");
    assertEquals(
        "2/0 JANE10 of acme: self referral, JANE10 of other: shop excluded", reevaluate("{}"));
  }

  @Test
  void aTruncatedCodeIsNeverCredited() {
    app.sendCode(SHOP, "a".repeat(201));
    app.affiliate("Jane", "a".repeat(200));
    assertEquals("0/0", reevaluate("{}"));
  }

  @Test
  void manyShopsAndManyRowsOfOneShopAreProcessedInPages() {
    insertRefused(
        """
        select 's' || i || '.example.com', 'late', 1 from generate_series(1, 130) i
        union all
        select 'busy.example.com', 'code' || i, 2 from generate_series(1, 250) i
        union all
        select 'busy.example.com', 'late', 1
        """,
        HOURS_AGO);
    app.affiliate("Late", "LATE");
    JsonNode ofCode = app.reevaluate("{\"codes\":[\"late\"],\"dryRun\":true}");
    assertEquals(131, ofCode.path("examined").asInt());
    assertEquals(131, ofCode.path("credited").asInt());
    JsonNode all = app.reevaluate("{}");
    assertEquals(381, all.path("examined").asInt(), all::toString);
    assertEquals(131, all.path("credited").asInt());
    assertEquals(100, all.path("entries").size());
    assertEquals(
        "131 131 250",
        SQL.text(
            """
            select count(*) filter (where outcome = 'attributed') || ' '
              || count(distinct customer_id) filter (where outcome = 'attributed') || ' '
              || count(*) filter (where outcome = 'refused')
            from attribution_log where workspace_id = ? and carrier = 'reevaluation'
            """,
            Long.parseLong(app.app().workspaceId())));
    assertEquals("0/0", reevaluate("{\"codes\":[\"LATE\"]}"));
  }

  @Test
  void aCursorContinuesAPreviousCall() {
    app.sendCode(SHOP, "JANE10");
    app.sendCode(OTHER, "JANE10");
    app.affiliate("Jane", "JANE10");
    String first = app.log("&shop=" + SHOP).get(0).path("id").asText();
    assertEquals("1/1 JANE10 of other: attributed", reevaluate("{\"cursor\":\"" + first + "\"}"));
    assertEquals("1/1 JANE10 of acme: attributed", reevaluate("{\"cursor\":null}"));
  }

  @Test
  void invalidRequestsAreRejectedAndOtherWorkspacesIgnored() {
    assertErrors(
        app.tryReevaluate("{\"codes\":[],\"since\":\"yesterday\",\"dryRun\":1,\"cursor\":\"x\"}"),
        "/codes no_codes, /since invalid_timestamp, /dryRun invalid_type, /cursor invalid_cursor");
    assertErrors(app.tryReevaluate("{\"codes\":[\"a\",7]}"), "/codes/1 invalid_text");
    assertEquals(400, app.tryReevaluate("{").status());
    String unknown = AttributionFixture.API + "/workspaces/999999999/attribution-log/reevaluate";
    assertEquals(404, app.console().post(unknown, "{}").status());
    AttributionFixture foreign = AttributionFixture.inNewWorkspace();
    foreign.sendCode(SHOP, "JANE10");
    app.affiliate("Jane", "JANE10");
    assertEquals("0/0", reevaluate("{}"));
    assertEquals("none", foreign.credit(SHOP));
  }
}
