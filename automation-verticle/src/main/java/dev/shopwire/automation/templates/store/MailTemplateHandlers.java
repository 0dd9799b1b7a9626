package dev.shopwire.automation.templates.store;

import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.query.CursorSigner;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
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
    return MailTemplateTable.RESOURCES.list(pool, signer, request);
  }

  /** The complete list. */
  public static ExportSource export() {
    return MailTemplateTable.RESOURCES.export();
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
