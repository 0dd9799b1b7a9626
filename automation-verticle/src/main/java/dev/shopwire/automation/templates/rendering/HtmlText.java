package dev.shopwire.automation.templates.rendering;

/**
 * Escapes text for HTML, the same between tags and in quoted attribute values, so that a value is
 * safe should a parser disagree about which of the two it stands in.
 */
final class HtmlText {
  private HtmlText() {}

  static void write(String text, StringBuilder out) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        // A quote of attributes to old versions of Internet Explorer and to Outlook.
        case '`' -> out.append("&#96;");
        case '\t', '\n' -> out.append(c);
        default -> out.append(Character.isISOControl(c) ? ' ' : CleanText.whole(text, i));
      }
    }
  }
}
