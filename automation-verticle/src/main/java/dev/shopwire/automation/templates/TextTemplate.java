package dev.shopwire.automation.templates;

import dev.shopwire.automation.templates.language.Placeholder;
import dev.shopwire.automation.templates.language.UsedPath;
import dev.shopwire.automation.templates.rendering.Part;
import java.util.List;
import java.util.Optional;

/**
 * A text with placeholders that is not part of a mail: nothing is escaped in it. Immutable and
 * thread-safe.
 *
 * @param parts for a {@link dev.shopwire.automation.templates.rendering.Rendering}
 * @param used all paths, with their places
 */
public record TextTemplate(List<Part> parts, List<UsedPath> used) {
  public TextTemplate {
    parts = List.copyOf(parts);
    used = List.copyOf(used);
  }

  /**
   * @throws InvalidTemplateException with all faults that were found
   */
  public static TextTemplate parse(String source) throws InvalidTemplateException {
    MemberReader reader = new MemberReader();
    List<Part> parts = reader.text(source);
    if (!reader.faults().isEmpty()) {
      throw new InvalidTemplateException(reader.faults(), reader.used());
    }
    return new TextTemplate(parts, reader.used());
  }

  /** The placeholder that is all of the text; empty if there is more in it, or less. */
  public Optional<Placeholder> single() {
    return parts.size() == 1 && parts.get(0) instanceof Part.Insert insert
        ? Optional.of(insert.placeholder())
        : Optional.empty();
  }
}
