package dev.shopwire.console.pages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.exports.ExportContracts;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.pages.parts.Export;
import dev.shopwire.console.pages.parts.ListLinks;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** What pages with a list have in common: pages by cursor, and exports. */
final class ListPages {
  static final int TAKE = 50;
  private static final String EXPORT = "export";
  private static final String CURSOR = "cursor";

  private final Vertx vertx;

  ListPages(Vertx vertx) {
    this.vertx = vertx;
  }

  /** A list of the console's API. */
  record Listing(Role role, String operation, String path, String id) {}

  static PageParameters parameters(PageRequest request) {
    return new PageParameters(
        TAKE, Optional.of(request.query().get(CURSOR)).filter(cursor -> !cursor.isEmpty()));
  }

  /** The rows of a list's response. */
  static List<JsonNode> rows(JsonNode response, String name) {
    return StreamSupport.stream(response.path(name).spliterator(), false).toList();
  }

  /** A response as the API sends it. */
  static JsonNode json(Object response) {
    return Json.MAPPER.valueToTree(response);
  }

  /**
   * The row of a list that the request's parameter {@code id} names.
   *
   * @param what a row is; with an s, the list's name
   * @throws Failure 404 if it has no such row
   */
  static JsonNode find(PageRequest request, Object response, String what) {
    return rows(json(response), what + "s").stream()
        .filter(row -> row.path("id").asText().equals(request.query().get("id")))
        .findFirst()
        .orElseThrow(() -> Failure.notFound(what));
  }

  static ListLinks links(PageRequest request, JsonNode response) {
    Optional<String> next =
        Optional.ofNullable(response.path(CURSOR).textValue())
            .map(cursor -> request.address(Map.of(CURSOR, cursor, EXPORT, "")));
    return new ListLinks(next, Optional.of(request.address(Map.of(EXPORT, "1", CURSOR, ""))));
  }

  /** How many rows match and where to download them, if the page was asked for that. */
  Future<Optional<Export>> export(
      PageRequest request, Listing list, Map<String, String> parameters) {
    if (!request.query().has(EXPORT)) {
      return Future.succeededFuture(Optional.empty());
    }
    OpenRequest counting =
        new OpenRequest(list.operation(), list.id(), parameters, true, request.caller());
    return ExportContracts.open(list.role())
        .call(vertx, counting)
        .map(
            opened ->
                Optional.of(
                    new Export(
                        Long.toString(opened.count()),
                        file(list, parameters, "csv"),
                        file(list, parameters, "ndjson"))));
  }

  private static String file(Listing list, Map<String, String> parameters, String format) {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    all.put("format", format);
    return Curl.address(list.path(), all);
  }
}
