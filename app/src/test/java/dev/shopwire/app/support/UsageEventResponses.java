package dev.shopwire.app.support;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.testing.Http.Answer;

/** Assertions about responses of {@code POST /v1/usage_events}. */
public final class UsageEventResponses {
  private UsageEventResponses() {}

  public static void assertCounts(Answer answer, int accepted, int duplicates, int rejected) {
    assertEquals(200, answer.status(), answer::body);
    assertEquals(accepted, answer.json().path("accepted").asInt(), answer::body);
    assertEquals(duplicates, answer.json().path("duplicates").asInt(), answer::body);
    assertEquals(rejected, answer.json().path("rejected").size(), answer::body);
  }

  public static void assertFails(Answer answer, int status, String code) {
    assertEquals(status, answer.status(), answer::body);
    assertEquals(code, answer.json().path("code").asText(), answer::body);
  }
}
