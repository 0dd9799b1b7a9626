package dev.shopwire.sources.dialects;

import java.util.Optional;
import java.util.Set;

/**
 * Where a response has its errors, and what they mean. Immutable.
 *
 * @param list within the response
 * @param code within an error
 * @param message within an error
 * @param stop codes after which nothing more is sent
 * @param restart codes after which the pass begins anew
 */
public record ErrorRule(
    Expression list,
    Optional<Expression> code,
    Optional<Expression> message,
    Set<String> stop,
    Set<String> restart) {
  private static final Set<String> NAMES = Set.of("list", "code", "message", "stop", "restart");

  /**
   * @throws DialectFault if {@code node} is no such rule
   */
  static ErrorRule read(DialectNode node) {
    node.object(NAMES);
    ErrorRule rule =
        new ErrorRule(
            Expressions.path(node.required("list")),
            node.optional("code").map(Expressions::path),
            node.optional("message").map(Expressions::path),
            codes(node.optional("stop")),
            codes(node.optional("restart")));
    rule.stop().stream()
        .filter(rule.restart()::contains)
        .findFirst()
        .ifPresent(
            code -> {
              throw node.required("restart").fault("has " + code + ", which stop has too");
            });
    return rule;
  }

  private static Set<String> codes(Optional<DialectNode> node) {
    return node.filter(list -> !list.value().isArray() || !list.value().isEmpty())
        .map(list -> Set.copyOf(list.texts(100, 200)))
        .orElseGet(Set::of);
  }
}
