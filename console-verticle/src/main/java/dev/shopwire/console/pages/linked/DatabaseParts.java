package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Part;
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
}
