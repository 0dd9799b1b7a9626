package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.definitions.language.DefinitionDraft.Checked;
import dev.shopwire.automation.definitions.language.DefinitionDraft.Existing;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.Vocabulary.Field;
import dev.shopwire.automation.names.Vocabulary.Segment;
import dev.shopwire.common.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A workspace, and definitions of flows in it, for tests. */
final class FlowSamples {
  static final String POINTER = "/definition";

  static final Vocabulary VOCABULARY =
      new Vocabulary(
          Stream.of(
                  new Field(11, 0, "plan", Vocabulary.Type.TEXT, false, false),
                  new Field(12, 0, "seats", Vocabulary.Type.NUMBER, false, false),
                  new Field(13, 0, "active", Vocabulary.Type.BOOLEAN, false, false),
                  new Field(14, 0, "setup", Vocabulary.Type.JSON, false, false),
                  new Field(15, 0, "mrr", Vocabulary.Type.NUMBER, true, false),
                  new Field(16, 2, "zone", Vocabulary.Type.TEXT, false, false),
                  new Field(17, 1, "secret", Vocabulary.Type.TEXT, false, true),
                  new Field(18, 1, "twice", Vocabulary.Type.TEXT, false, false),
                  new Field(19, 2, "twice", Vocabulary.Type.TEXT, false, false))
              .collect(Collectors.toMap(Field::id, Function.identity())),
          Map.of(1L, "app-one", 2L, "app-two"),
          Map.of(3L, "Ada"),
          Map.of(12L, new Segment(12, "VIP", List.of(), 1, false)),
          Map.of());

  static final Existing EXISTING = new Existing(Set.of(5L), Set.of(6L), Set.of(7L));

  /** Every kind of step, in canonical form. */
  static final String EVERYTHING =
      """
      {"trigger":{"type":"usage_event","eventName":"order_created","app":"app-one",
        "properties":[{"property":"total","operator":"gte","value":10.50}],"maxAge":"24h"},
       "entry":{"condition":"cf:plan = \\"pro\\" AND segment:VIP","grace":"5m","frequency":"key",
         "key":"order.id"},
       "exit":[{"event":{"eventName":"order_paid","sameKey":true}},
         {"condition":"cf:mrr gte 100"},{"noLongerMatches":true}],
       "timezone":{"field":"zone","app":"app-two","fallback":"Europe/Zurich"},
       "ignoreQuietHours":false,"ignoreFrequencyCap":true,
       "steps":[
        {"id":"filter","type":"filter","condition":"credit where (affiliate = \\"Ada\\")",
          "properties":[{"property":"a.b","operator":"is_not_blank"}]},
        {"id":"wait-1","type":"wait","for":"90m"},
        {"id":"wait-2","type":"wait","until":{"time":"09:00","weekdays":["mon","fri"]}},
        {"id":"wait-3","type":"wait","event":{"eventName":"seen","app":"app-two"},
          "timeout":"2d","onTimeout":"continue"},
        {"id":"wait-4","type":"wait","condition":"name is set","timeout":"1h","onTimeout":"exit"},
        {"id":"branch","type":"branch","arms":[
          {"name":"one","condition":"everyone","steps":[
            {"id":"set-1","type":"set_field","field":"mrr","app":"app-one","value":1.10}]},
          {"name":"two","outcome":{"step":"wait-3","is":"timeout"},"steps":[]}],
         "else":[{"id":"end","type":"exit","label":"done"}]},
        {"id":"mail","type":"email","template":"5","to":["owner","role:staff"],"sender":"6",
          "topic":"7","transactional":true},
        {"id":"set-2","type":"set_field","field":"plan","value":{"property":"a.b"}},
        {"id":"set-3","type":"set_field","field":"active","value":null},
        {"id":"tag","type":"add_tag","tag":"vip","to":["contacts"]},
        {"id":"untag","type":"remove_tag","tag":"new","to":["shop"]},
        {"id":"hook","type":"webhook","data":{"shop":"{{customer.name}}",
          "list":["{{cf.plan | default: \\"none\\"}}",1,null],"n":12345678901234567890.10}}]}
      """;

  private FlowSamples() {}

  static ObjectNode json(String text) {
    try {
      return (ObjectNode) Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** A short one with these members. */
  static ObjectNode definition(String trigger, String others, String... steps) {
    return json(
        "{\"trigger\":%s,\"steps\":[%s]%s}"
            .formatted(trigger, String.join(",", steps), others.isEmpty() ? "" : "," + others));
  }

  static ObjectNode withSteps(String... steps) {
    return definition("{\"type\":\"contact_created\"}", "", steps);
  }

  static Checked check(JsonNode json) {
    return check(json, VOCABULARY);
  }

  static Checked check(JsonNode json, Vocabulary vocabulary) {
    return DefinitionDraft.of(json, POINTER).check(vocabulary, EXISTING);
  }

  /** A valid one. */
  static StoredDefinition stored(JsonNode json) {
    Checked checked = check(json);
    return checked
        .definition()
        .orElseThrow(() -> new AssertionError(checked.faults() + " of " + json));
  }

  /** Codes with pointers. */
  static List<String> faults(JsonNode json) {
    return check(json).faults().stream()
        .map(fault -> fault.code() + " " + fault.pointer())
        .sorted()
        .toList();
  }
}
