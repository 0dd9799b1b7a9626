package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.ConditionTree;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An explanation as parts of a page.
 *
 * @param nested the conditions of nested segments, by their ids
 */
record ExplanationParts(PageRequest request, Map<String, JsonNode> nested) {
  /**
   * @param explanation as the API returns it
   * @param segment that it is about
   */
  List<Part> of(JsonNode explanation, JsonNode segment) {
    ExplainedConditions conditions = new ExplainedConditions(request.zone(), nested);
    return List.of(
        summary(explanation),
        new ConditionTree(
            "explanation",
            "Explanation",
            conditions.node(explanation.path("condition"), segment.path("condition"))));
  }

  private Definitions summary(JsonNode explanation) {
    JsonNode customer = explanation.path("customer");
    List<Definition> all = new ArrayList<>();
    all.add(
        new Definition(
            "Shop",
            new Cell.Link(
                customer.path("myplatformDomain").asText(),
                ConsolePage.CUSTOMER.path(request.workspaceId(), customer.path("id").asText()))));
    all.add(new Definition("In the segment", Cell.yesOrNo(explanation.path("member").asBoolean())));
    all.add(new Definition("As of", time(explanation.path("at"))));
    JsonNode tracked = explanation.path("tracked");
    if (tracked.isObject()) {
      all.add(new Definition("Stored as member", Cell.yesOrNo(tracked.path("member").asBoolean())));
      all.add(new Definition("Since", time(tracked.path("since"))));
      all.add(new Definition("Version", Cell.data(tracked.path("version"))));
      all.add(new Definition("To be looked at", Cell.yesOrNo(tracked.path("pending").asBoolean())));
    }
    return new Definitions(all);
  }

  private Cell time(JsonNode instant) {
    return Cell.time(instant.textValue(), request.zone());
  }
}
