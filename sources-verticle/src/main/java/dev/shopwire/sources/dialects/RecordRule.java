package dev.shopwire.sources.dialects;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where the common values of a stream's records stand. Immutable.
 *
 * @param type the platform's name of what happened
 * @param id identifies the record; empty if {@code naturalKey} does
 * @param naturalKey values that together identify the record; empty if there is an id
 * @param at when it happened
 * @param redacted texts that stand for a hidden domain or name
 */
record RecordRule(
    Expression type,
    Optional<Expression> id,
    List<Expression> naturalKey,
    Expression at,
    Optional<Expression> shopId,
    Optional<Expression> shopDomain,
    Optional<Expression> shopName,
    Set<String> redacted) {
  private static final Set<String> NAMES =
      Set.of("type", "id", "naturalKey", "at", "shopId", "shopDomain", "shopName", "redacted");

  /**
   * @throws DialectFault if {@code node} is no such rule
   */
  static RecordRule read(DialectNode node) {
    node.object(NAMES);
    Optional<DialectNode> id = node.optional("id");
    Optional<DialectNode> naturalKey = node.optional("naturalKey");
    if (id.isPresent() == naturalKey.isPresent()) {
      throw node.fault("needs either id or naturalKey");
    }
    return new RecordRule(
        Expressions.read(node.required("type")),
        id.map(Expressions::read),
        naturalKey
            .map(key -> key.items(50).stream().map(Expressions::read).toList())
            .orElseGet(List::of),
        Expressions.read(node.required("at")),
        node.optional("shopId").map(Expressions::read),
        node.optional("shopDomain").map(Expressions::read),
        node.optional("shopName").map(Expressions::read),
        node.optional("redacted").map(list -> Set.copyOf(list.texts(50, 200))).orElseGet(Set::of));
  }
}
