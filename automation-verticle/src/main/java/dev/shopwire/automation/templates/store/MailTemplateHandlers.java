package dev.shopwire.automation.templates.store;

import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.templates.store.StoredTemplate.Summary;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;

/**
 * Handles the console's requests about templates of mails. Not thread-safe; use from one event
 * loop.
 */
public final class MailTemplateHandlers {
  private final Pool pool;
  private final CursorSigner signer;
  private final TemplateSaves saves;

  /**
   * @param templatesPerWorkspace the largest number
   */
  public MailTemplateHandlers(
      Pool pool, CursorSigner signer, TemplateWork work, int templatesPerWorkspace) {
    this.pool = pool;
    this.signer = signer;
    this.saves = new TemplateSaves(pool, work, templatesPerWorkspace);
  }

  /** Without sources. */
  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    PageCursors cursors =
        query.cursors(
            new AppScope(request.id(), 0), List.of("mail templates", Long.toString(request.id())));
    long before = cursors.read(query).map(Long::valueOf).orElse(Long.MAX_VALUE);
    return new Workspaces(pool)
        .require(request.id())
        .compose(exists -> MailTemplateTable.page(pool, request.id(), before, take + 1))
        .map(
            templates ->
                ListResponse.of(
                    "mailTemplates",
                    templates,
                    take,
                    Summary::json,
                    last -> cursors.encode(Long.toString(last.id()))));
  }

  /** The complete list. */
  public static ExportSource export() {
    return MailTemplateHandlers::open;
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, SqlConnection snapshot) {
    long workspaceId =
        NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("workspace"));
    return new Workspaces(snapshot)
        .require(workspaceId)
        .map(
            exists ->
                ExportSource.Rows.of(
                    MailTemplateTable.ALL, Tuple.of(workspaceId), row -> Summary.read(row).json()));
  }

  public Future<JsonResponse> create(AdminRequest request) {
    TemplateInput input = TemplateInput.read(request.body(), true);
    long workspaceId = request.id();
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(exists -> saves.create(workspaceId, input, request.caller().in(workspaceId)))
        .map(MailTemplateHandlers::respond);
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return MailTemplateTable.require(pool, request.caller().workspaceId(), request.id())
        .map(MailTemplateHandlers::respond);
  }

  public Future<JsonResponse> change(AdminRequest request) {
    TemplateInput input = TemplateInput.read(request.body(), false);
    long workspaceId = request.caller().workspaceId();
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(exists -> saves.change(workspaceId, request.id(), input, request.caller()))
        .map(MailTemplateHandlers::respond);
  }

  public Future<JsonResponse> delete(AdminRequest request) {
    return saves
        .delete(request.caller().workspaceId(), request.id(), request.caller())
        .map(deleted -> JsonResponse.success());
  }

  private static JsonResponse respond(StoredTemplate template) {
    return JsonResponse.of(Map.of("mailTemplate", template.json()));
  }
}
