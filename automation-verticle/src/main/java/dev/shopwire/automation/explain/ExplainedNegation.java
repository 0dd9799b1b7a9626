package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/** A condition that must not hold. */
record ExplainedNegation(ExplainedCondition part) implements ExplainedCondition {
  @Override
  public boolean result() {
    return !part.result();
  }

  @Override
  public Optional<Instant> nextChange() {
    return part.nextChange();
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = FactJson.object();
    json.set("not", part.json());
    return json.put("result", result());
  }
}
