package dev.shopwire.app.console;

import static dev.shopwire.app.support.UsageEventResponses.assertCounts;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Test fixture: an app whose events are shown on pages and read by the API. */
final class BehaviorPagesFixture {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());

  final Tenants.App app = SERVICE.tenants().app();
  final String pages = "/console/w/" + app.workspaceId() + "/behavior/";
  final PageBrowser page = signedIn("admin");

  PageBrowser signedIn(String role) {
    return new PageBrowser(SERVICE.consoleUrl()).signedIn(USERS.add(app.workspaceId(), role));
  }

  /** Stores events, each as the members of its JSON object. */
  void store(List<String> events) {
    for (int from = 0; from < events.size(); from += 200) {
      List<String> batch = events.subList(from, Math.min(events.size(), from + 200));
      StringJoiner array = new StringJoiner("},{", "{\"events\":[{", "}]}");
      batch.forEach(array::add);
      Response response = app.api().post("/v1/usage_events", array.toString());
      assertCounts(response, batch.size(), 0, 0);
    }
  }

  void store(String... events) {
    store(List.of(events));
  }

  static String event(String shop, String name, String at, String more) {
    return "\"customerId\":\"%s.example.com\",\"eventName\":\"%s\",\"timestamp\":\"%s\"%s"
        .formatted(shop, name, at, more);
  }

  static String pageView(String shop, String at, String path) {
    return event(shop, "page_view", at, ",\"path\":\"" + path + "\"");
  }

  /** What the API returns for the operation below the app. */
  JsonNode api(String operation) {
    return apiResponse(operation).json();
  }

  Response apiResponse(String operation) {
    Response response =
        SERVICE.tenants().console().get("/console/api/apps/" + app.appId() + "/" + operation);
    assertEquals(200, response.status(), response::body);
    return response;
  }

  PageBrowser open(String pageAndQuery) {
    page.open(pages + pageAndQuery);
    assertEquals(200, page.status(), () -> page.response().body());
    return page;
  }

  /** The members of rows of the API, as texts; null is empty. */
  static List<List<String>> rows(JsonNode array, String... pointers) {
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode row : array) {
      List<String> values = new ArrayList<>();
      for (String pointer : pointers) {
        JsonNode value = row.at(pointer);
        values.add(value.isNull() || value.isMissingNode() ? "" : text(value));
      }
      rows.add(values);
    }
    return rows;
  }

  private static String text(JsonNode value) {
    return value.isContainerNode() ? value.toString() : value.asText();
  }

  Tenants.App otherWorkspace() {
    return SERVICE.tenants().app();
  }

  /** The slug of the app. */
  String slug() {
    return SERVICE
        .tenants()
        .console()
        .get("/console/api/workspaces/" + app.workspaceId() + "/apps")
        .json()
        .at("/apps/0/slug")
        .asText();
  }

  /** Another app of the workspace. */
  Tenants.App sibling() {
    return SERVICE.tenants().app(app.workspaceId());
  }
}
