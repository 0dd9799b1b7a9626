package dev.shopwire.app.console.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.BrowserPage;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.Keyboard;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Tenants;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Types a condition in Chromium: its count follows, and the focus stays where it is. */
class SegmentEditorIT {
  private static final RunningService SERVICE = RunningService.shared();

  private final Tenants.App app = SERVICE.tenants().app();

  private void signIn(CheckedPages pages) {
    ConsoleUsers users = new ConsoleUsers(SERVICE.sql());
    Map<String, String> credentials =
        Map.of(
            "Email",
            users.add(app.workspaceId(), "admin").email(),
            "Password",
            ConsoleUsers.PASSWORD);
    pages.page().open(SERVICE.consoleUrl() + "/console/sign-in");
    pages.page().submit("Sign in", credentials);
  }

  private void identify() {
    String body = "{\"myplatformDomain\":\"a.example.com\",\"customFields\":{\"plan\":\"pro\"}}";
    assertEquals(200, app.api().post("/v1/identify", body).status());
  }

  @Test
  void theCountFollowsWhatIsTyped() throws Exception {
    identify();
    try (CheckedPages pages = new CheckedPages()) {
      BrowserPage page = pages.page();
      Keyboard keyboard = new Keyboard(pages.tab());
      signIn(pages);
      String address = "/console/w/" + app.workspaceId() + "/segments/new";
      pages.open(SERVICE.consoleUrl() + address, "New segment");
      pages.tab().evaluate("document.getElementById('segment-text').focus()");
      page.changing(() -> keyboard.type("cf:plan = pro"));
      assertEquals("1 customer matches.", page.text("#preview-status"));
      assertEquals("Condition", keyboard.focused());
      assertEquals("cf:plan = pro", page.value("#segment-text"));
      pages.check();
      page.changing(() -> keyboard.type(" AND"));
      assertEquals("There is 1 problem.", page.text("#preview-status"));
      assertEquals("(here)", page.text("mark"));
      assertEquals("Condition", keyboard.focused());
      pages.check();
      page.changing(() -> keyboard.type(" NOT everyone"));
      assertEquals("0 customers match.", page.text("#preview-status"));
      page.changing(() -> page.press("Check"));
      assertEquals("0 customers match.", page.text("#preview-status"));
      assertTrue(pages.tab().evaluate("location.pathname").asText().endsWith("/segments/new"));
      page.submit("Save segment", Map.of("Name", "Nobody"));
      assertEquals("Nobody", page.text("h1"));
      pages.check();
    }
  }
}
