package dev.shopwire.app.segments;

import static dev.shopwire.app.segments.SegmentTenant.API;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import java.util.List;
import java.util.Set;

/** Sends conditions that must be refused with every call that takes one. */
final class RefusedConditions {
  private static final Set<Integer> REFUSED = Set.of(400, 413, 422);

  private final SegmentTenant tenant = new SegmentTenant("own");

  SegmentTenant tenant() {
    return tenant;
  }

  /** Asserts that no call accepts the members of a body, and that nothing is saved. */
  void assertRefusedEverywhere(String condition) {
    JsonNode before = tenant.segments();
    List<Response> responses =
        List.of(
            tenant.call("/check", condition),
            tenant.call("/preview", condition),
            tenant.call("/explain", condition + ",\"customerId\":\"" + SegmentTenant.SHOP + "\""),
            tenant.call("", "\"name\":\"new\"," + condition),
            tenant
                .console()
                .patch(
                    API + "/segments/" + tenant.segment(), "{\"name\":\"new\"," + condition + "}"));
    responses.forEach(response -> assertRefused(condition, response));
    assertEquals(before, tenant.segments(), () -> shortened(condition));
  }

  private static String shortened(String text) {
    return text.length() <= 300 ? text : text.substring(0, 300) + "… of " + text.length();
  }

  static void assertRefused(String condition, Response response) {
    assertTrue(
        REFUSED.contains(response.status()),
        () -> response.status() + " " + shortened(condition) + response.body());
    if (response.status() == 422) {
      JsonNode errors = response.json().path("errors");
      assertFalse(errors.isEmpty(), response::body);
      errors.forEach(error -> assertSaysWhere(condition, error));
    }
  }

  private static void assertSaysWhere(String condition, JsonNode error) {
    assertFalse(error.path("message").asText().isEmpty(), error::toString);
    String pointer = error.path("pointer").asText();
    boolean isSyntax = pointer.equals("/text") && !error.path("code").asText().startsWith("too_");
    boolean isAboutTheBody = error.path("code").asText().equals("one_of");
    assertTrue(isAboutTheBody || pointer.startsWith("/"), () -> shortened(condition) + error);
    if (isSyntax && error.has("position")) {
      int position = error.path("position").asInt(-1);
      assertTrue(position >= 0 && position <= condition.length(), () -> condition + error);
    }
  }
}
