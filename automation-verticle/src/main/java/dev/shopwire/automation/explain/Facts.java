package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a leaf's result rests on.
 *
 * @param value what is there; null in JSON if nothing
 * @param evidence newest first
 * @param nextChange when time alone can next change the result, never later than it does
 */
record Facts(JsonNode value, List<ObjectNode> evidence, Optional<Instant> nextChange) {
  /** How many pieces of evidence there are at most. */
  static final int MAX_EVIDENCE = 5;

  Facts {
    evidence = List.copyOf(evidence);
  }
}
