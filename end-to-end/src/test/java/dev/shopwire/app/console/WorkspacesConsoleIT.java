package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.AuditRows;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workspaces with their settings, and the audit of workspaces, apps and keys. */
@Tag("everywhere")
class WorkspacesConsoleIT {
  private static final String API = AttributionFixture.API;

  private final Tenants tenants = RunningService.shared().tenants();
  private final SchemaCheckedHttp console = tenants.console();
  private final String workspace =
      console.post(API + "/workspaces", "{\"name\":\"Acme\"}").json().at("/workspace/id").asText();

  private Response change(String fields) {
    return console.patch(API + "/workspaces/" + workspace, "{" + fields + "}");
  }

  private JsonNode shown() {
    return console.get(API + "/workspaces/" + workspace).json().path("workspace");
  }

  private List<JsonNode> audit() {
    return AuditRows.of(workspace);
  }

  @Test
  void aWorkspaceIsChangedFieldByField() {
    assertEquals(
        "{\"id\":\"%s\",\"name\":\"Acme\",\"timezone\":null,\"requireTotp\":false}"
            .formatted(workspace),
        shown().toString());
    assertEquals(
        "Europe/Zurich",
        change("\"timezone\":\"europe/zurich\"").json().at("/workspace/timezone").asText());
    change("\"name\":\" Acme Apps \"");
    change("\"requireTotp\":true");
    assertEquals(
        "{\"id\":\"%s\",\"name\":\"Acme Apps\",\"timezone\":\"Europe/Zurich\",\"requireTotp\":true}"
            .formatted(workspace),
        shown().toString());
    change("\"timezone\":null,\"requireTotp\":false");
    assertEquals("Acme Apps", shown().path("name").asText());
    List<JsonNode> rows = audit();
    assertEquals(5, rows.size());
    assertEquals("workspace.created", rows.get(0).path("action").asText());
    assertEquals("{\"timezone\":null}", rows.get(1).path("before").toString());
    assertEquals("{\"timezone\":\"Europe/Zurich\"}", rows.get(1).path("after").toString());
    assertEquals("{\"name\":\"Acme\"}", rows.get(2).path("before").toString());
    assertEquals("{\"requireTotp\":true}", rows.get(3).path("after").toString());
    assertEquals("workspace/" + workspace, rows.get(4).path("object").asText());
  }

  @Test
  void anInvalidOrEqualChangeIsNotRecorded() {
    for (String fields :
        List.of(
            "\"timezone\":\"Mars/Base\"",
            "\"name\":\"\",\"requireTotp\":true",
            "\"requireTotp\":null",
            "\"unknown\":1")) {
      assertEquals(422, change(fields).status(), fields);
    }
    assertEquals(200, change("").status());
    assertEquals(200, change("\"name\":\"Acme\",\"timezone\":null,\"requireTotp\":false").status());
    assertEquals(1, audit().size());
    for (String id : List.of("999999999", "9999999999999999999", "x")) {
      assertEquals(404, console.get(API + "/workspaces/" + id).status());
      assertEquals(404, console.patch(API + "/workspaces/" + id, "{}").status());
    }
  }

  @Test
  void concurrentChangesChain() {
    List<CompletableFuture<Response>> changes =
        IntStream.range(0, 16)
            .mapToObj(
                i -> CompletableFuture.supplyAsync(() -> change("\"name\":\"Acme " + i + "\"")))
            .toList();
    changes.forEach(each -> assertEquals(200, each.join().status()));
    List<JsonNode> rows = audit();
    assertEquals(17, rows.size());
    for (int i = 1; i < rows.size(); i++) {
      assertEquals(rows.get(i - 1).at("/after/name"), rows.get(i).at("/before/name"));
    }
    assertEquals(shown().path("name"), rows.get(16).at("/after/name"));
  }

  @Test
  void appsAndKeysAreRecordedWithoutSecrets() {
    Tenants.App app = tenants.app(workspace);
    assertEquals(
        422,
        console
            .post(API + "/workspaces/" + workspace + "/apps", "{\"slug\":\"A\",\"name\":\"x\"}")
            .status());
    String key = API + "/apps/" + app.appId() + "/keys/" + app.keyId();
    assertEquals(200, console.delete(key).status());
    assertEquals(200, console.delete(key).status());
    assertEquals(404, console.delete(API + "/apps/" + app.appId() + "/keys/none").status());
    List<JsonNode> rows = audit();
    assertEquals(
        "workspace.created, app.created, key.created, key.revoked",
        rows.stream().map(row -> row.path("action").asText()).collect(Collectors.joining(", ")));
    assertEquals("app/" + app.appId(), rows.get(1).path("object").asText());
    assertEquals("key/" + app.keyId(), rows.get(2).path("object").asText());
    assertEquals(app.appId(), rows.get(2).at("/after/app/id").asText());
    assertEquals("{\"revoked\":false}", rows.get(3).path("before").toString());
    String secret = app.key().substring(app.key().lastIndexOf('_') + 1);
    assertFalse(rows.toString().contains(secret));
  }

  @Test
  void anAppWithATakenSlugIsNotRecorded() {
    String body = "{\"slug\":\"reports\",\"name\":\"Reports\"}";
    String path = API + "/workspaces/" + workspace + "/apps";
    assertEquals(200, console.post(path, body).status());
    assertEquals(422, console.post(path, body).status());
    assertEquals(2, audit().size());
  }

  @Test
  void theAdminTokenListsAllWorkspaces() {
    String another =
        console.post(API + "/workspaces", "{\"name\":\"b\"}").json().at("/workspace/id").asText();
    JsonNode page =
        console
            .get(API + "/workspaces?take=2&cursor=" + (Long.parseLong(workspace) - 1))
            .json()
            .path("workspaces");
    assertEquals(workspace, page.at("/0/id").asText());
    assertEquals(2, page.size());
    assertEquals(
        "b", console.get(API + "/workspaces/" + another).json().at("/workspace/name").asText());
  }
}
