package dev.shopwire.app.support;

import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.Map;

/** Uses pages in Chromium as people do: by the names of fields, buttons and links. */
public record BrowserPage(DevTools tab) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Opens an address and waits until it is loaded. */
  public void open(String url) {
    loading(() -> tab.call("Page.navigate", Map.of("url", url)));
  }

  /** Waits until what {@code action} starts to load is there. */
  public void loading(Runnable action) {
    tab.evaluate("window.previousPage = true");
    action.run();
    Poll.until(
        TIMEOUT,
        () -> "another page than " + tab.evaluate("location.href"),
        () -> {
          try {
            return tab.evaluate("!window.previousPage && document.readyState === 'complete'")
                .asBoolean();
          } catch (AssertionError e) {
            return false; // the page was left meanwhile
          }
        });
  }

  /** Waits until htmx has changed the page, without loading another one. */
  public void changing(Runnable action) {
    tab.evaluate(
        """
        window.settled = new Promise((settle) =>
          document.addEventListener('htmx:afterSettle', () => settle(true), {once: true}));
        0
        """);
    action.run();
    tab.evaluate("window.settled");
  }

  /** Fills in the fields with these labels in the form of a button, and presses it. */
  public void submit(String button, Map<String, String> values) {
    fill(button, values);
    loading(() -> press(button));
  }

  /**
   * Fills in the fields with these labels in the form of a button.
   *
   * @param values true or false for checkboxes
   */
  public void fill(String button, Map<String, String> values) {
    tab.evaluate(
        """
        (() => {
          const form = %s.form;
          for (const [label, value] of Object.entries(%s)) {
            const field = [...form.querySelectorAll('label')]
              .find((each) => each.textContent.trim() === label)?.control;
            if (!field) throw new Error('no field ' + label + ' in ' + form.outerHTML);
            if (field.type === 'checkbox') field.checked = value === 'true';
            else field.value = value;
          }
        })()
        """
            .formatted(button(button), Json.MAPPER.valueToTree(values)));
  }

  /** Presses a button. */
  public void press(String button) {
    tab.evaluate(button(button) + ".click()");
  }

  /** Follows the first link with this text. */
  public void follow(String link) {
    loading(() -> tab.evaluate(withText("a[href]", link) + ".click()"));
  }

  private static String button(String name) {
    return withText("button", name);
  }

  private static String withText(String selector, String text) {
    return "[...document.querySelectorAll('%s')].find((each) => each.textContent.trim() === %s)"
        .formatted(selector, quote(text));
  }

  /** The text of what a selector finds; empty if nothing. */
  public String text(String selector) {
    return tab.evaluate("document.querySelector(" + quote(selector) + ")?.textContent.trim() ?? ''")
        .asText();
  }

  /** The value of a field. */
  public String value(String selector) {
    return tab.evaluate("document.querySelector(" + quote(selector) + ").value").asText();
  }

  /** A string of JavaScript. */
  public static String quote(String text) {
    return Json.MAPPER.valueToTree(text).toString();
  }
}
