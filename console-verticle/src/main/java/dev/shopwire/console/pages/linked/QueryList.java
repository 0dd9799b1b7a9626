package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Part;
import io.vertx.core.Future;
import java.util.List;

/** Lists the linked queries of the database that a page is about. */
final class QueryList {
  private final PageKit kit;

  QueryList(PageKit kit) {
    this.kit = kit;
  }

  Future<List<Part>> parts(PageRequest request) {
    String path = LinkedRequests.queriesPath(request.pathId());
    ListView list =
        ListView.of(
            "queries",
            "Linked queries",
            new ApiList(Role.SOURCES, "listLinkedQueries", path, request.pathId(), "linkedQueries"),
            parameters ->
                kit.roles()
                    .query(
                        LinkedFieldContracts.LIST_QUERIES,
                        request.numericPathId(),
                        parameters,
                        request.caller()));
    return kit.lists()
        .parts(
            request,
            list.columns(columns(request))
                .whenEmpty(
                    "A linked query reads values from this database and fills custom fields with"
                        + " them. New linked query makes one, and shows what it would do before"
                        + " anything is saved; it needs the role admin.",
                    kit.curl().tryWithToken("queries-try", path, QueryPages.EXAMPLE, Curl.TOKEN))
                .asFurther());
  }

  private static List<Column> columns(PageRequest request) {
    return List.of(
        Column.link("Name", "/name", row -> query(request, row)),
        Column.word("Status", "/status"),
        Column.of("Schedule", row -> new Cell.Text(QueryParts.schedule(row))),
        Column.time("Next run", "/nextRunAt"),
        Column.time("Last run", "/lastRun/startedAt"),
        Column.word("Outcome", "/lastRun/status"),
        Column.of("Held run", row -> held(request, row.path("heldRun"))));
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
