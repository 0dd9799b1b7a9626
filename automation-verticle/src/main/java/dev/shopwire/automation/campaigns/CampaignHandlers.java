package dev.shopwire.automation.campaigns;

import dev.shopwire.automation.messages.MessageHandlers;
import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.resources.ListedResource;
import dev.shopwire.automation.suppressions.HashKeys;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Handles the console's requests about single campaigns. Runs on the caller's event loop. */
public final class CampaignHandlers {
  public static final ListedResource<?> LIST =
      new ListedResource<>(
          "campaigns", CampaignTable.LISTED_COLUMNS, CampaignTable::read, CampaignReads::listed);

  private final Pool pool;
  private final HeavyReads heavy;
  private final MessageHandlers messages;
  private final HashKeys hashKeys;
  private final CampaignSaves saves;
  private final CampaignActions actions;

  /**
   * @param heavy runs previews
   * @param messages lists the mails of campaigns
   * @param campaignsPerWorkspace the largest number of those that are not over
   */
  public CampaignHandlers(
      Vertx vertx,
      Pool pool,
      HeavyReads heavy,
      MessageHandlers messages,
      HashKeys hashKeys,
      int campaignsPerWorkspace) {
    this.pool = pool;
    this.hashKeys = hashKeys;
    this.heavy = heavy;
    this.messages = messages;
    this.saves = new CampaignSaves(pool, campaignsPerWorkspace);
    this.actions = new CampaignActions(vertx, pool);
  }

  public Future<JsonResponse> create(AdminRequest request) {
    CampaignInput input = CampaignInput.read(request.body(), true);
    long workspaceId = request.id();
    Caller caller = request.caller().in(workspaceId);
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(exists -> saves.create(workspaceId, input, caller))
        .compose(created -> respond(created.id(), caller));
  }

  public Future<JsonResponse> show(AdminRequest request) {
    return respond(request.id(), request.caller());
  }

  public Future<JsonResponse> change(AdminRequest request) {
    CampaignInput input = CampaignInput.read(request.body(), false);
    long workspaceId = request.caller().workspaceId();
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(exists -> saves.change(workspaceId, request.id(), input, request.caller()))
        .compose(changed -> respond(request.id(), request.caller()));
  }

  public Future<JsonResponse> delete(AdminRequest request) {
    return saves
        .delete(request.caller().workspaceId(), request.id(), request.caller())
        .map(deleted -> JsonResponse.success());
  }

  /** Counts whom it would reach now. */
  public Future<JsonResponse> preview(AdminRequest request) {
    long workspaceId = request.caller().workspaceId();
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(exists -> CampaignTable.require(pool, workspaceId, request.id()))
        .compose(
            campaign ->
                heavy.run(
                    workspaceId,
                    snapshot ->
                        hashKeys
                            .find(snapshot.connection())
                            .compose(
                                hashes ->
                                    CampaignPreview.read(
                                        snapshot.connection(), campaign, snapshot.at(), hashes))))
        .map(preview -> JsonResponse.of(Map.of("preview", preview)));
  }

  public Future<JsonResponse> start(AdminRequest request) {
    StartInput input = StartInput.read(request.body());
    return actions.start(request.id(), input.at(), request.caller()).map(CampaignHandlers::respond);
  }

  public Future<JsonResponse> pause(AdminRequest request) {
    return actions.pause(request.id(), request.caller()).map(CampaignHandlers::respond);
  }

  public Future<JsonResponse> resume(AdminRequest request) {
    return actions.resume(request.id(), request.caller()).map(CampaignHandlers::respond);
  }

  public Future<JsonResponse> cancel(AdminRequest request) {
    return actions.cancel(request.id(), request.caller()).map(CampaignHandlers::respond);
  }

  private Future<JsonResponse> respond(long id, Caller caller) {
    return Snapshots.read(
            pool,
            connection ->
                CampaignTable.require(connection, caller.workspaceId(), id)
                    .compose(
                        campaign ->
                            CampaignReads.json(connection, campaign, caller.seesPrivateFields())))
        .map(CampaignHandlers::respond);
  }

  private static JsonResponse respond(Map<String, @Nullable Object> campaign) {
    return JsonResponse.of(Map.of("campaign", campaign));
  }

  /** Its mails, newest first. */
  public Future<JsonResponse> recipients(AdminQuery request) {
    return CampaignTable.require(pool, request.caller().workspaceId(), request.id())
        .compose(exists -> messages.listOfCampaign(request));
  }

  /** All of its mails. */
  public static ExportSource exportRecipients() {
    return CampaignHandlers::openRecipients;
  }

  private static Future<ExportSource.Rows> openRecipients(
      OpenRequest request, SqlConnection snapshot) {
    long id = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("campaign"));
    return CampaignTable.require(snapshot, request.caller().workspaceId(), id)
        .map(exists -> MessageHandlers.rowsOfCampaign(request, id));
  }
}
