package dev.shopwire.app.analytics;

import static dev.shopwire.app.analytics.EventReadFixture.event;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code GET /console/api/apps/{id}/funnels/dropouts}. */
@Tag("everywhere")
class FunnelDropoutsIT {
  private final EventReadFixture events = new EventReadFixture(RunningService.shared().tenants());

  @BeforeEach
  void store() {
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      sent.add(event("first" + i, "a", "2026-03-01T00:00:0%dZ".formatted(i / 2), ""));
    }
    sent.add(event("second", "a", "2026-03-02T00:00:00Z", ""));
    sent.add(event("second", "b", "2026-03-03T00:00:00.5Z", ""));
    sent.add(event("third", "a", "2026-03-02T00:00:00Z", ""));
    sent.add(event("third", "b", "2026-03-02T00:00:00Z", ""));
    sent.add(event("third", "c", "2026-03-02T00:00:00Z", ""));
    sent.add(event("never", "b", "2026-03-02T00:00:00Z", ""));
    events.store(sent);
  }

  private Response dropouts(String... more) {
    List<String> query =
        new ArrayList<>(
            List.of("steps", "a,b,c", "startDate", "2026-03-01", "endDate", "2026-03-31"));
    query.addAll(Arrays.asList(more));
    return events.console("funnels/dropouts", query.toArray(String[]::new));
  }

  private static List<String> shops(Response response) {
    assertEquals(200, response.status(), response::body);
    return EventReadFixture.texts(response.json().path("shops"), "myplatformDomain").stream()
        .map(domain -> domain.replace(".example.com", ""))
        .toList();
  }

  @Test
  void dropoutsCompletedTheStepBeforeButNotThisOne() {
    Response second = dropouts("step", "3");
    assertEquals(List.of("second"), shops(second));
    assertEquals("2026-03-03T00:00:00.500Z", second.json().at("/shops/0/reachedAt").asText());
    assertTrue(second.json().path("cursor").isNull());
    List<String> first = shops(dropouts("step", "2"));
    assertEquals("first4", first.get(0));
    assertEquals(5, first.stream().filter(shop -> shop.startsWith("first")).count());
    assertEquals(5, first.size());
  }

  @Test
  void pagesListEachShopOnce() {
    List<String> all = shops(dropouts("step", "2"));
    List<String> paged = new ArrayList<>();
    String cursor = "";
    for (boolean more = true; more; ) {
      Response page = dropouts("step", "2", "take", "2", "cursor", cursor);
      paged.addAll(shops(page));
      JsonNode json = page.json();
      more = json.path("hasNextPage").asBoolean();
      cursor = json.path("cursor").asText();
    }
    assertEquals(all, paged);
  }

  @Test
  void aCursorIsValidOnlyForItsList() {
    String cursor = dropouts("step", "2", "take", "2").json().path("cursor").asText();
    assertFails(dropouts("step", "3", "cursor", cursor), 422, "invalid_cursor");
    assertFails(dropouts("step", "2", "window", "1d", "cursor", cursor), 422, "invalid_cursor");
    assertFails(dropouts("step", "2", "cursor", "x"), 422, "invalid_cursor");
  }

  @Test
  void theStepMustComeAfterTheFirst() {
    assertFails(dropouts(), 422, "required");
    assertFails(dropouts("step", "1"), 422, "invalid_step");
    assertFails(dropouts("step", "4"), 422, "invalid_step");
    assertFails(
        events.console("funnels/dropouts", "steps", "a", "step", "2"), 422, "invalid_steps");
  }
}
