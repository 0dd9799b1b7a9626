package dev.shopwire.automation.templates.rendering;

import dev.shopwire.automation.templates.language.Placeholder;
import dev.shopwire.automation.templates.language.TemplatePath;
import java.util.List;

/** A piece of a checked source, ready to be written. */
public sealed interface Part {
  /** Text that is written as it is. */
  record Literal(String text) implements Part {}

  /** A value, encoded for the place where it stands. */
  record Insert(Placeholder placeholder, Encoding encoding) implements Part {}

  /** An if-block. */
  record Choice(TemplatePath path, List<Part> then, List<Part> otherwise) implements Part {
    public Choice {
      then = List.copyOf(then);
      otherwise = List.copyOf(otherwise);
    }
  }
}
