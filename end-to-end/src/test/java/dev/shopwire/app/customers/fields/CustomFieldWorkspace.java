package dev.shopwire.app.customers.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.PlainJson;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** A workspace of the service with its model; compares the results of every console call. */
final class CustomFieldWorkspace {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final SchemaCheckedHttp CONSOLE = TENANTS.console();
  private static final String API = "/console/api";
  private static final int PAGE = 50;

  private final CustomFieldModel model = new CustomFieldModel();
  private final Map<List<String>, String> ids = new HashMap<>();
  private String id = "";

  /** The cursor after which the list has the fields that {@code ids} may lack. */
  private String lastCursor = "";

  /** An app of a workspace. */
  record App(CustomFieldWorkspace workspace, String slug, SchemaCheckedHttp api) {}

  CustomFieldModel model() {
    return model;
  }

  App app() {
    Tenants.App created = id.isEmpty() ? TENANTS.app() : TENANTS.app(id);
    id = created.workspaceId();
    for (JsonNode app :
        CONSOLE.get(API + "/workspaces/" + id + "/apps?take=1000").json().path("apps")) {
      if (app.path("id").asText().equals(created.appId())) {
        return new App(this, app.path("slug").asText(), created.api());
      }
    }
    throw new AssertionError("the new app is not listed: " + created.appId());
  }

  void share(String name, String type, String scope) {
    String body = PlainJson.write(Map.of("name", name, "type", type, "scope", scope));
    Response response = CONSOLE.post(API + "/workspaces/" + id + "/custom-fields", body);
    assertEquals(model.share(name, type, scope), result(response));
    if (response.status() == 200) {
      remember(response.json().path("customField"));
    }
  }

  void promote(String owner, String name) {
    String field = idOf(owner, name);
    Response response = CONSOLE.post(API + "/custom-fields/" + field + "/promote", "{}");
    assertEquals(model.promote(owner, name), result(response));
    if (response.status() == 200) {
      ids.remove(List.of(owner, name));
      assertEquals(field, remember(response.json().path("customField")), "the id changed");
    }
  }

  void hide(String owner, String name, boolean hidden) {
    Response response =
        CONSOLE.patch(API + "/custom-fields/" + idOf(owner, name), "{\"private\":" + hidden + "}");
    assertEquals(model.hide(owner, name, hidden), result(response));
  }

  void retype(String owner, String name, String type, boolean unsetFailures) {
    String body = PlainJson.write(Map.of("type", type, "unsetFailures", unsetFailures));
    Response response = CONSOLE.post(API + "/custom-fields/" + idOf(owner, name) + "/retype", body);
    JsonNode retype = response.json().path("retype");
    assertEquals(
        model.retype(owner, name, type, unsetFailures),
        response.status() == 200
            ? CustomFieldModel.retyped(
                retype.path("converted").asLong(), retype.path("failed").asLong())
            : result(response));
  }

  void delete(String owner, String name) {
    Response response = CONSOLE.delete(API + "/custom-fields/" + idOf(owner, name));
    assertEquals(model.delete(owner, name), result(response));
    ids.remove(List.of(owner, name));
  }

  /** Checks that the console's list of fields is that of the model. */
  void checkFields() {
    List<String> listed = new ArrayList<>();
    readPages("", field -> listed.add(line(field)));
    assertEquals(model.lines(), listed.stream().sorted().toList(), "the console's list of fields");
  }

  private String idOf(String owner, String name) {
    List<String> key = List.of(owner, name);
    if (!ids.containsKey(key)) {
      lastCursor = readPages(lastCursor, this::remember);
    }
    return Objects.requireNonNull(ids.get(key), () -> "unknown field: " + key);
  }

  private String remember(JsonNode field) {
    String fieldId = field.path("id").asText();
    ids.put(List.of(owner(field), field.path("name").asText()), fieldId);
    return fieldId;
  }

  /**
   * @return the last cursor of a response
   */
  private String readPages(String from, Consumer<JsonNode> each) {
    String cursor = from;
    boolean hasNextPage = true;
    while (hasNextPage) {
      Response response =
          CONSOLE.get(
              API
                  + ("/workspaces/" + id + "/custom-fields?take=" + PAGE)
                  + (cursor.isEmpty() ? "" : "&cursor=" + cursor));
      assertEquals(200, response.status(), response::body);
      JsonNode page = response.json();
      page.path("customFields").forEach(each);
      hasNextPage = page.path("hasNextPage").asBoolean();
      cursor = hasNextPage ? page.path("cursor").asText() : cursor;
    }
    return cursor;
  }

  private static String result(Response response) {
    if (response.status() != 200) {
      return response.status() + " " + response.json().path("code").asText();
    }
    JsonNode field = response.json().path("customField");
    return field.isMissingNode() ? "200" : "200 " + line(field);
  }

  private static String owner(JsonNode field) {
    return field.at("/app/slug").asText();
  }

  private static String line(JsonNode field) {
    return CustomFieldModel.fieldLine(
        field.path("name").asText(),
        field.path("type").asText(),
        field.path("scope").asText(),
        owner(field),
        field.path("private").asBoolean(),
        field.path("customers").asLong());
  }
}
