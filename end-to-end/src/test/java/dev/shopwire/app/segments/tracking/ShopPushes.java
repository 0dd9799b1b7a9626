package dev.shopwire.app.segments.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.time.Instant;

/** What an app pushes about one shop. */
record ShopPushes(Tenants.App app, String domain) {

  private void post(String path, String body) {
    Response response = app.api().post(path, body);
    assertEquals(200, response.status(), response::body);
  }

  /**
   * @param members of the body, as JSON
   */
  void identify(String members) {
    post("/v1/identify", "{\"myplatformDomain\":\"%s\",%s}".formatted(domain, members));
  }

  void fields(String json) {
    identify("\"customFields\":" + json);
  }

  /** The complete roster of this app, each person a JSON object. */
  void staff(String... people) {
    post(
        "/v1/staff",
        "{\"myplatformDomain\":\"%s\",\"reconcile\":true,\"staff\":[%s]}"
            .formatted(domain, String.join(",", people)));
  }

  private void events(String members) {
    post("/v1/usage_events", "{\"customerId\":\"%s\",%s}".formatted(domain, members));
  }

  void event(String name) {
    events("\"eventName\":\"%s\"".formatted(name));
  }

  void event(String name, Instant at) {
    events("\"eventName\":\"%s\",\"timestamp\":\"%s\"".formatted(name, at));
  }

  void event(String name, String eventId) {
    events("\"eventName\":\"%s\",\"eventId\":\"%s\"".formatted(name, eventId));
  }

  void view(String path, String sessionKey) {
    events(
        "\"eventName\":\"page_view\",\"path\":\"%s\",\"sessionKey\":\"%s\""
            .formatted(path, sessionKey));
  }
}
