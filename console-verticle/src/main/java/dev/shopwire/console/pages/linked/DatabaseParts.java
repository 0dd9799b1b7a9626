package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Region;
import dev.shopwire.console.pages.parts.Text;
import java.util.List;

/** What a page says about a database. */
final class DatabaseParts {
  private DatabaseParts() {}

  /** What it is, and the certificate of probes. */
  static List<Part> of(PageRequest request, JsonNode database) {
    JsonNode limits = database.path("limits");
    JsonNode proof = database.path("readOnly");
    return List.of(
        Definitions.of(
            new Definition("Engine", Cell.word(database.path("engine").textValue())),
            new Definition(
                "Address",
                new Cell.Code(
                    "%s:%s"
                        .formatted(
                            database.path("host").asText(), database.path("port").asText()))),
            new Definition("Database", Cell.text(database.path("database").textValue())),
            new Definition("User", Cell.text(database.path("user").textValue())),
            new Definition("App", Cell.text(database.at("/app/slug").textValue())),
            new Definition("Proven read-only", Cell.yesOrNo(proof.path("proven").asBoolean())),
            new Definition(
                "Proof of", Cell.time(proof.path("checkedAt").textValue(), request.zone())),
            new Definition(
                "A role that may write is accepted",
                Cell.yesOrNo(database.path("acceptWritableRole").asBoolean())),
            new Definition("Milliseconds per statement", Cell.data(limits.path("statementMillis"))),
            new Definition("Rows per run", Cell.data(limits.path("rows"))),
            new Definition("Bytes per run", Cell.data(limits.path("bytes"))),
            new Definition(
                "Added", Cell.time(database.path("createdAt").textValue(), request.zone()))),
        Tables.of(
            "certificate",
            "Certificate of read-only access",
            List.of(
                Column.word("Probe", "/name"),
                Column.yesOrNo("Passed", "/ok"),
                Column.text("What was found", "/detail")),
            ApiJson.rows(proof, "probes"),
            request.zone()));
  }

  /** The queries of a database. */
  static List<Part> queries(PageRequest request, List<JsonNode> queries) {
    if (queries.isEmpty()) {
      return List.of(
          new Region(
              "queries-nothing",
              "Linked queries: nothing here yet",
              List.of(
                  new Text(
                      "A linked query reads values from this database and fills custom fields with"
                          + " them. New linked query makes one, and shows what it would do before"
                          + " anything is saved."))));
    }
    return List.of(
        Tables.of(
            "queries",
            "Linked queries",
            List.of(
                Column.link("Name", "/name", row -> query(request, row)),
                Column.word("Status", "/status"),
                Column.of("Schedule", row -> new Cell.Text(QueryParts.schedule(row))),
                Column.time("Next run", "/nextRunAt"),
                Column.time("Last run", "/lastRun/startedAt"),
                Column.word("Outcome", "/lastRun/status"),
                Column.of("Held run", row -> held(request, row.path("heldRun")))),
            queries,
            request.zone()));
  }

  private static String query(PageRequest request, JsonNode query) {
    return ConsolePage.LINKED_QUERY.path(request.workspaceId(), query.path("id").asText());
  }

  private static Cell held(PageRequest request, JsonNode run) {
    String id = run.path("id").asText("");
    return id.isEmpty()
        ? new Cell.None()
        : new Cell.Link("Run " + id, ConsolePage.LINKED_RUN.path(request.workspaceId(), id));
  }
}
