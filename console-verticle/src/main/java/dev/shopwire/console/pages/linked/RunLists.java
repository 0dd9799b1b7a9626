package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.LongCells;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Part;
import io.vertx.core.Future;
import java.util.List;

/** The runs of a linked query, and what a run changes and could not use. */
final class RunLists {
  /** Characters of one value. */
  private static final int MAX_VALUE = 2_000;

  private final PageKit kit;

  RunLists(PageKit kit) {
    this.kit = kit;
  }

  /** The runs of the query that the page is about, newest first. */
  Future<List<Part>> runs(PageRequest request) {
    return kit.lists()
        .parts(
            request,
            list(
                    request,
                    "Runs",
                    "listLinkedRuns",
                    LinkedRequests.queryPath(request.pathId()) + "/runs",
                    "runs",
                    LinkedFieldContracts.RUNS)
                .columns(
                    List.of(
                        Column.link("Run", "/id", row -> run(request, row)),
                        Column.time("Started", "/startedAt"),
                        Column.word("Kind", "/kind"),
                        Column.word("Status", "/status"),
                        Column.number("Rows", "/rows"),
                        Column.of("Bad rows", RunLists::badRows),
                        Column.number("Customers that differ", "/changes/customers"),
                        Column.word("Error", "/error/code")))
                .whenEmpty(
                    "A run reads the database and fills the fields. Run now begins one; it needs the"
                        + " role admin.",
                    tryRun("runs-try", request.pathId())));
  }

  private static String run(PageRequest request, JsonNode run) {
    return ConsolePage.LINKED_RUN.path(request.workspaceId(), run.path("id").asText());
  }

  private static Cell badRows(JsonNode run) {
    if (run.path("badRows").isNull()) {
      return new Cell.None();
    }
    long count = run.path("badRows").valueStream().mapToLong(JsonNode::asLong).sum();
    return new Cell.Data(Long.toString(count));
  }

  private Figure tryRun(String id, String query) {
    return kit.curl().tryWithToken(id, LinkedRequests.queryPath(query) + "/run", "{}", Curl.TOKEN);
  }

  /** What the run that the page is about changes. */
  Future<List<Part>> changes(PageRequest request, JsonNode run) {
    LongCells values = new LongCells(MAX_VALUE, 2, "by curl");
    return kit.lists()
        .parts(
            request,
            list(
                    request,
                    "Changes",
                    "listLinkedChanges",
                    LinkedRequests.runPath(request.pathId()) + "/changes",
                    "changes",
                    LinkedFieldContracts.CHANGES)
                .columns(
                    List.of(
                        Column.of(
                            "Customer", row -> CustomerCells.of(request, row.path("customer"))),
                        Column.text("Field", "/field"),
                        Column.of("Was", row -> values.value(row.path("was"))),
                        Column.of("Is", row -> values.value(row.path("is")))))
                .whenEmpty(
                    "The changes of held runs and of the last 10 applied ones are kept.",
                    tryRun("changes-try", run.path("queryId").asText()))
                .asFurther());
  }

  /** The rows of the run that the page is about that could not be used. */
  Future<List<Part>> badRows(PageRequest request, JsonNode run) {
    return kit.lists()
        .parts(
            request,
            list(
                    request,
                    "Bad rows",
                    "listBadRows",
                    LinkedRequests.runPath(request.pathId()) + "/bad-rows",
                    "badRows",
                    LinkedFieldContracts.BAD_ROWS)
                .columns(
                    List.of(
                        Column.number("Row", "/row"),
                        Column.text("Key", "/key"),
                        Column.text("Column", "/column"),
                        Column.word("Code", "/code"),
                        Column.text("Message", "/message")))
                .whenEmpty(
                    "The first 10,000 rows that can't be used are listed.",
                    tryRun("bad-rows-try", run.path("queryId").asText()))
                .asFurther());
  }

  private ListView list(
      PageRequest request,
      String caption,
      String operation,
      String path,
      String rows,
      Contract<AdminQuery, JsonResponse> contract) {
    return ListView.of(
        rows,
        caption,
        new ApiList(Role.SOURCES, operation, path, request.pathId(), rows),
        parameters ->
            kit.roles().query(contract, request.numericPathId(), parameters, request.caller()));
  }
}
