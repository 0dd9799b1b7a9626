package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.linked.QueryEditor.Subject;
import io.vertx.core.Future;
import java.util.Map;

/** The pages that make a linked query and change one. */
final class QueryPages {
  /** A body that makes a query. */
  /** A body that adds a query. */
  static final String EXAMPLE =
      "{\"name\":\"Plans\",\"sql\":\"select domain, plan from shops\",\"keyColumn\":\"domain\","
          + "\"key\":\"domain\",\"columns\":[{\"column\":\"plan\",\"field\":\"plan\","
          + "\"type\":\"text\",\"scope\":\"customers\"}]}";

  private final LinkedRequests requests;
  private final QueryEditor editor;
  private final PageKit kit;

  QueryPages(PageKit kit) {
    this.requests = new LinkedRequests(kit.roles());
    this.editor = new QueryEditor(new QueryPreview(kit));
    this.kit = kit;
  }

  private Subject added(PageRequest request) {
    String database = request.pathId();
    return new Subject(
        "New linked query",
        database,
        kit.curl().sameWithToken("curl", LinkedRequests.queriesPath(database), EXAMPLE),
        ConsolePage.DATABASE.path(request.workspaceId(), database));
  }

  Future<PageResponse> showNew(PageRequest request) {
    return Future.succeededFuture(editor.page(request, added(request), QueryForm.initial(request)));
  }

  Future<PageResponse> add(PageRequest request) {
    return editor.submit(
        request,
        added(request),
        body ->
            requests.sendSlow(
                LinkedFieldContracts.CREATE_QUERY,
                request,
                request.numericPathId(),
                body.toString()),
        "created");
  }

  private Subject edited(PageRequest request, JsonNode query) {
    return new Subject(
        "Edit linked query",
        query.path("databaseId").asText(),
        kit.curl().same("curl", LinkedRequests.queryPath(request.pathId()), Map.of()),
        ConsolePage.LINKED_QUERY.path(request.workspaceId(), request.pathId()));
  }

  Future<PageResponse> showEdit(PageRequest request) {
    return requests
        .query(request)
        .map(
            query ->
                editor.page(request, edited(request, query), QueryForm.values(request, query)));
  }

  Future<PageResponse> change(PageRequest request) {
    return requests
        .query(request)
        .compose(
            query ->
                editor.submit(
                    request,
                    edited(request, query),
                    body ->
                        requests.sendSlow(
                            LinkedFieldContracts.CHANGE_QUERY,
                            request,
                            request.numericPathId(),
                            body.toString()),
                    "changed"));
  }
}
