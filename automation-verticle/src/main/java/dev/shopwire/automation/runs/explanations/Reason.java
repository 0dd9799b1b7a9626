package dev.shopwire.automation.runs.explanations;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Times;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a customer entered a flow, or did not.
 *
 * @param code one of the closed list in docs/api/flows.md
 * @param at when it was decided, or what decided it happened
 * @param explanation of the entry condition
 */
record Reason(String code, String message, Optional<Instant> at, Optional<JsonNode> explanation) {
  static Reason of(String code, String message) {
    return new Reason(code, message, Optional.empty(), Optional.empty());
  }

  static Reason at(String code, String message, Instant at) {
    return new Reason(code, message, Optional.of(at), Optional.empty());
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("code", code);
    json.put("message", message);
    json.put("at", at.map(time -> Times.format(time.atOffset(ZoneOffset.UTC))).orElse(null));
    explanation.ifPresent(tree -> json.put("explanation", tree));
    return json;
  }
}
