package dev.shopwire.console.pages.segments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.LongCells;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Part;
import java.util.ArrayList;
import java.util.List;

/** What a segment is, and the state of its stored members. */
final class SegmentSettings {
  /** Characters of a condition or description. */
  private static final int MAX_TEXT = 20 * 1_024;

  private SegmentSettings() {}

  /**
   * @param segment as the API returns it
   */
  static List<Part> of(PageRequest request, JsonNode segment) {
    LongCells texts = new LongCells(MAX_TEXT, 1, "by curl");
    List<Definition> all = new ArrayList<>();
    all.add(new Definition("Condition", condition(segment)));
    all.add(new Definition("Description", texts.value(segment.path("description"))));
    all.add(new Definition("Time zone", Cell.text(segment.path("timezone").textValue())));
    all.add(new Definition("Public", Cell.yesOrNo(segment.path("public").asBoolean())));
    all.add(new Definition("Cost", Cell.word(segment.path("cost").textValue())));
    all.add(new Definition("Tracked", Cell.yesOrNo(segment.path("tracked").asBoolean())));
    if (segment.path("tracked").asBoolean()) {
      all.addAll(tracking(request, segment));
    }
    all.addAll(uses(request, segment));
    all.add(new Definition("Changed", time(request, segment.path("updatedAt"))));
    all.add(new Definition("Created", time(request, segment.path("createdAt"))));
    List<Part> parts = new ArrayList<>(List.of(new Definitions(all)));
    parts.addAll(warnings(request, segment));
    return parts;
  }

  private static Cell condition(JsonNode segment) {
    return segment.path("hidden").asBoolean()
        ? new Cell.Text("Hidden: it uses private custom fields.")
        : new Cell.Code(segment.path("text").asText());
  }

  private static Cell time(PageRequest request, JsonNode instant) {
    return Cell.time(instant.textValue(), request.zone());
  }

  private static List<Definition> tracking(PageRequest request, JsonNode segment) {
    JsonNode tracking = segment.path("tracking");
    List<Definition> all = new ArrayList<>();
    all.add(new Definition("Members", Cell.data(segment.path("members"))));
    all.add(new Definition("Status", Cell.word(tracking.path("status").textValue())));
    all.add(new Definition("Status since", time(request, tracking.path("since"))));
    all.add(new Definition("Customers to look at", Cell.data(tracking.path("pending"))));
    all.add(new Definition("Lag in seconds", Cell.data(tracking.path("lagSeconds"))));
    all.add(new Definition("Last error", Cell.text(tracking.path("lastError").textValue())));
    JsonNode drift = tracking.path("drift");
    all.add(new Definition("Drift check started", time(request, drift.path("startedAt"))));
    all.add(new Definition("Drift check finished", time(request, drift.path("finishedAt"))));
    all.add(new Definition("Members checked", Cell.data(drift.path("members"))));
    all.add(new Definition("Members missing", Cell.data(drift.path("missing"))));
    all.add(new Definition("Members too many", Cell.data(drift.path("extra"))));
    return all;
  }

  private static List<Definition> uses(PageRequest request, JsonNode segment) {
    List<Definition> users =
        ApiJson.rows(segment, "usedBy").stream()
            .map(user -> new Definition("Used by", user(request, user)))
            .toList();
    return users.isEmpty() ? List.of(new Definition("Used by", new Cell.None())) : users;
  }

  private static Cell user(PageRequest request, JsonNode user) {
    String name = user.path("name").asText();
    return user.path("type").asText().equals("segment")
        ? new Cell.Link(
            name, ConsolePage.SEGMENT.path(request.workspaceId(), user.path("id").asText()))
        : new Cell.Text(name);
  }

  /** What may surprise about a condition; nothing if it has no warnings. */
  static List<Part> warnings(PageRequest request, JsonNode checked) {
    List<JsonNode> warnings = ApiJson.rows(checked, "warnings");
    return warnings.isEmpty()
        ? List.of()
        : List.of(
            Tables.of(
                "warnings",
                "Warnings",
                List.of(
                    Column.word("Warning", "/code"),
                    Column.text("Meaning", "/message"),
                    Column.number("Position", "/position")),
                warnings,
                request.zone()));
  }
}
