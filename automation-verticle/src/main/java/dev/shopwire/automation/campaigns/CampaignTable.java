package dev.shopwire.automation.campaigns;

import dev.shopwire.automation.campaigns.audience.AddressChoice;
import dev.shopwire.automation.campaigns.audience.Audience;
import dev.shopwire.automation.language.StoredCondition;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The table of campaigns. Methods run on the caller's event loop. {@link CampaignActions} says
 * which changes of the status there are.
 */
public final class CampaignTable {
  /** At once. */
  private static final int MAX_FOUND = 100;

  /** Of a workspace at once. */
  private static final int MAX_CANCELLING = 10;

  /** From so late on, a person decides whether a campaign is started. */
  private static final String MISSED =
      "(status in ('scheduled', 'preparing') and scheduled_at <= clock_timestamp() - interval '2 hours')";

  static final String COLUMNS =
      """
      workspace_id, id, name, status, segment_id, condition, recipients, template_id, sender_id,
        topic_id, transactional, scheduled_at, %s as is_missed, frozen_at, ended_at,
        template_version, total, without_address, duplicates, created_at, updated_at
      """
          .formatted(MISSED);

  /** Without what may be long: the audience reads as that of a segment 0. */
  static final String LISTED_COLUMNS =
      COLUMNS.replace(
          "segment_id, condition,", "0::bigint as segment_id, null::text as condition,");

  private static final String FIND =
      "select " + COLUMNS + " from campaigns where workspace_id = $1 and id = $2";
  private static final String FIND_LOCKED = FIND + " for update";
  private static final String INSERT =
      """
      insert into campaigns (workspace_id, name, segment_id, condition, recipients, template_id,
        sender_id, topic_id, transactional)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      returning\s"""
          + COLUMNS;
  private static final String UPDATE =
      """
      update campaigns
      set name = $3, segment_id = $4, condition = $5, recipients = $6, template_id = $7,
        sender_id = $8, topic_id = $9, transactional = $10, updated_at = now()
      where workspace_id = $1 and id = $2
      returning\s"""
          + COLUMNS;
  private static final String DELETE = "delete from campaigns where workspace_id = $1 and id = $2";
  private static final String SET_STATUS =
      """
      update campaigns
      set status = $3, scheduled_at = case when $5 then $4 else scheduled_at end,
        ended_at = case when $3 = 'cancelled' then clock_timestamp() end,
        is_cancelling = ($3 = 'cancelled'), updated_at = clock_timestamp()
      where workspace_id = $1 and id = $2
      returning\s"""
          + COLUMNS;
  private static final String FREEZE =
      """
      update campaigns
      set status = 'sending', frozen_at = $3, template_version = $4, total = $5,
        without_address = $6, duplicates = $7, updated_at = clock_timestamp()
      where workspace_id = $1 and id = $2 and status = 'preparing'
      """;
  private static final String REOPEN =
      """
      update campaigns
      set status = case when status = 'done' then 'sending' else status end,
        ended_at = case when status = 'done' then null else ended_at end
      where workspace_id = $1 and id = $2
      """;

  private static final String START_DUE =
      """
      update campaigns set status = 'preparing', updated_at = clock_timestamp()
      where status = 'scheduled' and scheduled_at <= clock_timestamp() and not %s
      """
          .formatted(MISSED);
  private static final String RETURN_MISSED =
      """
      update campaigns set status = 'scheduled', updated_at = clock_timestamp()
      where status = 'preparing' and %s
      """
          .formatted(MISSED);
  // One of each workspace, so that one with many delays no other.
  private static final String PREPARING =
      """
      select distinct on (workspace_id) workspace_id, id from campaigns
      where status = 'preparing' and not exists (
        select from unnest($1::bigint[], $2::bigint[]) as e (workspace, campaign)
        where e.workspace = workspace_id and e.campaign = id)
      order by workspace_id, id
      """;

  // By the index of a campaign's mails: "offset 0" keeps the planner from reading those of all.
  private static final String WAITING =
      """
      exists (
        select from mail_messages m
        where m.workspace_id = c.workspace_id and m.campaign_id = c.id
          and m.state in ('queued', 'sending', 'deferred')
        offset 0)
      """;

  // What a frozen process has learned of a mail may make it wait again.
  private static final String ENDING =
      """
      (select workspace_id, id from (
        select workspace_id, id, row_number() over (partition by workspace_id order by id) as place
        from campaigns where is_cancelling) c where place <= %3$d)
      union all
      (select workspace_id, id from campaigns c
        where status in ('sending', 'paused') and not %2$s limit %1$d)
      union all
      (select workspace_id, id from campaigns c
        where status = 'done' and ended_at > clock_timestamp() - interval '1 hour' and %2$s
        limit %1$d)
      """
          .formatted(MAX_FOUND, WAITING, MAX_CANCELLING);
  private static final String IS_CANCELLING =
      "select from campaigns where workspace_id = $1 and id = $2 and is_cancelling";
  private static final String END =
      """
      update campaigns c
      set status = case when w.waits then 'sending' when is_cancelling then status else 'done' end,
        ended_at = case when w.waits then null else coalesce(ended_at, clock_timestamp()) end,
        is_cancelling = false, updated_at = clock_timestamp()
      from (select %s as waits from campaigns c where c.workspace_id = $1 and c.id = $2) w
      where c.workspace_id = $1 and c.id = $2
        and case when c.status = 'done' then w.waits
          else (c.status in ('sending', 'paused') or c.is_cancelling) and not w.waits end
      returning c.status
      """
          .formatted(WAITING);

  private CampaignTable() {}

  /** Fails with 404 if the workspace has no such campaign. */
  public static Future<Campaign> require(SqlClient client, long workspaceId, long id) {
    return find(client, FIND, workspaceId, id);
  }

  /** Same, and other changes of the campaign wait for the end of the transaction. */
  static Future<Campaign> lock(SqlClient client, long workspaceId, long id) {
    return find(client, FIND_LOCKED, workspaceId, id);
  }

  private static Future<Campaign> find(SqlClient client, String sql, long workspaceId, long id) {
    return client
        .preparedQuery(sql)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, CampaignTable::read))
        .map(found -> found.orElseThrow(() -> Failure.notFound("campaign")));
  }

  static Future<Campaign> insert(
      SqlClient client, long workspaceId, CampaignDefinition definition) {
    return client
        .preparedQuery(INSERT)
        .execute(values(Tuple.of(workspaceId), definition))
        .map(rows -> read(rows.iterator().next()))
        .compose(created -> CampaignUses.replace(client, created).map(created));
  }

  static Future<Campaign> update(SqlClient client, CampaignKey key, CampaignDefinition definition) {
    return client
        .preparedQuery(UPDATE)
        .execute(values(tuple(key), definition))
        .map(rows -> read(rows.iterator().next()))
        .compose(changed -> CampaignUses.replace(client, changed).map(changed));
  }

  private static Tuple tuple(CampaignKey key) {
    return Tuple.of(key.workspaceId(), key.campaignId());
  }

  private static Tuple values(Tuple tuple, CampaignDefinition definition) {
    Audience audience = definition.audience();
    return tuple
        .addString(definition.name())
        .addLong(audience.segment().orElse(null))
        .addString(audience.condition().map(StoredCondition::write).orElse(null))
        .addArrayOfString(definition.to().stream().map(AddressChoice::text).toArray(String[]::new))
        .addLong(definition.templateId())
        .addLong(definition.senderId())
        .addLong(definition.topicId())
        .addBoolean(definition.isTransactional());
  }

  static Future<Void> delete(SqlClient client, CampaignKey key) {
    return client.preparedQuery(DELETE).execute(tuple(key)).mapEmpty();
  }

  /** Changes the status of a campaign that is locked; one that is cancelled has ended. */
  static Future<Campaign> setStatus(SqlClient client, CampaignKey key, Status status) {
    return setStatus(client, tuple(key).addString(status.id()).addOffsetDateTime(null), false);
  }

  /** The same for a campaign that is started. */
  static Future<Campaign> start(
      SqlClient client, CampaignKey key, Optional<OffsetDateTime> scheduledAt) {
    Status status = scheduledAt.isPresent() ? Status.SCHEDULED : Status.PREPARING;
    return setStatus(
        client,
        tuple(key).addString(status.id()).addOffsetDateTime(scheduledAt.orElse(null)),
        true);
  }

  private static Future<Campaign> setStatus(SqlClient client, Tuple values, boolean withTime) {
    return client
        .preparedQuery(SET_STATUS)
        .execute(values.addBoolean(withTime))
        .map(rows -> read(rows.iterator().next()));
  }

  /**
   * Makes those whose time has come {@code preparing}, and those {@code scheduled} that miss it.
   */
  public static Future<Void> startDue(SqlClient client) {
    return client
        .query(START_DUE)
        .execute()
        .compose(started -> client.query(RETURN_MISSED).execute())
        .mapEmpty();
  }

  /**
   * One campaign of each workspace whose mails are to be made.
   *
   * @param except those that the caller can't prepare now
   */
  public static Future<List<CampaignKey>> preparing(
      SqlClient client, Collection<CampaignKey> except) {
    List<CampaignKey> keys = List.copyOf(except);
    return client
        .preparedQuery(PREPARING)
        .execute(
            Tuple.tuple()
                .addArrayOfLong(Columns.of(keys, new Long[keys.size()], CampaignKey::workspaceId))
                .addArrayOfLong(Columns.of(keys, new Long[keys.size()], CampaignKey::campaignId)))
        .map(rows -> Rows.list(rows, CampaignKey::read));
  }

  /**
   * Some campaigns that {@link #end} may change, or that are cancelled and have mails that wait.
   */
  static Future<List<CampaignKey>> ending(SqlClient client) {
    return keys(client, ENDING);
  }

  /** Whether a campaign is cancelled, and some of its mails may wait. */
  static Future<Boolean> isCancelling(SqlClient client, CampaignKey key) {
    return client.preparedQuery(IS_CANCELLING).execute(tuple(key)).map(rows -> rows.size() > 0);
  }

  private static Future<List<CampaignKey>> keys(SqlClient client, String sql) {
    return client.query(sql).execute().map(rows -> Rows.list(rows, CampaignKey::read));
  }

  /**
   * Makes a campaign {@code done} of which no mail waits or is being sent, and {@code sending} if
   * it was done and one does. One that is cancelled and has none is no longer being cancelled. It
   * must be locked in the same transaction, so that what is read of its mails was not changed by a
   * resend.
   *
   * @return the new status; empty if nothing has changed
   */
  static Future<Optional<Status>> end(SqlClient client, CampaignKey key) {
    return client
        .preparedQuery(END)
        .execute(tuple(key))
        .map(rows -> Rows.first(rows, row -> Status.of(row.getString("status"))));
  }

  /**
   * What making the mails of a campaign found.
   *
   * @param at the moment of the audience
   */
  public record Frozen(
      OffsetDateTime at, int templateVersion, long total, long withoutAddress, long duplicates) {}

  /** Makes a campaign {@code sending}; false if it is no longer {@code preparing}. */
  public static Future<Boolean> freeze(SqlClient client, CampaignKey key, Frozen frozen) {
    return client
        .preparedQuery(FREEZE)
        .execute(
            tuple(key)
                .addOffsetDateTime(frozen.at())
                .addInteger(frozen.templateVersion())
                .addLong(frozen.total())
                .addLong(frozen.withoutAddress())
                .addLong(frozen.duplicates()))
        .map(rows -> rows.rowCount() > 0);
  }

  /**
   * Makes a campaign that is done {@code sending} again, since one of its mails waits again. Others
   * that change its status wait for the end of the transaction.
   */
  public static Future<Void> reopen(SqlClient client, long workspaceId, long id) {
    return client.preparedQuery(REOPEN).execute(Tuple.of(workspaceId, id)).mapEmpty();
  }

  static Campaign read(Row row) {
    return new Campaign(
        CampaignKey.read(row),
        definition(row),
        Status.of(row.getString("status")),
        Boolean.TRUE.equals(row.getBoolean("is_missed")),
        row.getOffsetDateTime("scheduled_at"),
        row.getOffsetDateTime("frozen_at"),
        row.getOffsetDateTime("ended_at"),
        row.getInteger("template_version"),
        row.getLong("total"),
        row.getLong("without_address"),
        row.getLong("duplicates"),
        row.getOffsetDateTime("created_at"),
        row.getOffsetDateTime("updated_at"));
  }

  private static CampaignDefinition definition(Row row) {
    Long segment = row.getLong("segment_id");
    return new CampaignDefinition(
        row.getString("name"),
        segment != null
            ? Audience.ofSegment(segment)
            : Audience.ofCondition(StoredCondition.read(row.getString("condition"))),
        List.of(row.getArrayOfStrings("recipients")).stream()
            .flatMap(text -> AddressChoice.parse(text).stream())
            .toList(),
        row.getLong("template_id"),
        row.getLong("sender_id"),
        row.getLong("topic_id"),
        row.getBoolean("transactional"));
  }
}
