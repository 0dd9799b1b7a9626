package dev.shopwire.app.segments.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.PlainJson;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An app that pushes to the public API. */
record OracleApp(String slug, Tenants.App app) {

  /**
   * Posts a body that must be accepted.
   *
   * @param requestId by which explanations name this push
   */
  Response post(String path, String requestId, Map<String, @Nullable Object> body) {
    Response response =
        app.api()
            .send(
                "POST",
                path,
                Map.of("Content-Type", "application/json", "X-Request-Id", requestId),
                PlainJson.write(body).getBytes(StandardCharsets.UTF_8));
    assertEquals(200, response.status(), () -> response.body() + " to " + PlainJson.write(body));
    return response;
  }

  /** Posts events as one batch. */
  void postEvents(List<Map<String, @Nullable Object>> events) {
    Response response = post("/v1/usage_events", "events", Map.of("events", List.copyOf(events)));
    assertEquals(0, response.json().path("rejected").size(), response::body);
  }
}
