package dev.shopwire.automation.campaigns;

import dev.shopwire.automation.campaigns.audience.Audience;
import dev.shopwire.automation.resources.NamedResources;
import dev.shopwire.automation.resources.NamedResources.Wording;
import dev.shopwire.automation.segments.SegmentTable;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import java.util.Optional;

/**
 * Creates, changes and deletes campaigns that are drafts, each in one transaction. It takes the
 * locks of those who store conditions, then that of the workspace's campaigns, and holds what the
 * campaign names: of a save and the deletion of something that it uses one fails. Runs on the
 * caller's event loop.
 */
final class CampaignSaves {
  /** A campaign that has ended keeps its name, but doesn't count towards the limit. */
  private static final NamedResources<Campaign> RESOURCES =
      new NamedResources<>(
          "campaigns",
          CampaignTable.COLUMNS,
          new Wording("campaigns", "campaign"),
          CampaignTable::read,
          campaign -> Map.of(),
          Campaign::id,
          "status not in ('done', 'cancelled')");

  private final Pool pool;
  private final int limit;

  /**
   * @param limit how many campaigns a workspace may have that are not over
   */
  CampaignSaves(Pool pool, int limit) {
    this.pool = pool;
    this.limit = limit;
  }

  Future<Campaign> create(long workspaceId, CampaignInput input, Caller caller) {
    RequestDeadline deadline = RequestDeadline.fromNow();
    return Transactions.run(
        pool,
        connection ->
            lock(connection, workspaceId)
                .compose(locked -> new References(connection, workspaceId, input).check())
                .compose(
                    audience -> {
                      deadline.check();
                      return create(
                          connection, workspaceId, define(input, audience.orElseThrow()), caller);
                    }));
  }

  private static CampaignDefinition define(CampaignInput input, Audience audience) {
    return new CampaignDefinition(
        input.name().orElseThrow(),
        audience,
        input.to().orElseThrow(),
        input.template().orElseThrow(),
        input.sender().value(),
        input.topic().value(),
        Boolean.TRUE.equals(input.transactional().value()));
  }

  private Future<Campaign> create(
      SqlConnection connection, long workspaceId, CampaignDefinition definition, Caller caller) {
    return RESOURCES
        .check(connection, workspaceId, 0, definition.name(), limit)
        .compose(free -> CampaignTable.insert(connection, workspaceId, definition))
        .compose(
            created ->
                CampaignReads.vocabulary(connection, created)
                    .compose(
                        names ->
                            AuditLog.write(
                                connection,
                                caller,
                                AuditEntry.created(
                                    "campaign.created",
                                    created.auditObject(),
                                    CampaignReads.auditFields(definition, names))))
                    .map(created));
  }

  private static Future<Void> lock(SqlConnection connection, long workspaceId) {
    return SegmentTable.lockWithFields(connection, workspaceId)
        .compose(locked -> RESOURCES.lock(connection, workspaceId));
  }

  /** Fails with 404 if there is no such campaign, and with 409 if it is no draft. */
  Future<Campaign> change(long workspaceId, long id, CampaignInput input, Caller caller) {
    RequestDeadline deadline = RequestDeadline.fromNow();
    return Transactions.run(
        pool,
        connection ->
            lock(connection, workspaceId)
                .compose(locked -> draft(connection, workspaceId, id))
                .compose(
                    before ->
                        new References(connection, workspaceId, input)
                            .check()
                            .compose(
                                audience -> {
                                  deadline.check();
                                  return change(
                                      connection, before, apply(input, before, audience), caller);
                                })));
  }

  private static Future<Campaign> draft(SqlConnection connection, long workspaceId, long id) {
    return CampaignTable.lock(connection, workspaceId, id)
        .map(
            campaign -> {
              if (campaign.status() != Status.DRAFT) {
                throw notDraft(campaign);
              }
              return campaign;
            });
  }

  static Failure notDraft(Campaign campaign) {
    return Failure.of(
        Code.CONFLICT,
        "not_draft",
        "The campaign is no draft any more but " + campaign.status().id());
  }

  private static CampaignDefinition apply(
      CampaignInput input, Campaign before, Optional<Audience> audience) {
    CampaignDefinition old = before.definition();
    return new CampaignDefinition(
        input.name().orElse(old.name()),
        audience.orElse(old.audience()),
        input.to().orElse(old.to()),
        input.template().orElse(old.templateId()),
        input.sender().applyTo(old.senderId()),
        input.topic().applyTo(old.topicId()),
        input.transactional().present()
            ? Boolean.TRUE.equals(input.transactional().value())
            : old.isTransactional());
  }

  private Future<Campaign> change(
      SqlConnection connection, Campaign before, CampaignDefinition definition, Caller caller) {
    if (definition.equals(before.definition())) {
      return Future.succeededFuture(before);
    }
    return RESOURCES
        .check(connection, before.key().workspaceId(), before.id(), definition.name(), limit)
        .compose(free -> CampaignTable.update(connection, before.key(), definition))
        .compose(after -> recordChange(connection, before, after, caller).map(after));
  }

  private static Future<Void> recordChange(
      SqlConnection connection, Campaign before, Campaign after, Caller caller) {
    return CampaignReads.vocabulary(connection, before)
        .compose(
            old ->
                CampaignReads.vocabulary(connection, after)
                    .compose(
                        names ->
                            AuditLog.write(
                                connection,
                                caller,
                                AuditEntry.changed(
                                    "campaign.changed",
                                    after.auditObject(),
                                    CampaignReads.auditFields(before.definition(), old),
                                    CampaignReads.auditFields(after.definition(), names)))));
  }

  /** Fails with 404 if there is no such campaign, and with 409 if it is no draft. */
  Future<Void> delete(long workspaceId, long id, Caller caller) {
    return Transactions.run(
        pool,
        connection ->
            draft(connection, workspaceId, id)
                .compose(
                    campaign ->
                        CampaignReads.vocabulary(connection, campaign)
                            .compose(
                                names ->
                                    AuditLog.write(
                                        connection,
                                        caller,
                                        AuditEntry.deleted(
                                            "campaign.deleted",
                                            campaign.auditObject(),
                                            CampaignReads.auditFields(
                                                campaign.definition(), names))))
                            .compose(
                                recorded -> CampaignTable.delete(connection, campaign.key()))));
  }
}
