package dev.shopwire.automation.templates.text;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What an element is to the text part. */
public enum TextTag {
  /** Stands on lines of its own. */
  BLOCK(
      "address article aside body caption center dd div dt fieldset figcaption footer form header"
          + " main nav option section tr"),
  /** Has empty lines around it. */
  PARAGRAPH("blockquote dl figure h1 h2 h3 h4 h5 h6 p pre table"),
  BULLETS("ul menu dir"),
  NUMBERS("ol"),
  ITEM("li"),
  CELL("td th"),
  LINK("a"),
  IMAGE("img"),
  LINE_BREAK("br"),
  RULE("hr"),
  /** Only matters where it hides something. */
  INLINE("");

  private static final Map<String, TextTag> BY_NAME = new HashMap<>();

  static {
    for (TextTag tag : values()) {
      Pattern.compile(" ").splitAsStream(tag.names).forEach(name -> BY_NAME.put(name, tag));
    }
  }

  private final String names;

  /** Takes the names of elements with blanks between them. */
  TextTag(String names) {
    this.names = names;
  }

  static TextTag of(String name) {
    return BY_NAME.getOrDefault(name, INLINE);
  }

  boolean isVoid() {
    return this == IMAGE || this == LINE_BREAK || this == RULE;
  }
}
