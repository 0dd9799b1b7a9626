package dev.shopwire.app.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the token buckets per key (docs/api/README.md). */
@Tag("everywhere")
class RateLimitsIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final String PATH = "/v1/usage_events";
  private static final String EVENT =
      "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"eventId\":\"%s\"}";

  private static Tenants.App limited(int requests, int events) {
    Tenants.App app = TENANTS.app();
    return TENANTS.key(
        app.workspaceId(),
        app.appId(),
        "{\"requestsPerSecond\":" + requests + ",\"eventsPerSecond\":" + events + "}");
  }

  @Test
  void requestsAboveTheBurstAreRefusedWithRetryAfterAndClaimNoId() {
    Tenants.App app = limited(2, 1_000);
    int sent = 1;
    Response refused = app.api().post(PATH, EVENT.formatted("e0"));
    while (refused.status() == 200 && sent < 50) {
      refused = app.api().post(PATH, EVENT.formatted("e" + sent++));
    }
    assertTrue(
        sent >= 5 && sent < 50, "the burst is 4, the first refused request was number " + sent);
    assertEquals("1", refused.header("Retry-After"));
    assertEquals("\"requests\";q=4;w=2, \"events\";q=2000;w=2", refused.header("RateLimit-Policy"));
    assertTrue(refused.header("RateLimit").startsWith("\"requests\";r=0;t=1"));
    String last = EVENT.formatted("e" + (sent - 1));
    Poll.until(
        Duration.ofSeconds(2),
        () -> "the refused event is accepted later",
        () -> {
          Response response = app.api().post(PATH, last);
          assertTrue(response.status() == 429 || response.json().path("accepted").asInt() == 1);
          return response.status() == 200;
        });
  }

  @Test
  void aBatchLargerThanTheBurstPassesWhenTheBucketIsFullAndOverdrawsIt() {
    Tenants.App app = limited(1_000, 10);
    String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}";
    String batch = "{\"events\":[" + String.join(",", Collections.nCopies(40, event)) + "]}";
    assertEquals(200, app.api().post(PATH, batch).status());
    Response refused = app.api().post(PATH, event);
    assertEquals(429, refused.status());
    int retryAfter = Integer.parseInt(refused.header("Retry-After"));
    assertTrue(
        retryAfter >= 2 && retryAfter <= 3,
        "the missing 20 tokens refill in 2 s, Retry-After is " + retryAfter);
  }

  @Test
  void aMalformedRequestCostsARequestToken() {
    Tenants.App app = limited(1, 1_000);
    int status = 400;
    for (int i = 0; i < 20 && status == 400; i++) {
      status = app.api().post(PATH, "{").status();
    }
    assertEquals(429, status);
  }

  @Test
  void eachKeyHasItsOwnLimit() {
    Tenants.App slow = limited(1, 1_000);
    Tenants.App other = TENANTS.key(slow.workspaceId(), slow.appId(), "{}");
    for (int i = 0; i < 10; i++) {
      slow.api().post(PATH, EVENT.formatted(i));
    }
    assertEquals(429, slow.api().post(PATH, EVENT.formatted("x")).status());
    assertEquals(200, other.api().post(PATH, EVENT.formatted("y")).status());
  }
}
