package dev.shopwire.app.attribution;

import static dev.shopwire.app.support.AttributionFixture.API;
import static dev.shopwire.app.support.AttributionFixture.assertCredited;
import static dev.shopwire.app.support.AttributionFixture.assertFaults;
import static dev.shopwire.app.support.AttributionFixture.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Answer;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Attribution with another workspace's key and this one's codes, shops, names and ids. */
@Tag("everywhere")
class AttributionIsolationIT {
  private static final String SHOP = "mine.example.com";
  private static final String SECRET = "Affiliate of the first tenant";
  private static final String CODE = "MINE10";

  private final AttributionFixture mine = AttributionFixture.inNewWorkspace();
  private final AttributionFixture foreign = AttributionFixture.inNewWorkspace();

  /** Everything that the first tenant has, in one text. */
  private String everythingOfMine() {
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
                  Integer.parseInt(mine.app().workspaceId())));
    }
    return all.toString().replaceAll("\"last_seen_at\":\"[^\"]*\"", "");
  }

  private static Answer reveals(Answer answer) {
    assertFalse(answer.body().contains(SECRET), answer.body());
    assertFalse(answer.body().contains("tenant.example"), answer.body());
    return answer;
  }

  private String mineWithACredit() {
    String id =
        mine.affiliate(
            SECRET, CODE, ",\"email\":\"a@tenant.example\",\"apps\":[\"" + mine.slug() + "\"]");
    mine.put(mine.appPath("/excluded-shops"), "{\"shops\":[\"excluded.example.com\"]}");
    mine.console().patch(mine.workspace("/attribution-settings"), "{\"selfReferral\":\"flag\"}");
    assertCredited(mine.see(SHOP, CODE), SECRET, CODE);
    return id;
  }

  @Test
  void aForeignKeyChangesAndRevealsNothing() {
    mineWithACredit();
    String before = everythingOfMine();
    assertRefused(reveals(foreign.see(SHOP, CODE)), "unknown code");
    assertFaults(reveals(foreign.post(mine.body(SHOP, CODE))), "/app app_mismatch");
    assertEquals("none", foreign.credit(SHOP));
    // Neither its code nor its credit, its exclusions nor its settings are in another's way.
    foreign.affiliate("Other", CODE.toLowerCase(Locale.ROOT));
    assertCredited(foreign.see(SHOP, CODE), "Other", "mine10");
    assertCredited(foreign.see("excluded.example.com", CODE), "Other", "mine10");
    reveals(foreign.app().api().get("/v1/customer?id=" + SHOP));
    assertEquals(
        404, reveals(foreign.app().api().get("/v1/customer?id=" + mine.customerId(SHOP))).status());
    assertEquals(before, everythingOfMine());
    assertEquals(SECRET + "/" + CODE + "/api", mine.credit(SHOP));
  }

  @Test
  void theConsolesListsOfAnotherWorkspaceRevealNothing() {
    mineWithACredit();
    foreign.see(SHOP, CODE);
    for (String list :
        List.of(
            "/affiliates",
            "/attributions",
            "/attribution-log",
            "/attribution-log?code=" + CODE,
            "/attribution-log?shop=" + SHOP,
            "/attribution-log?app=" + mine.slug(),
            "/attribution-settings")) {
      assertEquals(200, reveals(foreign.console().get(foreign.workspace(list))).status());
    }
    assertEquals(1, foreign.log("&code=" + CODE).size());
    assertEquals(0, foreign.log("&app=" + mine.slug()).size());
    assertEquals(0, foreign.log("&shop=excluded.example.com").size());
    reveals(
        foreign
            .console()
            .get(API + "/customers/" + foreign.customerId(SHOP) + "/attribution-timeline"));
    reveals(foreign.console().get(foreign.appPath("/excluded-shops")));
  }

  @Test
  void theConsoleMixesNoTwoWorkspaces() {
    String affiliate = mineWithACredit();
    String customer = mine.customerId(SHOP);
    String other = foreign.affiliate("Other", "OTHER10");
    foreign.see(SHOP, "nobody's");
    String before = everythingOfMine();
    assertFaults(
        reveals(foreign.correct(foreign.customerId(SHOP), affiliate, "theft")),
        "/affiliateId unknown_affiliate");
    assertEquals(404, reveals(foreign.correct(customer, other, "theft")).status());
    assertEquals(404, reveals(foreign.correct(customer, "null", "theft")).status());
    assertFaults(
        reveals(foreign.change(other, "\"apps\":[\"" + mine.slug() + "\"]")), "/apps unknown_app");
    assertEquals(404, reveals(foreign.expire(other, CODE, "null")).status());
    assertEquals(before, everythingOfMine());
  }
}
