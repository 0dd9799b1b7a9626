package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.LongCells;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.ConditionTree.Node;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Table;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes nodes of a tree from an explanation. There the value that was found stands in the place of
 * the one that a test compares with, so that what a test says comes from the condition itself,
 * which has the same shape. For one page.
 */
final class ExplainedConditions {
  private static final int MAX_VALUE = 2_000;
  private static final Set<String> TIME_MEASURES = Set.of("first", "last");
  private static final Set<String> TIME_MEMBERS = Set.of("firstSeenAt", "lastSeenAt");

  /** Attributes of lifecycles that are no times. */
  private static final Set<String> PLAIN_LIFECYCLE = Set.of("state", "plan", "mrr");

  private static final Definitions NO_FACTS = new Definitions(List.of());

  private final ZoneId zone;
  private final Map<String, JsonNode> nested;
  private final LongCells values = new LongCells(MAX_VALUE, 1, "by curl");
  private final Map<String, Column> evidence = evidence();
  private int tables;

  /**
   * @param zone of the times
   * @param nested the conditions of nested segments, by their ids
   */
  ExplainedConditions(ZoneId zone, Map<String, JsonNode> nested) {
    this.zone = zone;
    this.nested = nested;
  }

  /** The columns of evidence by the members of its JSON. */
  private Map<String, Column> evidence() {
    Map<String, Column> all = new LinkedHashMap<>();
    all.put("at", Column.time("Time", "/at"));
    all.put("app", Column.of("App", row -> app(row.path("app"))));
    all.put("value", Column.of("Value", row -> values.value(row.path("value"))));
    all.put("eventId", Column.text("Event", "/eventId"));
    all.put("contactId", Column.text("Contact", "/contactId"));
    all.put("state", Column.word("State", "/state"));
    all.put("role", Column.word("Role", "/role"));
    all.put("email", Column.text("Email", "/email"));
    all.put("affiliate", Column.of("Affiliate", row -> named(row.path("affiliate"))));
    all.put("code", Column.text("Code", "/code"));
    all.put("requestId", Column.text("Request", "/requestId"));
    return all;
  }

  /** Null is the console. */
  private static Cell app(JsonNode app) {
    return app.isNull() ? new Cell.Word("console") : named(app);
  }

  private static Cell named(JsonNode text) {
    return Cell.text(text.isObject() ? text.path("name").textValue() : text.asText(""));
  }

  /**
   * @param explained a node of the explanation
   * @param condition the same one of the condition; missing if it is not known
   */
  Node node(JsonNode explained, JsonNode condition) {
    if (explained.has("all")) {
      return group("All of these:", explained, children("all", explained, condition));
    }
    if (explained.has("any")) {
      return group("Any of these:", explained, children("any", explained, condition));
    }
    return explained.has("not")
        ? group("Not this:", explained, List.of(node(explained.path("not"), condition.path("not"))))
        : leaf(explained, condition);
  }

  private List<Node> children(String group, JsonNode explained, JsonNode condition) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < explained.path(group).size(); i++) {
      nodes.add(node(explained.path(group).path(i), condition.path(group).path(i)));
    }
    return nodes;
  }

  private static Node group(String text, JsonNode explained, List<Node> children) {
    return new Node(
        explained.path("result").asBoolean(), text, true, NO_FACTS, Optional.empty(), children);
  }

  private Node leaf(JsonNode explained, JsonNode condition) {
    boolean holds = explained.path("result").asBoolean();
    if (explained.path("hidden").asBoolean()) {
      return new Node(
          holds, "A test of a private custom field", true, NO_FACTS, Optional.empty(), List.of());
    }
    String text = condition.has("type") ? LeafText.of(condition) : LeafText.withoutValue(explained);
    if (explained.has("explanation")) {
      JsonNode inner =
          nested.getOrDefault(explained.path("id").asText(), MissingNode.getInstance());
      List<Node> children = List.of(node(explained.path("explanation"), inner));
      Definitions facts = Definitions.of(nextChange(explained));
      return new Node(holds, text, false, facts, Optional.empty(), children);
    }
    return new Node(holds, text, false, facts(explained), evidence(explained), List.of());
  }

  private Definition nextChange(JsonNode explained) {
    return new Definition("Next change", time(explained.path("nextChangeAt")));
  }

  private Definitions facts(JsonNode explained) {
    if (explained.path("type").asText().equals("everyone")) {
      return NO_FACTS;
    }
    JsonNode value = explained.path("value");
    return Definitions.of(
        new Definition("Value", isTime(explained) ? time(value) : values.value(value)),
        nextChange(explained));
  }

  private static boolean isTime(JsonNode explained) {
    String name = explained.path("name").asText();
    return switch (explained.path("type").asText()) {
      case "member" -> TIME_MEMBERS.contains(name);
      case "lifecycle" -> !PLAIN_LIFECYCLE.contains(name);
      default -> TIME_MEASURES.contains(explained.path("measure").asText());
    };
  }

  private Cell time(JsonNode instant) {
    return Cell.time(instant.textValue(), zone);
  }

  private Optional<Table> evidence(JsonNode explained) {
    List<JsonNode> rows = explained.path("evidence").valueStream().toList();
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    List<Column> columns =
        evidence.entrySet().stream()
            .filter(column -> rows.stream().anyMatch(row -> row.has(column.getKey())))
            .map(Map.Entry::getValue)
            .toList();
    tables++;
    return Optional.of(Tables.of("evidence-" + tables, "Evidence", columns, rows, zone));
  }
}
