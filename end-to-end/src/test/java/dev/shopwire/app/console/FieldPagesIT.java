package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the pages about custom fields, without JavaScript. */
class FieldPagesIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final SchemaCheckedHttp CONSOLE = SERVICE.tenants().console();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());

  private final Tenants.App app = SERVICE.tenants().app();
  private final String list = "/console/api/workspaces/" + app.workspaceId() + "/custom-fields";
  private final String fields = "/console/w/" + app.workspaceId() + "/settings/fields";
  private final PageBrowser page = signedIn("admin");

  private PageBrowser signedIn(String role) {
    return new PageBrowser(SERVICE.consoleUrl()).signedIn(USERS.add(app.workspaceId(), role));
  }

  private static void push(Tenants.App app, String shop, String values) {
    Response pushed =
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s.example.com\",\"customFields\":{%s}}"
                    .formatted(shop, values));
    assertEquals(200, pushed.status(), pushed::body);
  }

  private List<JsonNode> stored() {
    return CONSOLE.get(list).json().path("customFields").valueStream().toList();
  }

  private String notice() {
    return page.page().select("main .notice").text();
  }

  @Test
  void fieldsAreThoseOfTheApi() {
    assertTrue(page.open(fields).page().select("main figure pre").text().contains(list));
    push(app, "acme", "\"plan\":\"pro\",\"seats\":3");
    push(app, "birch", "\"plan\":\"<b>\"");
    page.submit("Create field", Map.of("Name", "not a name", "Type", "json"));
    assertEquals(422, page.status());
    assertEquals("not a name", page.value("Name"));
    page.submit("Create field", Map.of("Name", "Note", "Scope", "all-apps", "Private", "true"));
    assertEquals("The field was created.", notice());
    List<List<String>> shown = page.rows("Custom fields");
    assertEquals(
        stored().stream()
            .map(
                field ->
                    List.of(
                        field.path("name").asText(),
                        field.path("type").asText(),
                        field.path("scope").asText(),
                        field.path("app").isNull() ? "–" : field.at("/app/slug").asText(),
                        field.path("private").asBoolean() ? "yes" : "no",
                        field.path("customers").asText()))
            .toList(),
        shown.stream().map(row -> row.subList(0, 6)).toList());
    assertEquals(3, shown.size());
    PageBrowser analyst = signedIn("analyst");
    assertEquals(2, analyst.open(fields).rows("Custom fields").size());
    for (String button : List.of("Create field", "Change type", "Make private", "Delete")) {
      assertFalse(analyst.hasButton(button), button);
    }
    assertTrue(analyst.page().select("td a[href*=promote]").isEmpty());
    String plan = stored().get(0).path("id").asText();
    assertEquals(403, analyst.open(fields + "/" + plan + "/promote").status());
    assertEquals(403, analyst.open(fields + "?step=delete&id=" + plan).status());
    String body =
        "form=delete&id=" + plan + "&csrf=" + PageBrowser.encode(analyst.open(fields).csrf());
    assertEquals(403, analyst.send("POST", fields, Map.of(), body).status());
    assertEquals(3, stored().size());
  }

  @Test
  void aFieldIsPromotedAfterItsPreview() {
    Tenants.App other = SERVICE.tenants().app(app.workspaceId());
    push(app, "acme", "\"plan\":\"pro\"");
    push(other, "acme", "\"plan\":\"free\"");
    page.open(fields).follow("Promote plan");
    assertEquals("Promote plan", page.heading());
    String preview =
        page.path().replace("/console/w/" + app.workspaceId() + "/settings/fields/", "");
    JsonNode says =
        CONSOLE.get("/console/api/custom-fields/" + preview + "-preview").json().path("preview");
    assertEquals(
        says.path("customers").asText(), page.page().select("main dl data[value]").get(0).val());
    assertEquals(
        List.of(
            says.at("/shadowedBy/0/app/slug").asText(),
            says.at("/shadowedBy/0/customers").asText()),
        page.rows("Apps with a field of their own").get(0));
    page.submit("Promote", Map.of());
    assertTrue(notice().contains("The field was promoted"), page.page()::toString);
    assertEquals("customers", page.rows("Custom fields").get(0).get(2));
    page.follow("Promote plan");
    assertTrue(page.page().select("main .region").text().contains("name_taken"));
    assertFalse(page.hasButton("Promote"));
    String body = "form=promote&csrf=" + PageBrowser.encode(page.csrf());
    assertEquals(422, page.send("POST", page.path(), Map.of(), body).status());
    assertTrue(page.alert().contains("already has a shared field"), page.alert());
    assertEquals("app", stored().get(1).path("scope").asText());
  }

  @Test
  void aTypeChangesOnlyAfterItsValuesWereChecked() {
    push(app, "acme", "\"seats\":\"3\"");
    push(app, "birch", "\"seats\":\"<b>many</b>\"");
    page.open(fields).inRow("seats", "Change type");
    page.submit("Check values", Map.of("Type", "number"));
    assertTrue(
        page.page()
            .select("main")
            .text()
            .contains("Values that can be converted: 1. Values that can't: 1."));
    assertEquals(
        List.of("birch.example.com", "–"),
        page.rows("Values that can't be converted").get(0).subList(0, 2));
    page.submit("Change type", Map.of());
    assertEquals(422, page.status());
    assertTrue(page.alert().contains("can't be converted"), page.alert());
    assertEquals("text", stored().get(0).path("type").asText());
    page.submit("Change type", Map.of("Remove the values that can't be converted", "true"));
    assertEquals("The type of the field was changed.", notice());
    assertEquals("number", stored().get(0).path("type").asText());
  }

  @Test
  void aFieldIsHiddenShownAndDeletedInSecondSteps() {
    push(app, "acme", "\"plan\":\"pro\"");
    page.open(fields).inRow("plan", "Make private").submit("Make private", Map.of());
    assertTrue(stored().get(0).path("private").asBoolean());
    page.inRow("plan", "Make visible").submit("Make visible", Map.of());
    assertFalse(stored().get(0).path("private").asBoolean());
    page.inRow("plan", "Delete");
    assertTrue(page.page().select("main").text().contains("customers with a value: 1"));
    page.follow("Cancel").inRow("plan", "Delete").submit("Delete", Map.of());
    assertTrue(stored().isEmpty());
  }

  @Test
  void aFieldOfAnotherWorkspaceDoesNotExistHere() {
    Tenants.App other = SERVICE.tenants().app();
    push(other, "acme", "\"plan\":\"pro\"");
    String id =
        CONSOLE
            .get("/console/api/workspaces/" + other.workspaceId() + "/custom-fields")
            .json()
            .at("/customFields/0/id")
            .asText();
    PageBrowser operator = new PageBrowser(SERVICE.consoleUrl()).signedIn(USERS.add(true));
    assertEquals(404, operator.open(fields + "?step=delete&id=" + id).status());
    assertEquals(404, operator.open(fields + "/" + id + "/promote").status());
    String csrf = PageBrowser.encode(operator.open(fields).csrf());
    String body = "form=delete&id=" + id + "&csrf=" + csrf;
    assertEquals(404, operator.send("POST", fields, Map.of(), body).status());
  }
}
