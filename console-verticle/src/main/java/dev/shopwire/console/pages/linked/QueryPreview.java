package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Faults;
import dev.shopwire.console.pages.forms.Faults.Span;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.LongCells;
import dev.shopwire.console.pages.lists.Tables;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.LiveSection;
import dev.shopwire.console.pages.parts.MarkedText;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Text;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Shows the first rows of a query that is not saved beside today's values, or what is wrong. */
final class QueryPreview {
  private static final String ID = "preview";
  private static final String HEADING = "Preview";

  /** Characters of one value. */
  private static final int MAX_VALUE = 1_000;

  private final LinkedRequests requests;
  private final Curl curl;

  QueryPreview(PageKit kit) {
    this.requests = new LinkedRequests(kit.roles());
    this.curl = kit.curl();
  }

  /** Before anything was previewed. */
  static LiveSection none() {
    return failed("Preview reads the first 20 rows, shows what they would change, saves nothing.");
  }

  /** While nothing can be previewed. */
  static LiveSection failed(String why) {
    return new LiveSection(ID, HEADING, why, List.of());
  }

  /** The preview of the submitted form; fails as the API does. */
  Future<LiveSection> of(PageRequest request, Form form, String database) {
    ObjectNode body = QueryForm.preview(Form.body(form.fields(), request.form()));
    return requests
        .sendSlow(LinkedFieldContracts.PREVIEW, request, Long.parseLong(database), body.toString())
        .map(found -> found(request, body, database, found.path("preview")));
  }

  private LiveSection found(
      PageRequest request, ObjectNode body, String database, JsonNode preview) {
    List<JsonNode> rows = ApiJson.rows(preview, "rows");
    List<Part> parts = new ArrayList<>();
    if (!rows.isEmpty()) {
      parts.add(Tables.of("preview-rows", "Rows", columns(request, body), rows, request.zone()));
    }
    parts.add(
        Tables.of(
            "preview-columns",
            "Columns of the query",
            List.of(Column.text("Column", "/column"), Column.word("Type", "/databaseType")),
            ApiJson.rows(preview, "columns"),
            request.zone()));
    parts.add(
        curl.sameWithToken(
            "preview-curl", LinkedRequests.databasePath(database) + "/preview", body.toString()));
    return new LiveSection(ID, HEADING, status(rows, preview.path("truncated").asBoolean()), parts);
  }

  private static String status(List<JsonNode> rows, boolean isTruncated) {
    long problems = rows.stream().filter(row -> row.path("problem").isObject()).count();
    String all = rows.size() == 1 ? "The query has 1 row." : "The query has %d rows.";
    return (isTruncated ? "The first %d rows; the query has more." : all).formatted(rows.size())
        + (problems == 0 ? "" : " Rows that can't be used: %d.".formatted(problems));
  }

  private static List<Column> columns(PageRequest request, ObjectNode body) {
    List<JsonNode> filled = ApiJson.rows(body, QueryColumns.NAME);
    LongCells values = new LongCells(MAX_VALUE, 2 * filled.size(), "by curl");
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("Key", "/key"));
    columns.add(Column.of("Customer", row -> customer(request, row.path("customer"))));
    columns.add(Column.of("Problem", row -> Cell.text(problem(row.path("problem")))));
    for (int i = 0; i < filled.size(); i++) {
      int index = i;
      columns.add(
          Column.of(
              "%s (%s)"
                  .formatted(
                      filled.get(i).path("field").asText(), filled.get(i).path("type").asText()),
              row -> difference(row.path("fields").path(index), values)));
    }
    return columns;
  }

  static Cell customer(PageRequest request, JsonNode customer) {
    return CustomerCells.of(request, customer);
  }

  static String problem(JsonNode problem) {
    return problem.isObject()
        ? problem.path("code").asText() + ": " + problem.path("message").asText()
        : "";
  }

  private static Cell difference(JsonNode field, LongCells values) {
    return field.isMissingNode()
        ? new Cell.None()
        : new Cell.Change(
            values.value(field.path("now")),
            values.value(field.path("new")),
            field.path("change").asText());
  }

  /** What is wrong with the submitted form, and where in the statement. */
  static LiveSection invalid(Form form, Submission submission, Failure failure) {
    Faults faults = submission.faults();
    List<Part> parts = new ArrayList<>();
    faults.all().forEach(fault -> parts.add(new Text(message(form, fault))));
    String sql = submission.values().get(QueryForm.SQL);
    if (failure.extensions().get("position") instanceof Number position) {
      Span span = span(sql, position.intValue() - 1);
      parts.add(MarkedText.of("marked", "Where the database found the fault", sql, List.of(span)));
    }
    int count = faults.all().size();
    return new LiveSection(
        ID,
        HEADING,
        count == 1 ? "There is 1 problem." : "There are " + count + " problems.",
        parts);
  }

  /** The name at a position in code points, or the one character. */
  private static Span span(String text, int position) {
    int[] codePoints = text.codePoints().toArray();
    int from = Math.max(0, Math.min(position, codePoints.length));
    int to = Math.min(from + 1, codePoints.length);
    while (to < codePoints.length && Character.isUnicodeIdentifierPart(codePoints[to])) {
      to++;
    }
    return new Span(from, to - from);
  }

  private static String message(Form form, Faults.Fault fault) {
    return form.fields().stream()
        .filter(field -> field.name().equals(fault.field()))
        .findFirst()
        .map(field -> field.describe(fault.message()))
        .orElse(fault.message());
  }
}
