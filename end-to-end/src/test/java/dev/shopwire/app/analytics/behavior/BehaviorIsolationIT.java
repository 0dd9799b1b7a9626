package dev.shopwire.app.analytics.behavior;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No read and no cursor reveals another app's events. */
@Tag("everywhere")
class BehaviorIsolationIT {
  private static final String SHOP = "s.example.com";
  private static final String SECRET = "nobody-elses-business";
  private static final String METRIC =
      "{\"name\":\"m\",\"eventName\":\"page_view\",\"calculation\":\"count\"}";
  private static final List<String> CONSOLE =
      List.of(
          "/usage-events",
          "/usage-events/report?groupBy=s",
          "/sessions",
          "/sessions/summary",
          "/page-views",
          "/funnels?steps=page_view,page_view&breakdown=s",
          "/funnels/dropouts?steps=page_view,page_view&step=2",
          "/retention?eventName=page_view",
          "/usage-metrics");

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App mine = tenants.app();

  private void sendSecretEvents() {
    for (int i = 0; i < 3; i++) {
      mine.api()
          .post(
              "/v1/usage_events",
              """
              {"eventName":"page_view","customerId":"%s","path":"/%s/%d",
               "properties":{"s":"%s"}}
              """
                  .formatted(SHOP, SECRET, i, SECRET));
    }
  }

  private String metricOf(Tenants.App app) {
    Response created =
        tenants.console().post("/console/api/apps/" + app.appId() + "/usage-metrics", METRIC);
    assertEquals(200, created.status(), created::body);
    return created.json().at("/metric/id").asText();
  }

  private static void assertRevealsNothing(Response response) {
    assertFalse(response.body().contains(SECRET), response::body);
    assertFalse(response.body().contains(SHOP), response::body);
  }

  @Test
  void anAppOfAnotherWorkspaceSeesNothing() {
    sendSecretEvents();
    Tenants.App other = tenants.app();
    JsonNode event = mine.api().get("/v1/usage_events").json().at("/events/0");
    assertEquals(SECRET, event.at("/properties/s").asText());
    for (String id : List.of(SHOP, event.path("customerId").asText())) {
      for (String route : List.of("/v1/usage_events", "/v1/usage_events/report")) {
        Response response = other.api().get(route + "?customerId=" + id);
        assertEquals(404, response.status(), response::body);
      }
    }
    assertSeesNothing(other);
  }

  @Test
  void anotherAppOfTheWorkspaceKnowsTheShopButSeesNoEvents() {
    sendSecretEvents();
    Tenants.App sibling = tenants.app(mine.workspaceId());
    for (String read : List.of("", "/report")) {
      Response response = sibling.api().get("/v1/usage_events" + read + "?customerId=" + SHOP);
      assertEquals(200, response.status(), response::body);
      assertEquals(0, response.json().path("events").size());
      assertEquals(0, response.json().at("/report/value").asInt());
    }
    assertSeesNothing(sibling);
  }

  private void assertSeesNothing(Tenants.App other) {
    assertEquals(0, other.api().get("/v1/usage_events").json().path("events").size());
    Response report = other.api().get("/v1/usage_events/report?groupBy=s");
    assertEquals(0, report.json().at("/report/value").asInt(-1), report::body);
    assertRevealsNothing(report);
    String metric = metricOf(mine);
    for (String path : List.of("usage_events", "usage_metrics")) {
      String read = "/v1/" + path + "/" + metric + "/report?period=daily";
      assertEquals(200, mine.api().get(read).status());
      assertEquals(404, other.api().get(read).status());
    }
    for (String path : CONSOLE) {
      Response response = tenants.console().get("/console/api/apps/" + other.appId() + path);
      assertEquals(200, response.status(), response::body);
      assertRevealsNothing(response);
    }
  }

  @Test
  void aCursorIsValidOnlyForItsAppAndList() {
    sendSecretEvents();
    Tenants.App sibling = tenants.app(mine.workspaceId());
    String cursor = mine.api().get("/v1/usage_events?take=1").json().path("cursor").asText();
    String read = "/v1/usage_events?take=1&cursor=" + cursor;
    assertEquals(200, mine.api().get(read).status());
    assertEquals(422, sibling.api().get(read).status());
    assertEquals(422, tenants.app().api().get(read).status());
    for (String filter :
        List.of(
            "&eventName=page_view",
            "&customerId=" + SHOP,
            "&startDate=2020-01-01",
            "&sessionKey=k",
            "&path=/",
            "&properties=%5B%7B%22property%22:%22s%22,%22operator%22:%22is_blank%22%7D%5D")) {
      assertEquals(422, mine.api().get(read + filter).status(), filter);
    }
    for (String list : List.of("/sessions", "/page-views")) {
      String own = "/console/api/apps/" + mine.appId() + list + "?take=1";
      String others = "/console/api/apps/" + sibling.appId() + list + "?take=1";
      Response foreign = tenants.console().get(own + "&cursor=" + cursor);
      assertEquals(422, foreign.status(), foreign::body);
      addSession();
      Response page = tenants.console().get(own);
      assertEquals(true, page.json().path("hasNextPage").asBoolean(), page::body);
      String next = "&cursor=" + page.json().path("cursor").asText();
      assertEquals(200, tenants.console().get(own + next).status());
      assertEquals(422, tenants.console().get(others + next).status());
      assertEquals(422, tenants.console().get(own + next + "&startDate=2020-01-01").status());
    }
  }

  /** Adds a second session. */
  private void addSession() {
    mine.api()
        .post(
            "/v1/usage_events",
            "{\"eventName\":\"page_view\",\"customerId\":\"t.example.com\",\"path\":\"/t\"}");
  }
}
