package dev.shopwire.common.json;

import com.fasterxml.jackson.core.JsonStreamContext;

/** Builds JSON Pointers (RFC 6901) to fields of requests that are safe to return to the caller. */
public final class Pointers {
  private static final int MAX_NAME = 100;
  private static final String HIDDEN = "?";

  private Pointers() {}

  /** Points to a field of {@code parent}; a long name is shortened, an invalid one is hidden. */
  public static String field(String parent, String name) {
    return parent + "/" + escape(name);
  }

  /** Points to the current value of a parser. */
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
    return name == null ? above : field(above, name);
  }

  private static String escape(String name) {
    if (StorableText.findProblem(name).isPresent()) {
      return HIDDEN;
    }
    String shown =
        StorableText.length(name) > MAX_NAME
            ? name.substring(0, name.offsetByCodePoints(0, MAX_NAME)) + "…"
            : name;
    return shown.replace("~", "~0").replace("/", "~1");
  }
}
