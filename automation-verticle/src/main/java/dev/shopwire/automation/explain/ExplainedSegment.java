package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/**
 * A leaf that nests another segment.
 *
 * @param leaf as in the condition's JSON
 */
record ExplainedSegment(ObjectNode leaf, ExplainedCondition nested) implements ExplainedCondition {
  @Override
  public boolean result() {
    return nested.result();
  }

  @Override
  public Optional<Instant> nextChange() {
    return nested.nextChange();
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = leaf.deepCopy();
    json.put("result", result());
    json.set("nextChangeAt", nextChange().map(FactJson::time).orElseGet(FactJson::missing));
    json.set("explanation", nested.json());
    return json;
  }
}
