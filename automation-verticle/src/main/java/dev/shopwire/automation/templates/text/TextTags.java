package dev.shopwire.automation.templates.text;

import dev.shopwire.automation.templates.rendering.Part;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Decides what tags mean for the text part. */
public final class TextTags {
  private static final Pattern HIDDEN = Pattern.compile("(?i)(^|;)\\s*display\\s*:\\s*none\\b");

  /** Elements that may stand without an end tag, so that nothing would end what they hide. */
  private static final Set<String> WITHOUT_END = Set.of("input", "link", "meta", "wbr", "col");

  private TextTags() {}

  /**
   * The step for a start tag; none for one that changes nothing.
   *
   * @param attributes decoded, by their names in lower case
   */
  public static List<TextOp> start(String name, Map<String, List<Part>> attributes) {
    TextTag tag = TextTag.of(name);
    boolean isHidden = isHidden(attributes.getOrDefault("style", List.of()));
    if (WITHOUT_END.contains(name)) {
      return List.of();
    }
    List<Part> content =
        switch (tag) {
          case LINK -> attributes.getOrDefault("href", List.of());
          case IMAGE -> attributes.getOrDefault("alt", List.of());
          default -> List.of();
        };
    return List.of(new TextOp.Start(tag, name, isHidden, content));
  }

  /** The step for an end tag. */
  public static List<TextOp> end(String name) {
    return List.of(new TextOp.End(TextTag.of(name), name));
  }

  private static boolean isHidden(List<Part> style) {
    StringBuilder literal = new StringBuilder();
    for (Part part : style) {
      literal.append(part instanceof Part.Literal text ? text.text() : "");
    }
    return HIDDEN.matcher(literal).find();
  }
}
