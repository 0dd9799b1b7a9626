package dev.shopwire.automation.templates.mjml;

import dev.shopwire.automation.templates.html.HtmlSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Refuses MJML that takes long to convert. The converter can't be interrupted, and compares many
 * things with each other; a usual mail has a tenth of what is allowed here.
 */
final class MjmlLimits {
  private static final int ELEMENTS = 600;
  private static final int DEPTH = 50;

  /** Valid MJML nests its own elements up to eight deep. */
  private static final int COMPONENT_DEPTH = 10;

  private static final int ATTRIBUTES = 100;
  private static final long STYLE_COMPARISONS = 150_000;

  /** Each comment, and each font where one is used, is searched for in the rest of the text. */
  private static final long COMMENT_CHARACTERS = 10_000_000;

  private static final long FONT_CHARACTERS = 20_000_000;
  private static final int BUILT_IN_FONTS = 5;

  private MjmlLimits() {}

  /** What exceeds a limit, in words. */
  static List<String> exceeded(String mjml) {
    List<String> exceeded = new ArrayList<>(0);
    HtmlSize size = HtmlSize.of(mjml);
    check(exceeded, size.elements(), ELEMENTS, "elements");
    check(exceeded, size.depth(), DEPTH, "nested elements");
    check(exceeded, size.componentDepth(), COMPONENT_DEPTH, "nested elements of MJML");
    check(exceeded, size.attributes(), ATTRIBUTES, "attributes of an element");
    long rules = count(mjml, "{");
    check(exceeded, rules * size.elements(), STYLE_COMPARISONS, "style rules times elements");
    long comments = count(mjml, "<!");
    check(exceeded, comments * mjml.length(), COMMENT_CHARACTERS, "comments times characters");
    long fonts = (long) (BUILT_IN_FONTS + count(mjml, "<mj-font")) * count(mjml, "font-family");
    check(exceeded, fonts * mjml.length(), FONT_CHARACTERS, "uses of fonts times characters");
    return exceeded;
  }

  private static void check(List<String> exceeded, long count, long limit, String what) {
    if (count > limit) {
      exceeded.add("expected at most " + limit + " " + what + ", not " + count);
    }
  }

  private static int count(String mjml, String part) {
    String text = mjml.toLowerCase(Locale.ROOT);
    int count = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
      count++;
    }
    return count;
  }
}
