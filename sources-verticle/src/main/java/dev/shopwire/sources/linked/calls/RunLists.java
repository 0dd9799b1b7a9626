package dev.shopwire.sources.linked.calls;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.sources.linked.queries.LinkedQueryTable;
import dev.shopwire.sources.linked.runs.BadRowTable;
import dev.shopwire.sources.linked.runs.BadRowTable.BadRow;
import dev.shopwire.sources.linked.runs.ChangeTable;
import dev.shopwire.sources.linked.runs.ChangeTable.Change;
import dev.shopwire.sources.linked.runs.LinkedRun;
import dev.shopwire.sources.linked.runs.RunReads;
import dev.shopwire.sources.linked.runs.ShownRun;
import dev.shopwire.sources.linked.runs.ShownRuns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lists the runs of a query, and of a run its bad rows and changes (docs/api/linked-fields.md).
 * Runs on the caller's event loop.
 */
public final class RunLists {
  private final Pool pool;
  private final CursorSigner signer;

  public RunLists(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  /** A request for a page. */
  private record Page(int take, PageCursors cursors, Optional<String> after) {
    long number() {
      return after.map(Long::parseLong).orElse(0L);
    }

    <T> JsonResponse response(
        String name,
        List<T> found,
        Function<T, Map<String, @Nullable Object>> json,
        Function<T, String> key) {
      List<T> page = found.subList(0, Math.min(take, found.size()));
      boolean more = found.size() > take;
      Map<String, @Nullable Object> response = new LinkedHashMap<>();
      response.put(name, page.stream().map(json).toList());
      response.put("cursor", more ? cursors.encode(key.apply(page.get(page.size() - 1))) : null);
      response.put("hasNextPage", more);
      return JsonResponse.of(response);
    }
  }

  private Page page(AdminQuery request, String list) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    PageCursors cursors =
        query.cursors(
            new AppScope(request.caller().workspaceId(), 0),
            List.of(list, Long.toString(request.id())));
    return new Page(take, cursors, cursors.read(query));
  }

  /** The runs of a query, newest first. */
  public Future<JsonResponse> runs(AdminQuery request) {
    Page page = page(request, "linked_runs");
    long workspaceId = request.caller().workspaceId();
    return LinkedQueryTable.require(pool, workspaceId, request.id())
        .compose(
            query ->
                ShownRuns.list(
                    pool,
                    request.caller(),
                    query.id(),
                    page.after().map(Long::valueOf).orElse(null),
                    page.take() + 1))
        .map(
            runs ->
                page.response(
                    "runs", runs, ShownRun::json, shown -> Long.toString(shown.run().id())));
  }

  /** The rows of a run that could not be used, in the query's order. */
  public Future<JsonResponse> badRows(AdminQuery request) {
    Page page = page(request, "linked_bad_rows");
    return RunReads.require(pool, request.caller().workspaceId(), request.id())
        .compose(
            run -> BadRowTable.list(pool, request.caller(), run, page.number(), page.take() + 1))
        .map(rows -> page.response("badRows", rows, BadRow::json, row -> Long.toString(row.row())));
  }

  /** What a run changes, by customer. */
  public Future<JsonResponse> changes(AdminQuery request) {
    Page page = page(request, "linked_changes");
    long customer = page.after().map(text -> part(text, 0)).orElse(0L);
    int position = page.after().map(text -> (int) part(text, 1)).orElse(0);
    return RunReads.require(pool, request.caller().workspaceId(), request.id())
        .compose(
            run ->
                ChangeTable.list(pool, request.caller(), run, customer, position, page.take() + 1))
        .map(
            changes ->
                page.response(
                    "changes",
                    changes,
                    Change::json,
                    change -> change.customerId() + " " + change.position()));
  }

  private static long part(String text, int index) {
    return Long.parseLong(text.split(" ", 2)[index]);
  }

  public static ExportSource allRuns() {
    return (request, snapshot) -> {
      long id = id(request, "linked query");
      long workspaceId = request.caller().workspaceId();
      return LinkedQueryTable.require(snapshot, workspaceId, id)
          .map(query -> ShownRuns.all(request.caller(), query.id()));
    };
  }

  public static ExportSource allBadRows() {
    return (request, snapshot) ->
        run(request, snapshot).map(run -> BadRowTable.all(request.caller(), run));
  }

  public static ExportSource allChanges() {
    return (request, snapshot) ->
        run(request, snapshot).map(run -> ChangeTable.all(request.caller(), run));
  }

  private static Future<LinkedRun> run(OpenRequest request, SqlClient snapshot) {
    long id = id(request, "linked run");
    return RunReads.require(snapshot, request.caller().workspaceId(), id);
  }

  private static long id(OpenRequest request, String what) {
    new Query(request.parameters()).throwIfInvalid();
    return NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound(what));
  }
}
