package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Table;
import java.util.List;

/** How tables show deliveries and their attempts. */
final class DeliveryColumns {
  private DeliveryColumns() {}

  /** The topic leads to the delivery. */
  static List<Column> of(PageRequest request) {
    return List.of(
        Column.time("Created", "/createdAt"),
        Column.link(
            "Topic",
            "/topic",
            delivery ->
                ConsolePage.WEBHOOK_DELIVERY.path(
                    request.workspaceId(), delivery.path("id").asText())),
        Column.word("Status", "/status"),
        Column.number("Attempts", "/attemptCount"),
        Column.of("Last answer", delivery -> answer(last(delivery.path("attempts")))),
        Column.word("Reason", "/reason"),
        Column.word("Kind", "/kind"),
        Column.time("Next attempt", "/nextAttemptAt"));
  }

  static List<Column> ofAttempts() {
    return List.of(
        Column.time("Time", "/at"),
        Column.word("Kind", "/kind"),
        Column.of("Answer", DeliveryColumns::answer),
        Column.word("Outcome", "/outcome"),
        Column.number("Milliseconds", "/durationMs"),
        Column.text("Address", "/address"),
        Column.of("Response", attempt -> response(attempt.path("response"))));
  }

  private static JsonNode last(JsonNode attempts) {
    return attempts.path(attempts.size() - 1);
  }

  /** The status of an attempt, or what went wrong before there was one. */
  private static Cell answer(JsonNode attempt) {
    return attempt.path("status").isNumber()
        ? Cell.data(attempt.path("status"))
        : Cell.word(attempt.path("outcome").textValue());
  }

  private static Cell response(JsonNode text) {
    return text.asText("").isEmpty() ? new Cell.None() : new Cell.Code(text.asText());
  }

  /** A table of rows that were read with something else. */
  static Table table(
      PageRequest request, String id, String caption, List<Column> columns, List<JsonNode> rows) {
    return new Table(
        id,
        caption,
        columns.stream().map(Column::name).toList(),
        rows.stream()
            .map(
                row ->
                    columns.stream()
                        .<Cell>map(column -> column.cell().apply(row, request.zone()))
                        .toList())
            .toList());
  }
}
