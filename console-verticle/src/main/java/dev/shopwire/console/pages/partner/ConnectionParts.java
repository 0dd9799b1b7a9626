package dev.shopwire.console.pages.partner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.LongCells;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Definitions;
import dev.shopwire.console.pages.parts.Definitions.Definition;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** What a page says about a connection. */
final class ConnectionParts {
  private static final Map<String, String> COUNTS =
      Map.of(
          "test", "Test records",
          "redactedShops", "Shops that hide their domain",
          "unattributed", "Records without a shop",
          "rejected", "Records that can't be used",
          "unpriced", "Subscriptions without a price",
          "unknownInterval", "Subscriptions without an interval");

  private ConnectionParts() {}

  static List<Part> of(PageRequest request, JsonNode connection) {
    List<Part> parts = new ArrayList<>();
    parts.add(state(request, connection));
    parts.add(
        Tables.of(
            "streams",
            "Streams",
            List.of(
                Column.text("Stream", "/name"),
                Column.time("Complete to", "/completeTo"),
                Column.time("Last record", "/watermark"),
                Column.time("Last sync", "/lastSyncAt"),
                Column.number("Records", "/records"),
                Column.number("Duplicates", "/duplicates"),
                Column.number("Late", "/late"),
                Column.number("Changed", "/changed"),
                Column.number("Requests", "/requests"),
                Column.number("Retries", "/retries"),
                Column.time("Last error", "/lastError/at"),
                Column.of("Error", stream -> Cell.text(problem(stream.path("lastError"))))),
            ApiJson.rows(connection, "streams"),
            request.zone()));
    JsonNode backfill = connection.path("backfill");
    if (backfill.isObject()) {
      parts.add(progress(request, backfill));
    }
    parts.add(counts(connection.path("counts")));
    return parts;
  }

  private static Part state(PageRequest request, JsonNode connection) {
    List<Definition> definitions = new ArrayList<>();
    definitions.add(new Definition("Status", Cell.word(connection.path("status").textValue())));
    JsonNode stopped = connection.path("stopped");
    if (stopped.isObject()) {
      definitions.add(new Definition("Stopped because", Cell.text(problem(stopped))));
      definitions.add(
          new Definition("Stopped at", Cell.time(stopped.path("at").textValue(), request.zone())));
    }
    definitions.add(
        new Definition(
            "Complete to", Cell.time(connection.path("completeTo").textValue(), request.zone())));
    definitions.add(new Definition("Dialect", Cell.word(connection.path("dialect").textValue())));
    connection
        .path("parameters")
        .properties()
        .forEach(
            each ->
                definitions.add(
                    new Definition(each.getKey(), Cell.text(each.getValue().textValue()))));
    definitions.add(new Definition("Since", new Cell.Date(connection.path("since").asText())));
    definitions.add(
        new Definition("Seconds between syncs", Cell.data(connection.path("intervalSeconds"))));
    return new Definitions(definitions);
  }

  private static Part progress(PageRequest request, JsonNode backfill) {
    long done = backfill.path("windowsDone").asLong();
    long windows = backfill.path("windows").asLong();
    boolean isRunning = backfill.path("status").asText().equals("running");
    return new Progress(
        "backfill",
        "Backfill from %s to %s"
            .formatted(backfill.path("from").asText(), backfill.path("to").asText()),
        done,
        windows,
        "%s: %d of %d windows, %d records"
            .formatted(
                isRunning ? "Running" : "Done", done, windows, backfill.path("records").asLong()),
        isRunning,
        request.path());
  }

  private static Part counts(JsonNode counts) {
    List<Definition> definitions = new ArrayList<>();
    definitions.add(new Definition("Records", Cell.data(counts.path("records"))));
    COUNTS.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            count ->
                definitions.add(
                    new Definition(count.getValue(), Cell.data(counts.path(count.getKey())))));
    StringJoiner types = new StringJoiner(", ");
    counts
        .path("unknownTypes")
        .properties()
        .forEach(type -> types.add(type.getKey() + ": " + type.getValue().asText()));
    definitions.add(new Definition("Types that the dialect lacks", Cell.text(types.toString())));
    return new Definitions(definitions);
  }

  /** What a test of a connection found, a row for each stream. */
  static Part test(PageRequest request, JsonNode test) {
    LongCells samples = new LongCells(10_000, 1, "test by the API");
    return Tables.of(
        "test",
        test.path("ok").asBoolean() ? "The test succeeded" : "The test failed",
        List.of(
            Column.text("Stream", "/name"),
            Column.yesOrNo("Works", "/ok"),
            Column.of("Problem", stream -> Cell.text(problem(stream.path("problem")))),
            Column.of("First record as it is read", stream -> samples.json(stream.path("sample")))),
        ApiJson.rows(test, "streams"),
        request.zone());
  }

  /** Our words, and those of the platform. */
  private static String problem(JsonNode problem) {
    StringJoiner text = new StringJoiner(". ");
    for (String part : List.of("code", "message", "answer")) {
      if (problem.path(part).isTextual()) {
        text.add(problem.path(part).textValue());
      }
    }
    return text.toString();
  }
}
