package dev.shopwire.automation.campaigns;

import dev.shopwire.automation.messages.MailHolds;
import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Starts, pauses, resumes and cancels campaigns. Their states:
 *
 * <pre>
 * draft      start         → preparing, or scheduled if a time is given
 * scheduled  its time      → preparing; if that is two hours ago, a person starts it again
 * preparing  mails made    → sending, in the transaction that adds them
 * sending    pause         → paused: its mails are held
 * paused     resume        → sending
 * sending, paused          → done, when none of its mails waits or is being sent
 * done       a resent mail → sending
 * scheduled, preparing, sending, paused: cancel → cancelled: its mails are held, and then cancelled
 * </pre>
 *
 * Each change locks the campaign's row, and returns the JSON of the campaign as it is then. Runs on
 * the caller's event loop.
 */
final class CampaignActions {
  private final Vertx vertx;
  private final Pool pool;

  CampaignActions(Vertx vertx, Pool pool) {
    this.vertx = vertx;
    this.pool = pool;
  }

  /** Changes the status of a campaign that is locked. */
  @FunctionalInterface
  private interface Change {
    Future<Campaign> apply(SqlConnection connection, Campaign campaign);
  }

  /**
   * Has the mails made, at once or at a time. Of two starts at once one fails.
   *
   * @param at empty for now
   */
  Future<Map<String, @Nullable Object>> start(long id, Optional<OffsetDateTime> at, Caller caller) {
    AuditDetails details = () -> at.map(time -> Map.of("at", Times.format(time))).orElse(Map.of());
    return run(
        id,
        caller,
        "campaign.started",
        details,
        (connection, campaign) -> {
          if (campaign.status() != Status.DRAFT
              && !(campaign.status() == Status.SCHEDULED && campaign.isMissed())) {
            throw CampaignSaves.notDraft(campaign);
          }
          return CampaignTable.start(connection, campaign.key(), at);
        });
  }

  /** What the audit log says of a change. */
  @FunctionalInterface
  private interface AuditDetails {
    Map<String, String> get();
  }

  /** No mail begins after the commit. */
  Future<Map<String, @Nullable Object>> pause(long id, Caller caller) {
    return run(
        id,
        caller,
        "campaign.paused",
        Map::of,
        (connection, campaign) -> {
          require(campaign, Set.of(Status.SENDING));
          return MailHolds.holdCampaign(connection, campaign.key().workspaceId(), campaign.id())
              .compose(held -> CampaignTable.setStatus(connection, campaign.key(), Status.PAUSED));
        });
  }

  Future<Map<String, @Nullable Object>> resume(long id, Caller caller) {
    return run(
            id,
            caller,
            "campaign.resumed",
            Map::of,
            (connection, campaign) -> {
              require(campaign, Set.of(Status.PAUSED));
              return MailHolds.releaseCampaign(
                      connection, campaign.key().workspaceId(), campaign.id())
                  .compose(
                      released ->
                          CampaignTable.setStatus(connection, campaign.key(), Status.SENDING));
            })
        .onSuccess(resumed -> MessageQueue.wake(vertx));
  }

  /** No mail begins after the commit; those that wait are cancelled in the background. */
  Future<Map<String, @Nullable Object>> cancel(long id, Caller caller) {
    return run(
        id,
        caller,
        "campaign.cancelled",
        Map::of,
        (connection, campaign) -> {
          require(
              campaign, Set.of(Status.SCHEDULED, Status.PREPARING, Status.SENDING, Status.PAUSED));
          return MailHolds.holdCampaign(connection, campaign.key().workspaceId(), campaign.id())
              .compose(
                  held -> CampaignTable.setStatus(connection, campaign.key(), Status.CANCELLED));
        });
  }

  private static void require(Campaign campaign, Set<Status> allowed) {
    if (!allowed.contains(campaign.status())) {
      throw Failure.of(
          Code.CONFLICT,
          "wrong_status",
          "The campaign is " + campaign.status().id() + ", so this can't be done");
    }
  }

  private Future<Map<String, @Nullable Object>> run(
      long id, Caller caller, String action, AuditDetails details, Change change) {
    return Transactions.run(
            pool,
            connection ->
                CampaignTable.lock(connection, caller.workspaceId(), id)
                    .compose(campaign -> change.apply(connection, campaign))
                    .compose(
                        changed ->
                            AuditLog.write(
                                    connection,
                                    caller,
                                    AuditEntry.of(
                                        action, changed.auditObject(), Map.copyOf(details.get())))
                                .compose(
                                    recorded ->
                                        CampaignReads.json(
                                            connection, changed, caller.seesPrivateFields()))))
        .onSuccess(changed -> CampaignChanges.wake(vertx));
  }
}
