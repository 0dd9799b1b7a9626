package dev.shopwire.app.console.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.console.sample.Sample;
import dev.shopwire.app.support.BrowserPage;
import dev.shopwire.app.support.Keyboard;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What an analyst sees, may not do, and does by keyboard and without JavaScript. */
record AnalystWalk(CheckedPages pages, String consoleUrl, Sample sample) {
  /** Forms that change something or lead to it, other than those of own saved views. */
  private static final String CONTROLS =
      """
      [...document.querySelectorAll('main form')]
        .filter((form) => !form.getAttribute('action').endsWith('/settings/views'))
        .filter((form) => form.getAttribute('method') === 'post' || form.querySelector('input[name=step]'))
        .map((form) => form.textContent.trim())
      """;

  /** About what the walk has none of; LinkedPagesIT looks at them as an analyst. */
  private static final Set<ConsolePage> LINKED =
      EnumSet.of(ConsolePage.DATABASE, ConsolePage.LINKED_QUERY, ConsolePage.LINKED_RUN);

  private static final String IS_DIALOG_OPEN = "document.getElementById('shortcuts').open";

  private BrowserPage page() {
    return pages.page();
  }

  private String url(String below) {
    return consoleUrl + "/console/w/" + sample.workspaceId() + below;
  }

  private String address() {
    return pages.tab().evaluate("location.href").asText();
  }

  private boolean isTrue(String expression) {
    return pages.tab().evaluate(expression).asBoolean();
  }

  private void await(String what, String expression) {
    Poll.until(Duration.ofSeconds(5), () -> what, () -> isTrue(expression));
  }

  /** No page has a control for what the analyst may not do. */
  void seesNoControls() {
    for (ConsolePage each : ConsolePage.values()) {
      boolean isRead = each.reader().filter(AccessLevel.ANALYST::includes).isPresent();
      if (each.isOfWorkspace() && isRead && !Refusals.mayWrite(AccessLevel.ANALYST, each)) {
        ShownPages.address(each, sample)
            .ifPresentOrElse(this::assertNoControls, () -> assertTrue(LINKED.contains(each)));
      }
    }
  }

  private void assertNoControls(String address) {
    page().open(consoleUrl + address);
    assertEquals("[]", pages.tab().evaluate(CONTROLS).toString(), address);
  }

  /** The forms of pages and the operations of the API that need more than an analyst's role. */
  void isRefusedEachWrite() {
    page().open(url("/settings/users"));
    new Refusals(pages.tab(), sample).assertRefused(AccessLevel.ANALYST);
  }

  /** Signs in, finds events and follows one, with nothing but keys. */
  void worksByKeyboard(Map<String, String> credentials) {
    Keyboard keyboard = pages.keyboard();
    page().open(consoleUrl + "/console/sign-in");
    keyboard.press(Keyboard.Key.TAB);
    assertEquals("Skip to main content", keyboard.focused());
    keyboard.press(Keyboard.Key.ENTER);
    await("main has the focus", "document.activeElement.id === 'main'");
    for (String field : List.of("Email", "Password")) {
      keyboard.tabTo(field);
      keyboard.type(credentials.getOrDefault(field, ""));
    }
    page().loading(() -> keyboard.press(Keyboard.Key.ENTER));
    pages.assertHeading("Overview");
    go(keyboard, "b");
    pages.assertHeading("Events");
    keyboard.press("/");
    assertEquals("App", keyboard.focused());
    keyboard.press("r");
    keyboard.tabTo("Event");
    keyboard.type("exported");
    page().changing(() -> keyboard.press(Keyboard.Key.ENTER));
    assertEquals("Event", keyboard.focused(), "the focus is lost when the list changes");
    assertTrue(address().contains("eventName=exported"), this::address);
    keyboard.tabTo("Apply");
    keyboard.press("j");
    assertTrue(isTrue("!!document.activeElement.closest('main tbody tr')"), keyboard::focused);
    keyboard.press("?");
    assertTrue(isTrue(IS_DIALOG_OPEN));
    keyboard.press(Keyboard.Key.ESCAPE);
    await("Escape closes the dialog", "!" + IS_DIALOG_OPEN);
    go(keyboard, "s");
    assertTrue(address().contains("/settings/"), this::address);
  }

  private void go(Keyboard keyboard, String section) {
    page()
        .loading(
            () -> {
              keyboard.press("g");
              keyboard.press(section);
            });
  }

  /** Signs out and in, reads and filters. */
  void worksWithoutJavaScript(Map<String, String> credentials) {
    pages.tab().call("Emulation.setScriptExecutionDisabled", Map.of("value", true));
    try {
      pages.open(url("/customers"), "Customers");
      assertTrue(isTrue("typeof htmx === 'undefined'"), "scripts run");
      pages.submit("Sign out", Map.of(), "Sign in");
      pages.submit("Sign in", credentials, "Overview");
      pages.open(url("/behavior/events"), "Events");
      pages.submit("Apply", Map.of("App", OwnerWalk.SLUG, "Event", "missed"), "Events");
      assertTrue(address().contains("eventName=missed"), this::address);
      assertEquals(3, new ShownData(pages.tab()).rows("Events").size());
      pages.follow("Clear filters", "Events");
      pages.submit("Sign out", Map.of(), "Sign in");
    } finally {
      pages.tab().call("Emulation.setScriptExecutionDisabled", Map.of("value", false));
    }
  }
}
