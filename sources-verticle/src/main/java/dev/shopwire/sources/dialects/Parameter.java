package dev.shopwire.sources.dialects;

import java.util.Optional;
import java.util.Set;

/**
 * A value that each connection gives.
 *
 * @param isSecret whether it is stored encrypted and never shown
 * @param fallback used by connections that leave it out; a secret has none
 */
public record Parameter(String name, boolean isSecret, Optional<String> fallback) {
  /** Of values, in characters. */
  public static final int MAX_LENGTH = 4_000;

  private static final Set<String> NAMES = Set.of("name", "secret", "default");

  /**
   * @param reserved names that placeholders have by themselves
   * @throws DialectFault if {@code node} is no parameter
   */
  static Parameter read(DialectNode node, Set<String> reserved) {
    node.object(NAMES);
    DialectNode nameNode = node.required("name");
    String name =
        nameNode.text("[A-Za-z][A-Za-z0-9_]{0,63}", "a name of up to 64 letters, digits and _");
    if (reserved.contains(name)) {
      throw nameNode.fault(
          "must not be one of " + String.join(", ", reserved.stream().sorted().toList()));
    }
    boolean isSecret = node.optional("secret").map(DialectNode::bool).orElse(false);
    Optional<String> fallback = node.optional("default").map(value -> value.text(MAX_LENGTH));
    if (isSecret && fallback.isPresent()) {
      throw node.required("default").fault("must not be given for a secret");
    }
    return new Parameter(name, isSecret, fallback);
  }
}
