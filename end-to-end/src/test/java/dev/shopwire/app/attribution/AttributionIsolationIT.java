package dev.shopwire.app.attribution;

import static dev.shopwire.app.support.AttributionFixture.API;
import static dev.shopwire.app.support.AttributionFixture.assertCredited;
import static dev.shopwire.app.support.AttributionFixture.assertErrors;
import static dev.shopwire.app.support.AttributionFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Another workspace cannot use or see a workspace's codes, credits, settings and log. */
@Tag("everywhere")
class AttributionIsolationIT {
  private static final String SHOP = "mine.example.com";
  private static final String SECRET = "Affiliate of the first tenant";
  private static final String CODE = "MINE10";

  private final AttributionFixture mine = AttributionFixture.inNewWorkspace();
  private final AttributionFixture foreign = AttributionFixture.inNewWorkspace();

  /** All rows of the first workspace as one string. */
  private String allRowsOfMine() {
    StringBuilder all = new StringBuilder();
    for (String table :
        List.of(
            "customers",
            "affiliates",
            "affiliate_apps",
            "affiliate_codes",
            "attribution_settings",
            "excluded_shops",
            "attribution_credits",
            "attribution_log")) {
      all.append(
          RunningService.shared()
              .sql()
              .text(
                  "select coalesce(string_agg(row_to_json(t)::text, ',' order by t::text), '') from"
                      + " "
                      + table
                      + " t where workspace_id = ?",
                  Long.parseLong(mine.app().workspaceId())));
    }
    return all.toString().replaceAll("\"last_seen_at\":\"[^\"]*\"", "");
  }

  private static Response assertRevealsNothing(Response response) {
    assertFalse(response.body().contains(SECRET), response.body());
    assertFalse(response.body().contains("tenant.example"), response.body());
    return response;
  }

  private String createCreditInMine() {
    String id =
        mine.affiliate(
            SECRET, CODE, ",\"email\":\"a@tenant.example\",\"apps\":[\"" + mine.slug() + "\"]");
    mine.put(mine.appPath("/excluded-shops"), "{\"shops\":[\"excluded.example.com\"]}");
    mine.console().patch(mine.workspace("/attribution-settings"), "{\"selfReferral\":\"flag\"}");
    assertCredited(mine.sendCode(SHOP, CODE), SECRET, CODE);
    return id;
  }

  @Test
  void anotherWorkspacesKeyChangesAndRevealsNothing() {
    createCreditInMine();
    String before = allRowsOfMine();
    assertRefused(assertRevealsNothing(foreign.sendCode(SHOP, CODE)), "unknown code");
    assertErrors(assertRevealsNothing(foreign.post(mine.body(SHOP, CODE))), "/app app_mismatch");
    assertEquals("none", foreign.credit(SHOP));
    // The codes, credits, exclusions and settings of one workspace do not affect another.
    foreign.affiliate("Other", CODE.toLowerCase(Locale.ROOT));
    assertCredited(foreign.sendCode(SHOP, CODE), "Other", "mine10");
    assertCredited(foreign.sendCode("excluded.example.com", CODE), "Other", "mine10");
    assertRevealsNothing(foreign.app().api().get("/v1/customer?id=" + SHOP));
    assertEquals(
        404,
        assertRevealsNothing(foreign.app().api().get("/v1/customer?id=" + mine.customerId(SHOP)))
            .status());
    assertEquals(before, allRowsOfMine());
    assertEquals(SECRET + "/" + CODE + "/api", mine.credit(SHOP));
  }

  @Test
  void consoleListsOfAnotherWorkspaceRevealNothing() {
    createCreditInMine();
    foreign.sendCode(SHOP, CODE);
    for (String list :
        List.of(
            "/affiliates",
            "/attributions",
            "/attribution-log",
            "/attribution-log?code=" + CODE,
            "/attribution-log?shop=" + SHOP,
            "/attribution-log?app=" + mine.slug(),
            "/attribution-settings")) {
      assertEquals(
          200, assertRevealsNothing(foreign.console().get(foreign.workspace(list))).status());
    }
    assertEquals(1, foreign.log("&code=" + CODE).size());
    assertEquals(0, foreign.log("&app=" + mine.slug()).size());
    assertEquals(0, foreign.log("&shop=excluded.example.com").size());
    assertRevealsNothing(
        foreign
            .console()
            .get(API + "/customers/" + foreign.customerId(SHOP) + "/attribution-timeline"));
    assertRevealsNothing(foreign.console().get(foreign.appPath("/excluded-shops")));
  }

  @Test
  void theConsoleRejectsIdsOfAnotherWorkspace() {
    String affiliate = createCreditInMine();
    String customer = mine.customerId(SHOP);
    String other = foreign.affiliate("Other", "OTHER10");
    foreign.sendCode(SHOP, "unknown's");
    String before = allRowsOfMine();
    assertErrors(
        assertRevealsNothing(foreign.correct(foreign.customerId(SHOP), affiliate, "theft")),
        "/affiliateId unknown_affiliate");
    assertEquals(404, assertRevealsNothing(foreign.correct(customer, other, "theft")).status());
    assertEquals(404, assertRevealsNothing(foreign.correct(customer, "null", "theft")).status());
    assertErrors(
        assertRevealsNothing(foreign.change(other, "\"apps\":[\"" + mine.slug() + "\"]")),
        "/apps unknown_app");
    assertEquals(404, assertRevealsNothing(foreign.expire(other, CODE, "null")).status());
    assertEquals(before, allRowsOfMine());
  }
}
