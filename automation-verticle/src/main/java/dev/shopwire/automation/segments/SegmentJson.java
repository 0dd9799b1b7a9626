package dev.shopwire.automation.segments;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.language.ConditionCost;
import dev.shopwire.automation.language.ConditionJson;
import dev.shopwire.automation.language.ConditionText;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.resources.ResourceUsers;
import dev.shopwire.automation.segments.SegmentReads.Surroundings;
import dev.shopwire.automation.tracking.TrackingState;
import dev.shopwire.automation.tracking.TrackingState.Drift;
import dev.shopwire.common.json.Times;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes segments and conditions as the console's OpenAPI document shows them. */
final class SegmentJson {
  private SegmentJson() {}

  /**
   * @param vocabulary with the definitions of what the segment nests
   * @param withPrivate whether the reader may see private fields; if not, conditions that use them
   *     are hidden
   */
  static Map<String, @Nullable Object> of(
      Segment segment, Vocabulary vocabulary, Surroundings around, boolean withPrivate) {
    Optional<TrackingState> tracking = Optional.ofNullable(around.states().get(segment.id()));
    Condition condition = segment.definition().condition();
    boolean isHidden = !withPrivate && usesPrivateField(segment.id(), vocabulary);
    ConditionCost cost = ConditionCost.of(condition, vocabulary);
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(segment.id()));
    json.put("name", segment.name());
    json.put("description", segment.description());
    json.put("text", isHidden ? null : ConditionText.print(condition, vocabulary));
    json.put("condition", isHidden ? null : ConditionJson.write(condition, vocabulary));
    if (isHidden) {
      json.put("hidden", true);
    }
    json.put("timezone", segment.definition().zone().getId());
    json.put("tracked", segment.isTracked());
    json.put("public", segment.isPublic());
    json.put("cost", cost(cost));
    json.put("warnings", isHidden ? List.of() : warnings(cost, true));
    json.put("members", tracking.map(TrackingState::members).orElse(null));
    json.put("definitionVersion", segment.definitionVersion());
    json.put("usedBy", ResourceUsers.json(around.users().getOrDefault(segment.id(), List.of())));
    json.put("tracking", tracking.map(SegmentJson::tracking).orElse(null));
    json.put("createdAt", Times.format(segment.createdAt()));
    json.put("updatedAt", Times.format(segment.updatedAt()));
    return json;
  }

  private static Map<String, @Nullable Object> tracking(TrackingState state) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("status", state.status());
    json.put("since", Times.format(state.since()));
    json.put("pending", state.pending());
    json.put("lagSeconds", state.lagSeconds());
    json.put("lastError", state.lastError());
    json.put("drift", state.drift().map(SegmentJson::drift).orElse(null));
    return json;
  }

  private static Map<String, @Nullable Object> drift(Drift drift) {
    OffsetDateTime finishedAt = drift.finishedAt();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("startedAt", Times.format(drift.startedAt()));
    json.put("finishedAt", finishedAt == null ? null : Times.format(finishedAt));
    json.put("members", drift.members());
    json.put("missing", drift.missing());
    json.put("extra", drift.extra());
    return json;
  }

  private static boolean usesPrivateField(long id, Vocabulary vocabulary) {
    Vocabulary.Segment known = vocabulary.segments().get(id);
    return known == null || known.usesPrivateField();
  }

  /**
   * What a check reports about a condition that is not saved.
   *
   * @param isText whether warnings name their place in the text, or that in the JSON
   */
  static Map<String, @Nullable Object> check(Resolved resolved, boolean isText) {
    Condition condition = resolved.condition();
    Vocabulary vocabulary = resolved.vocabulary();
    ConditionCost cost = ConditionCost.of(condition, vocabulary);
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("text", ConditionText.print(condition, vocabulary));
    json.put("condition", ConditionJson.write(condition, vocabulary));
    json.put("timezone", resolved.definition().zone().getId());
    json.put("leaves", cost.leaves());
    json.put("depth", cost.depth());
    json.put("cost", cost(cost));
    json.put("warnings", warnings(cost, isText));
    return json;
  }

  private static String cost(ConditionCost cost) {
    return cost.scans() ? "scan" : "indexed";
  }

  private static List<Map<String, Object>> warnings(ConditionCost cost, boolean isText) {
    return cost.warnings().stream()
        .map(
            warning -> {
              Map<String, Object> json = new LinkedHashMap<>();
              json.put("code", warning.code());
              json.put("message", warning.message());
              if (isText) {
                json.put("position", warning.position());
              } else {
                json.put("pointer", warning.pointer());
              }
              return json;
            })
        .toList();
  }
}
