package dev.shopwire.automation.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Conditions of which all or any must hold.
 *
 * @param kind {@code all} or {@code any}
 */
record ExplainedGroup(String kind, List<ExplainedCondition> parts) implements ExplainedCondition {
  ExplainedGroup {
    parts = List.copyOf(parts);
  }

  @Override
  public boolean result() {
    return kind.equals("all")
        ? parts.stream().allMatch(ExplainedCondition::result)
        : parts.stream().anyMatch(ExplainedCondition::result);
  }

  @Override
  public Optional<Instant> nextChange() {
    return parts.stream().flatMap(part -> part.nextChange().stream()).min(Instant::compareTo);
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = FactJson.object();
    ArrayNode array = json.putArray(kind);
    parts.forEach(part -> array.add(part.json()));
    return json.put("result", result());
  }
}
