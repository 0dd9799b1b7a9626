package dev.shopwire.sources.dialects;

import java.util.Optional;
import java.util.Set;

/**
 * Where a response has its items and how the next page is found. Immutable.
 *
 * @param node within an item; empty if the item is the node
 * @param cursor within the response; empty if it is in the last item
 * @param itemCursor within an item; empty if the cursor is in the response
 * @param more whether there is another page
 */
public record PageRule(
    Expression items,
    Optional<Expression> node,
    Optional<Expression> cursor,
    Optional<Expression> itemCursor,
    Expression more) {
  private static final Set<String> NAMES = Set.of("items", "node", "cursor", "more");

  /**
   * @throws DialectFault if {@code node} is no such rule
   */
  static PageRule read(DialectNode node) {
    node.object(NAMES);
    DialectNode cursor = node.required("cursor");
    boolean isInItem = cursor.value().isObject() && cursor.value().has("item");
    return new PageRule(
        Expressions.path(node.required("items")),
        node.optional("node").map(Expressions::path),
        isInItem ? Optional.empty() : Optional.of(Expressions.path(cursor)),
        isInItem
            ? Optional.of(Expressions.path(cursor.object(Set.of("item")).required("item")))
            : Optional.empty(),
        Expressions.path(node.required("more")));
  }
}
