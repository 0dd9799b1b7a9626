package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Refreshing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** What a page says about a run of a linked query. */
final class RunParts {
  private static final Map<String, String> TOUCHED =
      new TreeMap<>(Map.of("segments", "segment", "flows", "flow"));

  private RunParts() {}

  static boolean isUnderWay(JsonNode run) {
    String status = run.path("status").asText();
    return status.equals("reading") || status.equals("applying");
  }

  static boolean isHeld(JsonNode run) {
    return run.path("status").asText().equals("held");
  }

  /** What it read, what it changes, and how it ended. */
  static List<Part> of(PageRequest request, JsonNode run) {
    List<Part> parts = new ArrayList<>();
    if (isUnderWay(run)) {
      parts.add(
          new Refreshing(
              "under-way",
              "Under way",
              run.path("status").asText().equals("reading")
                  ? "The database is being read. Nothing has been changed."
                  : "The values are being written, all at once."));
    }
    parts.add(definitions(request, run));
    return parts;
  }

  private static Part definitions(PageRequest request, JsonNode run) {
    JsonNode changes = run.path("changes");
    List<Definition> all = new ArrayList<>();
    all.add(
        new Definition(
            "Linked query",
            new Cell.Link(
                "Query " + run.path("queryId").asText(),
                ConsolePage.LINKED_QUERY.path(
                    request.workspaceId(), run.path("queryId").asText()))));
    all.add(new Definition("Kind", Cell.word(run.path("kind").textValue())));
    all.add(new Definition("Status", Cell.word(run.path("status").textValue())));
    if (run.path("error").isObject()) {
      all.add(new Definition("Error", Cell.text(QueryPreview.problem(run.path("error")))));
    }
    all.add(new Definition("Started", time(request, run, "startedAt")));
    all.add(new Definition("Read", time(request, run, "readAt")));
    all.add(new Definition("Finished", time(request, run, "finishedAt")));
    all.add(new Definition("Rows", Cell.data(run.path("rows"))));
    if (changes.isNull()) {
      all.add(
          new Definition(
              "What it counted",
              new Cell.Text("It fills private fields; admins see its numbers.")));
    } else {
      addCounts(all, run, changes);
    }
    all.add(new Definition("Customers that no row names now", Cell.data(run.path("removedRows"))));
    if (run.path("guard").isObject()) {
      all.add(new Definition("Guard", Cell.text(guard(run))));
    }
    return new Definitions(all);
  }

  private static void addCounts(List<Definition> all, JsonNode run, JsonNode changes) {
    all.add(new Definition("Rows that can't be used", Cell.text(badRows(run))));
    all.add(new Definition("Rows without a difference", Cell.data(changes.path("unchanged"))));
    all.add(new Definition("Customers with a difference", Cell.data(changes.path("customers"))));
    all.add(new Definition("Values set", Cell.data(changes.path("set"))));
    all.add(new Definition("Values changed", Cell.data(changes.path("changed"))));
    all.add(new Definition("Values unset", Cell.data(changes.path("unset"))));
  }

  private static Cell time(PageRequest request, JsonNode run, String name) {
    return Cell.time(run.path(name).textValue(), request.zone());
  }

  private static String badRows(JsonNode run) {
    StringJoiner text = new StringJoiner(", ");
    run.path("badRows")
        .properties()
        .forEach(code -> text.add(code.getKey() + ": " + code.getValue().asText()));
    return text.toString();
  }

  /** How many customers would lose a value, if the reader may know. */
  static String loss(JsonNode run) {
    JsonNode guard = run.path("guard");
    if (guard.isNull()) {
      return "it fills private fields, so that only admins see how many customers would lose a value.";
    }
    return ("%s of the %s customers with a value of these fields would lose one, by a change or an"
            + " unset.")
        .formatted(guard.path("affected").asText(), guard.path("base").asText());
  }

  private static String guard(JsonNode run) {
    JsonNode guard = run.path("guard");
    String limit =
        guard.path("percent").asText().equals("100")
            ? " The guard holds no run."
            : " The run is held if more than %s would (%s %%)."
                .formatted(guard.path("limit").asText(), guard.path("percent").asText());
    return loss(run) + limit;
  }

  /** Segments and flows that a held run would touch, if it says so. */
  static List<Part> touched(PageRequest request, JsonNode run) {
    List<JsonNode> rows = new ArrayList<>();
    TOUCHED.forEach(
        (name, kind) ->
            run.path("touches")
                .path(name)
                .forEach(each -> rows.add(each.<ObjectNode>deepCopy().put("kind", kind))));
    return rows.isEmpty()
        ? List.of()
        : List.of(
            Tables.of(
                "touched",
                "Segments and flows that look at these fields",
                List.of(
                    Column.word("Kind", "/kind"),
                    Column.of("Name", row -> touchedName(request, row))),
                rows,
                request.zone()));
  }

  /** Flows have no pages. */
  private static Cell touchedName(PageRequest request, JsonNode row) {
    String name = row.path("name").asText();
    return row.path("kind").asText().equals("segment")
        ? new Cell.Link(
            name, ConsolePage.SEGMENT.path(request.workspaceId(), row.path("id").asText()))
        : new Cell.Text(name);
  }
}
