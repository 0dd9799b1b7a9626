package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Faults.Fault;
import dev.shopwire.console.pages.forms.Faults.Span;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.LiveSection;
import dev.shopwire.console.pages.parts.MarkedText;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shows whom a condition that is not saved would select, or what is wrong with it. */
final class ConditionCheck {
  private static final String ID = "preview";
  private static final String HEADING = "Check";

  private final PageKit kit;

  ConditionCheck(PageKit kit) {
    this.kit = kit;
  }

  /** Before anything was checked. */
  static LiveSection none() {
    return failed("Check counts the customers for whom the condition holds, and shows some.");
  }

  /** While nothing can be checked. */
  static LiveSection failed(String why) {
    return new LiveSection(ID, HEADING, why, List.of());
  }

  /** The preview of the submitted condition; fails as the API does. */
  Future<LiveSection> of(PageRequest request) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.put(SegmentForm.TEXT, request.form().get(SegmentForm.TEXT));
    body.put(SegmentForm.TIME_ZONE, request.form().get(SegmentForm.TIME_ZONE));
    return kit.roles()
        .unlessSilent(
            Role.AUTOMATION,
            kit.roles()
                .send(
                    SegmentContracts.PREVIEW,
                    request.workspaceId(),
                    body.toString(),
                    request.caller()))
        .map(found -> found(request, body, ApiJson.of(found).path("preview")));
  }

  private LiveSection found(PageRequest request, ObjectNode body, JsonNode preview) {
    List<Part> parts = new ArrayList<>();
    parts.add(
        Definitions.of(
            new Definition("Customers", Cell.data(preview.path("count"))),
            new Definition("As of", Cell.time(preview.path("at").textValue(), request.zone())),
            new Definition("Condition", new Cell.Code(preview.path("text").asText())),
            new Definition("Cost", Cell.word(preview.path("cost").textValue()))));
    parts.addAll(SegmentSettings.warnings(request, preview));
    List<JsonNode> sample = ApiJson.rows(preview, "sample");
    if (!sample.isEmpty()) {
      parts.add(
          Tables.of(
              "sample", "Sample", MemberColumns.ofCustomers(request), sample, request.zone()));
    }
    parts.add(
        kit.curl()
            .sameWithToken(
                "preview-curl", SegmentsPage.apiPath(request) + "/preview", body.toString()));
    return new LiveSection(ID, HEADING, status(preview.path("count").asText()), parts);
  }

  private static String status(String count) {
    return count.equals("1") ? "1 customer matches." : count + " customers match.";
  }

  /**
   * Where the condition is wrong.
   *
   * @param text the condition as it was entered
   * @param faults of any fields of the form
   */
  static LiveSection invalid(String text, Form form, Faults faults) {
    List<Span> spans =
        faults.all().stream()
            .filter(fault -> fault.field().equals(SegmentForm.TEXT))
            .flatMap(fault -> fault.span().stream())
            .toList();
    List<Part> parts = new ArrayList<>();
    faults.all().forEach(fault -> parts.add(new Text(message(text, form, fault))));
    if (!spans.isEmpty()) {
      parts.add(MarkedText.of("marked", "Where the condition is wrong", text, spans));
    }
    int count = faults.all().size();
    return new LiveSection(
        ID,
        HEADING,
        count == 1 ? "There is 1 problem." : "There are " + count + " problems.",
        parts);
  }

  private static String message(String text, Form form, Fault fault) {
    Optional<String> place = fault.span().map(span -> place(text, span.position()));
    return place.isPresent()
        ? place.get() + ": " + fault.message()
        : form.fields().stream()
            .filter(field -> field.name().equals(fault.field()))
            .findFirst()
            .map(field -> field.describe(fault.message()))
            .orElse(fault.message());
  }

  /** A position as editors count it. */
  private static String place(String text, int position) {
    int line = 1;
    int column = 1;
    int[] codePoints = text.codePoints().limit(position).toArray();
    for (int codePoint : codePoints) {
      column = codePoint == '\n' ? 1 : column + 1;
      line += codePoint == '\n' ? 1 : 0;
    }
    return "Line %d, column %d".formatted(line, column);
  }
}
