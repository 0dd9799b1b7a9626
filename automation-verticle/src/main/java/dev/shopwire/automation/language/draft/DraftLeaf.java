package dev.shopwire.automation.language.draft;

import dev.shopwire.automation.conditions.Leaf;
import java.util.Optional;
import java.util.stream.Stream;

/** A leaf as it was sent: each kind has its own. */
public interface DraftLeaf {

  /** Of the head in a text, or of the leaf in JSON. */
  Place place();

  /** The leaf; empty if something of it is unknown or does not fit, which is recorded. */
  Optional<Leaf> resolve(Names names);

  /** The affiliates that it mentions. */
  default Stream<Operand> affiliates() {
    return Stream.empty();
  }
}
