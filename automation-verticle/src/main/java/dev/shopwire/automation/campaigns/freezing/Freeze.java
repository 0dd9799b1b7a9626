package dev.shopwire.automation.campaigns.freezing;

import dev.shopwire.automation.campaigns.Campaign;
import dev.shopwire.automation.campaigns.CampaignDefinition;
import dev.shopwire.automation.campaigns.CampaignKey;
import dev.shopwire.automation.campaigns.CampaignTable;
import dev.shopwire.automation.campaigns.CampaignTable.Frozen;
import dev.shopwire.automation.campaigns.CampaignUses;
import dev.shopwire.automation.campaigns.Status;
import dev.shopwire.automation.campaigns.audience.Addressee;
import dev.shopwire.automation.campaigns.audience.AudienceReader;
import dev.shopwire.automation.campaigns.audience.AudienceReader.Totals;
import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.messages.MailCounts;
import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.automation.messages.NewMail;
import dev.shopwire.automation.messages.NewMail.Cause;
import dev.shopwire.automation.sending.MailLanes;
import dev.shopwire.automation.settings.AutomationSettings;
import dev.shopwire.automation.templates.store.Templates;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Makes the mails of a campaign in one transaction that sees one moment: killed at any point, it
 * leaves everything as it was, and is started again. It holds no lock that others wait for, and
 * fails with a serialization failure if the campaign was cancelled meanwhile. For one attempt, on
 * the caller's event loop.
 */
final class Freeze {
  private static final String ISOLATE = "set transaction isolation level repeatable read";

  // Its lock shows builds of segments, which wait for open transactions, that this one changes
  // nothing that conditions read.
  private static final String BEGIN =
      """
      select pg_try_advisory_xact_lock(hashtextextended('campaign_freeze', $1)) as is_mine,
        clock_timestamp() as now, pg_advisory_xact_lock_shared(hashtext('segment_builds'), 0),
        set_config('work_mem', '64MB', true), set_config('client_connection_check_interval', '1s', true)
      """;

  private final SqlConnection connection;
  private final CampaignKey key;
  private final long fallbackSender;

  /**
   * @param connection with a transaction that has had no statement yet
   * @param fallbackSender of workspaces whose settings name none
   */
  Freeze(SqlConnection connection, CampaignKey key, long fallbackSender) {
    this.connection = connection;
    this.key = key;
    this.fallbackSender = fallbackSender;
  }

  /**
   * Adds the sender's lane, which takes a transaction of its own: others that queue the first mail
   * of the sender would wait for this one.
   */
  static Future<Void> prepare(SqlClient client, CampaignKey key, long fallbackSender) {
    return CampaignTable.require(client, key.workspaceId(), key.campaignId())
        .compose(campaign -> sender(client, campaign, fallbackSender))
        .compose(sender -> MailLanes.prepare(client, sender));
  }

  /** The campaign's sender, else the workspace's default, else the configured one or the outbox. */
  private static Future<Long> sender(SqlClient client, Campaign campaign, long fallback) {
    Long chosen = campaign.definition().senderId();
    return chosen != null
        ? Future.succeededFuture(chosen)
        : AutomationSettings.read(client, campaign.key().workspaceId())
            .map(settings -> settings.defaultSender().orElse(fallback));
  }

  /** Empty if another process does it, or the campaign is not to be prepared any more. */
  Future<Optional<Frozen>> run() {
    connection.query(ISOLATE).execute();
    return connection
        .preparedQuery(BEGIN)
        .execute(Tuple.of(key.campaignId()))
        .map(rows -> rows.iterator().next())
        .compose(
            begun ->
                CampaignTable.require(connection, key.workspaceId(), key.campaignId())
                    .compose(campaign -> run(begun, campaign)));
  }

  private Future<Optional<Frozen>> run(Row begun, Campaign campaign) {
    boolean isDue = campaign.status() == Status.PREPARING && !campaign.isMissed();
    return isDue && begun.getBoolean("is_mine")
        ? freeze(campaign, begun.getOffsetDateTime("now"))
        : Future.succeededFuture(Optional.empty());
  }

  /** What all mails have in common. */
  private record Common(CampaignDefinition definition, long senderId, int templateVersion) {}

  private Future<Optional<Frozen>> freeze(Campaign campaign, OffsetDateTime at) {
    CampaignDefinition definition = campaign.definition();
    return sender(connection, campaign, fallbackSender)
        .compose(
            sender ->
                Templates.version(connection, key.workspaceId(), definition.templateId())
                    .map(version -> new Common(definition, sender, version)))
        .compose(common -> addMails(common, at).compose(totals -> finish(common, at, totals)));
  }

  private Future<Totals> addMails(Common common, OffsetDateTime at) {
    return common
        .definition()
        .audience()
        .resolve(connection, key.workspaceId(), CampaignDefinition.ZONE)
        .compose(
            resolved ->
                new AudienceReader(
                        connection, common.definition().to(), batch -> add(common, batch))
                    .read(resolved, at.toInstant()));
  }

  private Future<Void> add(Common common, List<Addressee> batch) {
    Cause cause = Cause.campaign(key.campaignId());
    CampaignDefinition definition = common.definition();
    List<NewMail> mails =
        batch.stream()
            .map(
                addressee ->
                    new NewMail(
                        cause,
                        addressee.customerId(),
                        addressee.contactId(),
                        addressee.address(),
                        common.senderId(),
                        definition.templateId(),
                        common.templateVersion(),
                        definition.topicOrNone(),
                        definition.isTransactional()))
            .toList();
    return MessageQueue.add(connection, key.workspaceId(), cause, mails).mapEmpty();
  }

  private Future<Optional<Frozen>> finish(Common common, OffsetDateTime at, Totals totals) {
    return MailCounts.ofCampaign(connection, key.workspaceId(), key.campaignId())
        .map(counts -> counts.values().stream().mapToLong(Long::longValue).sum())
        .map(
            total ->
                new Frozen(
                    at,
                    common.templateVersion(),
                    total,
                    totals.withoutAddress(),
                    totals.addressees() - total))
        .compose(
            frozen ->
                useSender(common.senderId())
                    .compose(used -> CampaignTable.freeze(connection, key, frozen))
                    .map(isFrozen -> isFrozen ? Optional.of(frozen) : Optional.<Frozen>empty()));
  }

  /** Fails with a serialization failure if the sender was deleted meanwhile. */
  private Future<Void> useSender(long senderId) {
    return senderId <= 0
        ? Future.succeededFuture()
        : Senders.exists(connection, key.workspaceId(), senderId)
            .compose(exists -> CampaignUses.addSender(connection, key, senderId));
  }
}
