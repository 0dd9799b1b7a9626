package dev.shopwire.common.json;

import com.fasterxml.jackson.core.JsonStreamContext;

/** JSON Pointers (RFC 6901) to members of requests, fit to be sent back. */
public final class Pointers {
  private static final int MAX_NAME = 100;
  private static final String UNPRINTABLE = "?";

  private Pointers() {}

  /**
   * {@code parent} and one of its members; a long name is shortened, one that is no text hidden.
   */
  public static String member(String parent, String name) {
    return parent + "/" + escape(name);
  }

  /** Where a parser stands. */
  public static String of(JsonStreamContext context) {
    JsonStreamContext parent = context.getParent();
    if (parent == null) {
      return "";
    }
    String above = of(parent);
    if (context.inArray()) {
      return context.hasCurrentIndex() ? above + "/" + context.getCurrentIndex() : above;
    }
    String name = context.getCurrentName();
    return name == null ? above : member(above, name);
  }

  private static String escape(String name) {
    if (Text.flaw(name).isPresent()) {
      return UNPRINTABLE;
    }
    String shown =
        Text.length(name) > MAX_NAME
            ? name.substring(0, name.offsetByCodePoints(0, MAX_NAME)) + "…"
            : name;
    return shown.replace("~", "~0").replace("/", "~1");
  }
}
