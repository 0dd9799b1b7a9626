package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.Http.Response;
import java.util.List;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;

/** Test fixture: a workspace whose webhooks are shown on pages and read by the API. */
final class WebhookPagesFixture implements AutoCloseable {
  static final String HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";

  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());

  final WebhookFixture fixture = WebhookFixture.inNewWorkspace();

  /** The path of the list of endpoints. */
  final String webhooks = "/console/w/" + fixture.app().workspaceId() + "/webhooks";

  final PageBrowser page = signedIn("admin");

  PageBrowser signedIn(String role) {
    return new PageBrowser(SERVICE.consoleUrl())
        .signedIn(USERS.add(fixture.app().workspaceId(), role));
  }

  String pageOf(WebhookEndpoint endpoint) {
    return webhooks + "/" + endpoint.id();
  }

  JsonNode api(String path) {
    Response response = fixture.tenants().console().get("/console/api" + path);
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  /** The cells of a row of the table with this caption. */
  Elements cells(String caption, int row) {
    return page.page().select("table").stream()
        .filter(table -> table.select("caption").text().equals(caption))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + caption + " on " + page.page()))
        .select("tbody tr")
        .get(row)
        .select("td");
  }

  static String datetime(Element cell) {
    return cell.select("time").attr("datetime");
  }

  String notice() {
    return page.page().select("main .notice").text();
  }

  /** The headings of what is shown in the place of tables. */
  List<String> regions() {
    return page.page().select("main section.region h2").eachText();
  }

  /** The text of the figure with this caption. */
  String code(String caption) {
    return page.page().select("figure").stream()
        .filter(figure -> figure.select("figcaption").text().equals(caption))
        .map(figure -> figure.expectFirst("code").wholeText())
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + caption + " on " + page.page()));
  }

  void assertRefused(String field, String value) {
    assertEquals(422, page.status());
    assertTrue(page.alert().contains("problem"), page.alert());
    assertEquals(value, page.value(field));
  }

  @Override
  public void close() {
    fixture.close();
  }
}
