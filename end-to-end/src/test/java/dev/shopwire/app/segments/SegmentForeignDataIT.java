package dev.shopwire.app.segments;

import static dev.shopwire.app.segments.SegmentTenant.API;
import static dev.shopwire.app.segments.SegmentTenant.condition;
import static dev.shopwire.app.segments.SegmentTenant.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Another workspace's segments don't exist, nor do its fields, apps, segments, affiliates and
 * customers in conditions; the conditions of one see nothing of another's customers.
 */
@Tag("everywhere")
class SegmentForeignDataIT {
  private static final String SECRET = "elsewhere";

  private final SegmentTenant own = new SegmentTenant("own");
  private final SegmentTenant foreign = new SegmentTenant(SECRET);

  private static Response assertRevealsNothing(Response response) {
    assertFalse(response.body().contains(SECRET), response::body);
    return response;
  }

  /** Asserts that every call that takes a condition refuses this one with {@code code}. */
  private void assertRefused(String code, String condition) {
    Map<String, Response> refused = new TreeMap<>();
    refused.put("check", own.call("/check", condition));
    refused.put("preview", own.call("/preview", condition));
    refused.put(
        "explain",
        own.call("/explain", condition + ",\"customerId\":\"" + SegmentTenant.SHOP + "\""));
    refused.put("create", own.call("", "\"name\":\"new\"," + condition));
    refused.put(
        "change", own.console().patch(API + "/segments/" + own.segment(), "{" + condition + "}"));
    refused.forEach(
        (call, response) -> {
          assertEquals(422, response.status(), () -> call + condition + response.body());
          assertEquals(
              code,
              response.json().path("code").asText(),
              () -> call + condition + response.body());
        });
  }

  @Test
  void anIdOfAnotherWorkspaceInAConditionIsUnknown() {
    JsonNode before = own.segments();
    String event = "\"type\":\"event\",\"name\":\"page_view\",\"measure\":\"performed\"";
    String slug = "\"app\":\"" + foreign.slug() + "\"";
    Map<String, String> leaves =
        Map.of(
            "{\"type\":\"field\",\"id\":\"" + foreign.field() + "\",\"op\":\"is_set\"}",
            "unknown_field",
            "{\"type\":\"segment\",\"id\":\"" + foreign.segment() + "\"}",
            "unknown_segment",
            "{" + event + "," + slug + "}",
            "unknown_app",
            "{\"type\":\"page\",\"path\":\"*\",\"measure\":\"viewed\"," + slug + "}",
            "unknown_app",
            "{\"type\":\"sessions\",\"measure\":\"count\",\"op\":\"gt\",\"value\":0," + slug + "}",
            "unknown_app",
            "{\"type\":\"credit\"," + slug + "}",
            "unknown_app",
            "{\"type\":\"field\",\"name\":\"field_own\",\"op\":\"is_set\"," + slug + "}",
            "unknown_app",
            "{\"type\":\"credit\",\"where\":[{\"name\":\"affiliate\",\"op\":\"=\",\"value\":\""
                + foreign.affiliate()
                + "\"}]}",
            "unknown_affiliate");
    leaves.forEach(
        (leaf, code) -> {
          assertRefused(code, condition(leaf));
          assertRefused(
              code, condition("{\"all\":[{\"type\":\"everyone\"},{\"not\":" + leaf + "}]}"));
        });
    assertEquals(before, own.segments());
  }

  @Test
  void aNameOfAnotherWorkspaceInATextIsUnknown() {
    JsonNode before = own.segments();
    Map<String, String> texts =
        Map.of(
            "cf:field_" + SECRET + " is set", "unknown_field",
            "cf:" + foreign.slug() + "/field_own is set", "unknown_app",
            "segment:\"Segment " + SECRET + "\"", "unknown_segment",
            "segment:#" + foreign.segment(), "unknown_segment",
            "event:" + foreign.slug() + "/page_view performed", "unknown_app",
            "page:" + foreign.slug() + "/\"/a\" viewed", "unknown_app",
            "sessions:" + foreign.slug() + " count gt 0", "unknown_app",
            "credit:" + foreign.slug(), "unknown_app",
            "credit where (affiliate = \"Affiliate " + SECRET + "\")", "unknown_affiliate",
            "credit where (affiliate in (#" + foreign.affiliate() + "))", "unknown_affiliate");
    texts.forEach((text, code) -> assertRefused(code, text(text)));
    assertEquals(before, own.segments());
  }

  @Test
  void noCallReachesASegmentOfAnotherWorkspace() {
    JsonNode before = foreign.segments();
    String segment = API + "/segments/" + foreign.segment();
    for (String read :
        List.of(
            segment,
            segment + "/members",
            segment + "/transitions",
            segment + "/explain?customerId=" + SegmentTenant.SHOP,
            segment + "/explain?customerId=" + foreign.customer(),
            API + "/customers/" + foreign.customer() + "/segments",
            foreign.workspace("/segments"))) {
      assertEquals(404, assertRevealsNothing(own.console().get(read)).status(), read);
    }
    List<Response> writes =
        List.of(
            own.console().patch(segment, "{\"name\":\"taken\"}"),
            own.console().delete(segment),
            own.console().post(segment + "/verify", "{}"));
    writes.forEach(each -> assertEquals(404, assertRevealsNothing(each).status(), each::body));
    for (String call : List.of("", "/check", "/preview", "/explain")) {
      Response response =
          own.console()
              .post(
                  foreign.workspace("/segments" + call),
                  "{\"name\":\"x\"," + text("everyone") + "}");
      assertEquals(404, assertRevealsNothing(response).status(), response::body);
    }
    assertEquals(before, foreign.segments());
  }

  @Test
  void aCustomerOfAnotherWorkspaceIsNotExplained() {
    String customer = "\"customerId\":\"" + foreign.customer() + "\",";
    assertEquals(404, own.call("/explain", customer + text("everyone")).status());
    assertEquals(
        404,
        own.console()
            .get(API + "/segments/" + own.segment() + "/explain?customerId=" + foreign.customer())
            .status());
  }

  @Test
  void conditionsSeeNothingOfTheSameShopElsewhere() {
    assertRevealsNothing(own.call("/preview", text("everyone")));
    assertEquals(1, own.count(text("everyone")));
    for (String condition :
        List.of(
            "name contains \"%s\"",
            "email contains \"%s\"",
            "event:page_view performed where (p = \"%s\")",
            "page:\"/%s\" viewed",
            "contact where (tag = \"%s\")",
            "credit where (code = \"CODE-%s\")")) {
      assertEquals(1, own.count(text(condition.formatted("own"))), condition);
      assertEquals(0, own.count(text(condition.formatted(SECRET))), condition);
    }
    assertEquals(1, own.count(text("event:page_view count = 1")));
    assertEquals(1, own.count(text("contact count = 1")));
    assertEquals(1, own.count(text("segment:\"Segment own\"")));
  }

  @Test
  void listsAndExplanationsRevealNothing() {
    assertRevealsNothing(own.console().get(own.workspace("/segments")));
    for (String path : List.of("", "/members", "/explain?customerId=" + SegmentTenant.SHOP)) {
      Response response =
          assertRevealsNothing(own.console().get(API + "/segments/" + own.segment() + path));
      assertEquals(200, response.status(), response::body);
    }
  }
}
