package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.AccessibilityCheck;
import dev.shopwire.app.support.BrowserPage;
import dev.shopwire.app.support.DevTools;
import dev.shopwire.app.support.PageView;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.mail.UnsubscribeLink;
import dev.shopwire.common.mail.UnsubscribeTokens;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Unsubscribes in Chromium, on wide and narrow pages, without JavaScript. */
class UnsubscribeBrowserIT {
  private static final RunningService SERVICE = RunningService.shared();

  private final Tenants tenants = SERVICE.tenants();
  private final String workspace = tenants.app().workspaceId();

  private String topic(String name) {
    return tenants
        .console()
        .post(
            "/console/api/workspaces/" + workspace + "/mail-topics", "{\"name\":\"" + name + "\"}")
        .json()
        .at("/mailTopic/id")
        .asText();
  }

  private String reasons() {
    return tenants
        .console()
        .get("/console/api/workspaces/" + workspace + "/suppressions")
        .json()
        .findValuesAsText("topicId")
        .toString();
  }

  @Test
  void aRecipientUnsubscribesAndComesBack() throws Exception {
    String news = topic("News");
    topic("A".repeat(100));
    UUID installation = UUID.fromString(SERVICE.sql().text("select id::text from installation"));
    String token =
        UnsubscribeTokens.of(installation)
            .encode(
                new UnsubscribeLink(
                    Long.parseLong(workspace), Long.parseLong(news), 0, "jane@shop.example"));
    try (DevTools tab = new DevTools()) {
      allowScripts(tab, false);
      BrowserPage page = new BrowserPage(tab);
      AccessibilityCheck check = AccessibilityCheck.of(tab);
      page.open(SERVICE.httpUrl() + UnsubscribeLink.PATH + token);
      assertEquals("E-mail preferences", page.text("h1"));
      assertAccessible(tab, check);
      page.loading(() -> click(tab, "button[name=topics][value='" + news + "']"));
      assertEquals("Your choice was saved.", page.text("[role=status]"));
      assertEquals("[" + news + "]", reasons());
      assertAccessible(tab, check);
      page.loading(() -> click(tab, "button[name=all]"));
      assertTrue(page.text("main").contains("You are unsubscribed from all e-mails."));
      assertEquals("[null, " + news + "]", reasons());
      assertAccessible(tab, check);
      page.loading(() -> click(tab, "button[name=resubscribe]"));
      assertEquals("[" + news + "]", reasons());
    }
  }

  private static void click(DevTools tab, String selector) {
    tab.evaluate("document.querySelector(" + BrowserPage.quote(selector) + ").click(); 0");
  }

  private static void allowScripts(DevTools tab, boolean allow) {
    tab.call("Emulation.setScriptExecutionDisabled", Map.of("value", !allow));
  }

  /** The page has no script; axe is one. */
  private static void assertAccessible(DevTools tab, AccessibilityCheck check) {
    allowScripts(tab, true);
    assertEquals(List.of(), check.problemsOutsideOfConsole(List.of(PageView.values())));
    allowScripts(tab, false);
  }
}
