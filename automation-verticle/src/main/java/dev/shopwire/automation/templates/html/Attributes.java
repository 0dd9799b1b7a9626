package dev.shopwire.automation.templates.html;

import java.util.Set;

/** Which attributes may hold values; one that is not listed may not. */
final class Attributes {
  private static final Set<String> URLS =
      Set.of(
          "action",
          "background",
          "cite",
          "dynsrc",
          "formaction",
          "href",
          "longdesc",
          "lowsrc",
          "poster",
          "src");
  private static final Set<String> TEXTS =
      Set.of(
          "abbr",
          "align",
          "alt",
          "axis",
          "bgcolor",
          "border",
          "cellpadding",
          "cellspacing",
          "class",
          "color",
          "colspan",
          "datetime",
          "dir",
          "face",
          "headers",
          "height",
          "hspace",
          "id",
          "label",
          "lang",
          "name",
          "placeholder",
          "role",
          "rowspan",
          "scope",
          "size",
          "span",
          "start",
          "summary",
          "title",
          "valign",
          "value",
          "vspace",
          "width");

  /** Elements whose attributes load, run or redirect, or that parsers read in different ways. */
  private static final Set<String> UNSAFE_ELEMENTS =
      Set.of(
          "applet",
          "base",
          "embed",
          "frame",
          "frameset",
          "iframe",
          "link",
          "math",
          "meta",
          "object",
          "param",
          "script",
          "style",
          "svg",
          "template");

  private Attributes() {}

  static boolean isUrl(String name) {
    return URLS.contains(name);
  }

  static boolean isText(String name) {
    return TEXTS.contains(name) || name.startsWith("aria-") || name.startsWith("data-");
  }

  static boolean isSafeElement(String name) {
    return !UNSAFE_ELEMENTS.contains(name) && name.indexOf(':') < 0;
  }
}
