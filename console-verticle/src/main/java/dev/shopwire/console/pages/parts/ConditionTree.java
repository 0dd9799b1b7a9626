package dev.shopwire.console.pages.parts;

import java.util.List;
import java.util.Optional;

/**
 * A condition with the result of each of its parts.
 *
 * @param id unique on the page
 */
public record ConditionTree(String id, String heading, Node root) implements Part {
  /**
   * A condition in the tree.
   *
   * @param holds its result
   * @param text of a test, in the language of conditions; of a group what it needs
   * @param facts of a test
   * @param evidence the rows that a test found, if any
   * @param children of a group, or of a segment
   */
  public record Node(
      boolean holds,
      String text,
      boolean isGroup,
      Definitions facts,
      Optional<Table> evidence,
      List<Node> children) {
    public String symbol() {
      return holds ? "✓" : "✗";
    }

    public String result() {
      return holds ? "true" : "false";
    }
  }

  @Override
  public String template() {
    return "condition-tree";
  }
}
