package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Code;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import java.util.ArrayList;
import java.util.List;

/** What a page says about a linked query. */
final class QueryParts {
  private QueryParts() {}

  /** When a query runs by itself, in words. */
  static String schedule(JsonNode query) {
    JsonNode schedule = query.path("schedule");
    if (schedule.has("cron")) {
      return "%s in %s"
          .formatted(schedule.path("cron").asText(), schedule.path("timezone").asText());
    }
    return schedule.has("intervalSeconds")
        ? "every %s s".formatted(schedule.path("intervalSeconds").asText())
        : "none";
  }

  /** What it is, the run that waits for a decision, the statement, and the fields. */
  static List<Part> of(PageRequest request, JsonNode query, String database) {
    List<Part> parts = new ArrayList<>();
    parts.addAll(held(request, query.path("heldRun")));
    parts.add(definitions(request, query, database));
    parts.add(
        query.path("sql").isNull()
            ? new Text("The statement fills private fields too; admins see it and those fields.")
            : new Code("sql", "SQL", query.path("sql").asText()));
    List<JsonNode> columns = ApiJson.rows(query, "columns");
    if (!columns.isEmpty()) {
      parts.add(
          Tables.of(
              "columns",
              "Fields that it fills",
              List.of(
                  Column.text("Column", "/column"),
                  Column.text("Field", "/field"),
                  Column.word("Type", "/type"),
                  Column.word("Scope", "/scope")),
              columns,
              request.zone()));
    }
    return parts;
  }

  private static List<Part> held(PageRequest request, JsonNode run) {
    if (!run.isObject()) {
      return List.of();
    }
    String id = run.path("id").asText();
    return List.of(
        new Region(
            "held",
            "A run waits for a decision",
            List.of(
                new Text(
                    "The guard has stopped run %s: %s Nothing was changed."
                        .formatted(id, RunParts.loss(run))),
                new Link(
                    "Look at run " + id, ConsolePage.LINKED_RUN.path(request.workspaceId(), id)))));
  }

  private static Part definitions(PageRequest request, JsonNode query, String database) {
    String databasePath =
        ConsolePage.DATABASE.path(request.workspaceId(), query.path("databaseId").asText());
    return Definitions.of(
        new Definition("Database", new Cell.Link(database, databasePath)),
        new Definition("Status", Cell.word(query.path("status").textValue())),
        new Definition("Schedule", new Cell.Text(schedule(query))),
        new Definition("Next run", Cell.time(query.path("nextRunAt").textValue(), request.zone())),
        new Definition("Key column", Cell.text(query.path("keyColumn").textValue())),
        new Definition("Key", Cell.word(query.path("key").textValue())),
        new Definition("Guard", new Cell.Text(guard(query.path("guard")))),
        new Definition("Removed rows", Cell.word(query.path("removed").textValue())),
        new Definition("Announce", Cell.word(query.path("announce").textValue())),
        new Definition("Created", Cell.time(query.path("createdAt").textValue(), request.zone())));
  }

  private static String guard(JsonNode guard) {
    String percent = guard.path("percent").asText();
    return percent.equals("100")
        ? "no run is held"
        : ("holds a run that would change or unset a value of more than %s customers and of more than"
                + " %s %% of those that have one")
            .formatted(guard.path("atLeast").asText(), percent);
  }
}
