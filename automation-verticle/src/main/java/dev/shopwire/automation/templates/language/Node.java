package dev.shopwire.automation.templates.language;

import java.util.List;

/** A source as a tree, whose if-blocks are complete. */
public sealed interface Node {
  /** Text without tags. */
  record Literal(String text) implements Node {}

  /** A value. */
  record Insert(Placeholder placeholder) implements Node {}

  /**
   * An if-block.
   *
   * @param tag its first tag
   * @param otherwise empty without {@code else}
   */
  record Choice(TemplatePath path, Span tag, List<Node> then, List<Node> otherwise)
      implements Node {
    public Choice {
      then = List.copyOf(then);
      otherwise = List.copyOf(otherwise);
    }
  }
}
