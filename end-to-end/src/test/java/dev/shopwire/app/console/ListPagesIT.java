package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what pages with lists have in common: saved views, files, what to do without rows. */
class ListPagesIT {
  private static final RunningService SERVICE = RunningService.shared();
  private static final ConsoleUsers USERS = new ConsoleUsers(SERVICE.sql());

  private final Tenants.App app = SERVICE.tenants().app();
  private final String settings = "/console/w/" + app.workspaceId() + "/settings/";
  private final PageBrowser page = signedIn("owner");

  private PageBrowser signedIn(String role) {
    return new PageBrowser(SERVICE.consoleUrl()).signedIn(USERS.add(app.workspaceId(), role));
  }

  private String notice() {
    return page.page().select("main .notice").text();
  }

  private List<List<String>> views(PageBrowser browser) {
    return browser.open(settings + "views").rows("Saved views");
  }

  @Test
  void aListIsSavedWithItsFiltersAndOpenedAgain() {
    String list = settings + "audit?action=app.created&timezone=Asia%2FTokyo";
    page.open(settings + "views");
    assertTrue(page.page().select("main").text().contains("Nothing here yet"));
    assertTrue(page.page().select("figcaption").eachText().contains("Try it with curl"));
    page.open(list).submit("Save view", Map.of());
    page.submit("Save view", Map.of("Name", ""));
    assertEquals(422, page.status());
    page.submit("Save view", Map.of("Name", "<b>Apps</b>"));
    assertEquals(list + "&done=view-saved", page.path());
    assertEquals("The view was saved.", notice());
    assertEquals(
        List.of("<b>Apps</b>", "/settings/audit", "A User", "no"),
        views(page).get(0).subList(0, 4));
    assertEquals(list, page.follow("<b>Apps</b>").path());
  }

  @Test
  void aViewIsRenamedSharedAndDeletedInSecondSteps() {
    PageBrowser analyst = signedIn("analyst");
    page.open(settings + "users").submit("Save view", Map.of());
    page.submit("Save view", Map.of("Name", "People"));
    assertTrue(views(analyst).isEmpty());
    page.open(settings + "views").inRow("People", "Rename");
    page.submit("Rename", Map.of("Name", "Everyone"));
    assertEquals("The view was renamed.", notice());
    page.inRow("Everyone", "Share").submit("Share", Map.of());
    assertEquals("yes", views(page).get(0).get(3));
    assertEquals("Everyone", views(analyst).get(0).get(0));
    assertFalse(analyst.hasButton("Rename") || analyst.hasButton("Delete"));
    String id = page.page().select("main td input[name=id]").val();
    String body = "form=delete&id=" + id + "&csrf=" + PageBrowser.encode(analyst.csrf());
    assertEquals(403, analyst.send("POST", settings + "views", Map.of(), body).status());
    page.inRow("Everyone", "Stop sharing").submit("Stop sharing", Map.of());
    assertTrue(views(analyst).isEmpty());
    assertEquals(404, analyst.open(settings + "views?step=rename&id=" + id).status());
    page.inRow("Everyone", "Delete").submit("Delete", Map.of());
    assertTrue(views(page).isEmpty());
  }

  @Test
  void aViewOfAnotherWorkspaceDoesNotExistHere() {
    page.open(settings + "users").submit("Save view", Map.of());
    page.submit("Save view", Map.of("Name", "People"));
    views(page);
    String id = page.page().select("main td input[name=id]").val();
    PageBrowser operator = new PageBrowser(SERVICE.consoleUrl()).signedIn(USERS.add(true));
    String other = "/console/w/" + SERVICE.tenants().app().workspaceId() + "/settings/views";
    assertEquals(404, operator.open(other + "?step=delete&id=" + id).status());
    String csrf = PageBrowser.encode(operator.open(other).csrf());
    String body = "form=delete&id=" + id + "&csrf=" + csrf;
    assertEquals(404, operator.send("POST", other, Map.of(), body).status());
    assertEquals(1, views(page).size());
  }

  @Test
  void anExportCountsItsRowsAndLinksTheFiles() {
    USERS.add(app.workspaceId(), "analyst");
    page.open(settings + "users").follow("Export");
    assertEquals("2 rows match", page.page().select("#users-export ~ [role=status]").text());
    Response csv = page.send("GET", link("Download CSV"), Map.of(), "");
    assertEquals("2", csv.header("X-Total-Count"));
    assertEquals(3, csv.body().lines().count());
    page.open(settings + "users").follow("Export Invitations");
    assertEquals("0 rows match", page.page().select("#invitations-export ~ [role=status]").text());
    Response ndjson = page.send("GET", link("Download NDJSON"), Map.of(), "");
    assertEquals(200, ndjson.status());
    assertEquals("", ndjson.body());
    page.open("/console/account").follow("Export");
    assertEquals("1 row matches", page.page().select("#sessions-export ~ [role=status]").text());
    assertEquals(2, page.send("GET", link("Download CSV"), Map.of(), "").body().lines().count());
  }

  private String link(String text) {
    return page.page().select("a").stream()
        .filter(each -> each.text().equals(text))
        .findFirst()
        .orElseThrow()
        .attr("href");
  }
}
