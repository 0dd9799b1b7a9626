package dev.shopwire.app.api;

import static dev.shopwire.app.support.UsageEventResponses.assertCounts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Test fixture: a new app that calls the public API, and the console, with unusual input. */
final class InputFixture {
  static final String PATH = "/v1/usage_events";

  private final Tenants tenants = RunningService.shared().tenants();
  private final Tenants.App app = tenants.app();

  Tenants.App app() {
    return app;
  }

  Response post(String body) {
    return app.api().post(PATH, body);
  }

  Response get(String pathAndQuery) {
    return app.api().get(pathAndQuery);
  }

  Response console(String path) {
    return tenants.console().get("/console/api" + path);
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  static JsonNode error(Response response) {
    return response.json().at("/errors/0");
  }

  String customerId(String shop) {
    return get("/v1/customer?myplatformDomain=" + shop).json().at("/customer/id").asText();
  }

  void store(String shop) {
    assertCounts(post("{\"eventName\":\"a\",\"customerId\":\"" + shop + "\"}"), 1, 0, 0);
  }
}
