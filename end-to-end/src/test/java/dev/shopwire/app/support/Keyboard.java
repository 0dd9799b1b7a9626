package dev.shopwire.app.support;

import java.util.LinkedHashMap;
import java.util.Map;

/** Uses a page of a browser by keyboard alone. */
public record Keyboard(DevTools tab) {
  /** Keys with names, and their codes. */
  public enum Key {
    TAB("Tab", 9, ""),
    ENTER("Enter", 13, "\r"),
    ESCAPE("Escape", 27, "");

    private final String key;
    private final int code;
    private final String text;

    Key(String key, int code, String text) {
      this.key = key;
      this.code = code;
      this.text = text;
    }
  }

  public void press(Key key) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("key", key.key);
    event.put("code", key.key);
    event.put("windowsVirtualKeyCode", key.code);
    event.put("type", "keyUp");
    Map<String, Object> down = new LinkedHashMap<>(event);
    down.put("type", key.text.isEmpty() ? "rawKeyDown" : "keyDown");
    if (!key.text.isEmpty()) {
      down.put("text", key.text);
    }
    tab.call("Input.dispatchKeyEvent", down);
    tab.call("Input.dispatchKeyEvent", event);
  }

  /** Presses the key of a character. */
  public void press(String character) {
    tab.call(
        "Input.dispatchKeyEvent", Map.of("type", "keyDown", "text", character, "key", character));
    tab.call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", character));
  }

  /** Enters text where the focus is. */
  public void type(String text) {
    tab.call("Input.insertText", Map.of("text", text));
  }

  /** The text of the focused element, or the label of a focused field. */
  public String focused() {
    return tab.evaluate(
            """
            (() => {
              const each = document.activeElement;
              return (each.labels?.[0] ?? each).textContent.trim();
            })()
            """)
        .asText();
  }

  /** Presses Tab until this is focused. Each stop must be visible. */
  public void tabTo(String name) {
    for (int stops = 0; stops < 200; stops++) {
      press(Key.TAB);
      requireVisibleFocus();
      if (focused().equals(name)) {
        return;
      }
    }
    throw new AssertionError(
        "Tab does not lead to " + name + " on " + tab.evaluate("document.body.textContent"));
  }

  private void requireVisibleFocus() {
    String problem =
        tab.evaluate(
                """
                (() => {
                  const each = document.activeElement;
                  if (!each || each === document.body) return '';
                  const style = getComputedStyle(each);
                  const box = each.getBoundingClientRect();
                  return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
                    && box.width > 0 && box.bottom > 0 ? '' : each.outerHTML;
                })()
                """)
            .asText();
    if (!problem.isEmpty()) {
      throw new AssertionError("the focus is not visible: " + problem);
    }
  }
}
