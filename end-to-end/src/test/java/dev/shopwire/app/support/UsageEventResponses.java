package dev.shopwire.app.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.testing.Http.Response;

/** Assertions about responses of {@code POST /v1/usage_events}. */
public final class UsageEventResponses {
  private UsageEventResponses() {}

  public static void assertCounts(Response response, int accepted, int duplicates, int rejected) {
    assertEquals(200, response.status(), response::body);
    assertEquals(accepted, response.json().path("accepted").asInt(), response::body);
    assertEquals(duplicates, response.json().path("duplicates").asInt(), response::body);
    assertEquals(rejected, response.json().path("rejected").size(), response::body);
  }

  public static void assertFails(Response response, int status, String code) {
    assertEquals(status, response.status(), response::body);
    assertEquals(code, response.json().path("code").asText(), response::body);
  }
}
