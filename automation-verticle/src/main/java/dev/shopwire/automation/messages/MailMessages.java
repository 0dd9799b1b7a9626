package dev.shopwire.automation.messages;

import dev.shopwire.automation.suppressions.Suppressions;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The table of mails: how they get in, and how they change while they are not being sent. Methods
 * run on the caller's event loop.
 */
public final class MailMessages {
  // Rows are added in the order of their keys, so that two callers don't wait for each other. A
  // lane
  // that is there is left alone: in a transaction that sees an earlier moment, "on conflict" fails
  // once its lease was renewed.
  private static final String ADD =
      """
      with added as (
        select m.* from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[],
          $7::bigint[], $8::bigint[], $9::text[], $10::text[], $11::bigint[], $12::bigint[],
          $13::integer[], $14::bigint[], $15::boolean[], $16::boolean[])
        with ordinality as m (kind, flow_id, run_id, step, campaign_id, customer_id, contact_id,
          recipient, email_key, sender_id, template_id, template_version, topic_id, transactional,
          ignores_cap, position)
      ), lanes as (
        insert into mail_lanes (sender_id)
        select distinct a.sender_id from added a
        where not exists (select from mail_lanes l where l.sender_id = a.sender_id) order by 1
        on conflict (sender_id) do nothing
      )
      insert into mail_messages (workspace_id, kind, flow_id, run_id, step, campaign_id,
        customer_id, contact_id, recipient, email_key, sender_id, template_id, template_version,
        topic_id, transactional, ignores_cap, state, reason, next_attempt_at)
      select m.workspace_id, kind, flow_id, run_id, step, campaign_id, customer_id, contact_id,
        recipient, email_key, sender_id, template_id, template_version, topic_id, transactional, ignores_cap,
        case when refusal is null then 'queued' else 'suppressed' end, refusal,
        case when refusal is null then now() end
      from (select a.*, $1::bigint as workspace_id from added a) m
      cross join lateral (select %s as refusal offset 0) s
      order by email_key, position
      on conflict do nothing
      returning id, email_key, state, run_id, step
      """
          .formatted(Suppressions.REASON);
  private static final String OF_STEP =
      """
      select id, email_key, state, run_id, step from mail_messages
      where workspace_id = $1 and run_id = $2 and step = $3 and email_key = any($4)
      """;
  private static final String OF_CAMPAIGN =
      """
      select id, email_key, state, run_id, step from mail_messages
      where workspace_id = $1 and campaign_id = $2 and email_key = any($3)
      """;

  private static final String CANCEL_RUNS =
      """
      update mail_messages m set state = 'cancelled', next_attempt_at = null
      from unnest($2::bigint[]) k (id)
      where m.workspace_id = $1 and m.run_id = k.id and m.state in ('queued', 'deferred')
      """;
  // Reads on from the last id, so that it reads none again that it has changed.
  private static final String CANCEL_CAMPAIGN =
      """
      with portion as materialized (
        select workspace_id, id from mail_messages
        where workspace_id = $1 and campaign_id = $2 and state = $3 and id > $4
        order by id limit $5 for update skip locked
      ), cancelled as (
        update mail_messages m set state = 'cancelled', next_attempt_at = null
        from portion p where m.workspace_id = p.workspace_id and m.id = p.id
      )
      select coalesce(max(id), 0) as last from portion
      """;
  private static final String PUT_OFF =
      """
      update mail_messages m set next_attempt_at = clock_timestamp() + make_interval(secs => n.wait)
      from unnest($1::bigint[], $2::bigint[], $3::float8[]) as n (workspace_id, id, wait)
      where m.workspace_id = n.workspace_id and m.id = n.id and m.state in ('queued', 'deferred')
      """;
  private static final String FAIL_WAITING =
      """
      update mail_messages set state = 'failed', reason = $2, next_attempt_at = null
      where (workspace_id, id) in (
        select workspace_id, id from mail_messages
        where sender_id = $1 and state in ('queued', 'deferred')
          and created_at <= clock_timestamp() - make_interval(hours => $3)
        limit $4 for update skip locked)
      """;
  private static final String RESEND =
      """
      update mail_messages m
      set state = 'queued', reason = null, detail = null, next_attempt_at = clock_timestamp(),
        failing_since = null
      where m.workspace_id = $1 and m.id = $2 and m.state in ('unknown', 'failed', 'bounced')
        and m.recipient <> ''
      returning m.id
      """;
  // One of a step of a flow that has another mail under that hash gets a suffix: both stay.
  private static final String ERASE =
      """
      with portion as materialized (
        select workspace_id, id from mail_messages
        where workspace_id = $1 and email_key = $2 and state <> 'sending'
        order by id limit $4 for update skip locked
      )
      update mail_messages m set
        state = case when state in ('queued', 'deferred') then 'cancelled' else state end,
        next_attempt_at = null, recipient = '', subject = null, detail = null,
        customer_id = null, contact_id = null,
        email_key = case when run_id is not null and exists (
            select from mail_messages o where o.workspace_id = m.workspace_id
              and o.run_id = m.run_id and o.step = m.step and o.email_key = $3)
          then $3 || '#' || m.id else $3 end
      from portion p where m.workspace_id = p.workspace_id and m.id = p.id
      returning m.id
      """;
  private static final String LOCK_TESTS =
      "select pg_advisory_xact_lock(hashtextextended('mail_tests', $1))";
  private static final String RECENT_TESTS =
      """
      select count(*) as tests from (
        select from mail_messages
        where workspace_id = $1 and kind = 'test' and created_at > now() - interval '1 hour'
        limit $2) t
      """;
  private static final String NEWEST =
      "select created_at from mail_messages order by id desc limit 1";

  // Ids are about in the order of time.
  private static final String DELETE_OLD =
      """
      with oldest as materialized (
        select workspace_id, id, created_at < now() - make_interval(days => $2) as is_old
        from mail_messages where id > $1 order by id limit $3
      ), gone as (
        delete from mail_messages m using oldest o
        where m.workspace_id = o.workspace_id and m.id = o.id and o.is_old
          and m.state not in ('queued', 'deferred', 'sending')
      )
      select case when bool_or(is_old) then max(id) else 0 end as last from oldest
      """;
  private static final int BATCH = 1_000;

  /** Their sources are deleted with them. */
  private static final int ERASED_AT_ONCE = 200;

  private MailMessages() {}

  /**
   * A mail that is in the table.
   *
   * @param state {@code queued}, or {@code suppressed} if it won't be sent
   * @param runId null unless it is of a step of a run
   */
  public record Queued(
      long id, String emailKey, String state, @Nullable Long runId, @Nullable String step) {}

  /** Adds mails that are not there yet; returns those only. */
  static Future<List<Queued>> add(SqlClient client, long workspaceId, List<NewMail> mails) {
    return client
        .preparedQuery(ADD)
        .execute(parameters(workspaceId, mails))
        .map(rows -> Rows.list(rows, MailMessages::queued));
  }

  private static Tuple parameters(long workspaceId, List<NewMail> mails) {
    return Tuple.of(workspaceId)
        .addArrayOfString(texts(mails, mail -> mail.cause().kind()))
        .addArrayOfLong(longs(mails, mail -> mail.cause().flowId()))
        .addArrayOfLong(longs(mails, mail -> mail.cause().runId()))
        .addArrayOfString(texts(mails, mail -> mail.cause().step()))
        .addArrayOfLong(longs(mails, mail -> mail.cause().campaignId()))
        .addArrayOfLong(longs(mails, NewMail::customerId))
        .addArrayOfLong(longs(mails, NewMail::contactId))
        .addArrayOfString(texts(mails, mail -> mail.recipient().toString()))
        .addArrayOfString(texts(mails, NewMail::emailKey))
        .addArrayOfLong(longs(mails, NewMail::senderId))
        .addArrayOfLong(longs(mails, NewMail::templateId))
        .addArrayOfInteger(Columns.of(mails, new Integer[mails.size()], NewMail::templateVersion))
        .addArrayOfLong(longs(mails, NewMail::topicId))
        .addArrayOfBoolean(Columns.of(mails, new Boolean[mails.size()], NewMail::transactional))
        .addArrayOfBoolean(Columns.of(mails, new Boolean[mails.size()], NewMail::ignoresCap));
  }

  private static Queued queued(Row row) {
    return new Queued(
        row.getLong("id"),
        row.getString("email_key"),
        row.getString("state"),
        row.getLong("run_id"),
        row.getString("step"));
  }

  private static String[] texts(List<NewMail> mails, Function<NewMail, @Nullable String> value) {
    return Columns.of(mails, new String[mails.size()], value);
  }

  private static Long[] longs(List<NewMail> mails, Function<NewMail, @Nullable Long> value) {
    return Columns.of(mails, new Long[mails.size()], value);
  }

  /** The mails of a step to these addresses. */
  static Future<List<Queued>> ofStep(
      SqlClient client, long workspaceId, long runId, String step, List<String> emailKeys) {
    return client
        .preparedQuery(OF_STEP)
        .execute(
            Tuple.of(workspaceId, runId, step).addArrayOfString(emailKeys.toArray(String[]::new)))
        .map(rows -> Rows.list(rows, MailMessages::queued));
  }

  /** The mails of a campaign to these addresses. */
  static Future<List<Queued>> ofCampaign(
      SqlClient client, long workspaceId, long campaignId, List<String> emailKeys) {
    return client
        .preparedQuery(OF_CAMPAIGN)
        .execute(
            Tuple.of(workspaceId, campaignId).addArrayOfString(emailKeys.toArray(String[]::new)))
        .map(rows -> Rows.list(rows, MailMessages::queued));
  }

  /** Cancels what of runs is not being sent. */
  static Future<Integer> cancelRuns(SqlClient client, long workspaceId, Collection<Long> runs) {
    return changed(
        client, CANCEL_RUNS, Tuple.of(workspaceId).addArrayOfLong(runs.toArray(Long[]::new)));
  }

  /**
   * Cancels some mails of a campaign that are not being sent.
   *
   * @param state {@code queued} or {@code deferred}
   * @param after an id: only those after it are looked at
   * @return the last id; 0 if there are no more
   */
  static Future<Long> cancelCampaign(
      SqlClient client, long workspaceId, long campaignId, String state, long after) {
    return client
        .preparedQuery(CANCEL_CAMPAIGN)
        .execute(Tuple.of(workspaceId, campaignId, state, after, BATCH))
        .map(rows -> rows.iterator().next().getLong("last"));
  }

  /**
   * Lets mails wait for as long as it takes until the rate of their domain allows them.
   *
   * @param waits one for each mail
   */
  public static Future<Integer> putOff(SqlClient client, List<Mail> mails, List<Duration> waits) {
    int count = mails.size();
    return changed(
        client,
        PUT_OFF,
        Tuple.tuple()
            .addArrayOfLong(Columns.of(mails, new Long[count], Mail::workspaceId))
            .addArrayOfLong(Columns.of(mails, new Long[count], Mail::id))
            .addArrayOfDouble(
                Columns.of(waits, new Double[count], wait -> wait.toMillis() / 1_000.0)));
  }

  /**
   * Fails some mails of a sender that wait and are at least this old; 0 if there are no more.
   *
   * @param reason {@code expired} or {@code sender_removed}
   */
  public static Future<Integer> failWaiting(
      SqlClient client, long senderId, String reason, int hours) {
    return changed(client, FAIL_WAITING, Tuple.of(senderId, reason, hours, BATCH));
  }

  /** Queues a mail again; 0 if it isn't in a state that allows it. */
  static Future<Integer> resend(SqlClient client, long workspaceId, long id) {
    return changed(client, RESEND, Tuple.of(workspaceId, id));
  }

  /**
   * Erases an address from some of its mails that are not being sent; those that wait are
   * cancelled.
   *
   * @param hash replaces what the address is compared by
   * @return the ids of the mails; empty if all others are being sent
   */
  public static Future<List<Long>> erase(
      SqlClient client, long workspaceId, String email, String hash) {
    return client
        .preparedQuery(ERASE)
        .execute(Tuple.of(workspaceId, email, hash, ERASED_AT_ONCE))
        .map(rows -> Rows.list(rows, row -> row.getLong("id")));
  }

  static Future<Integer> recentTests(SqlClient client, long workspaceId, int max) {
    return client
        .preparedQuery(LOCK_TESTS)
        .execute(Tuple.of(workspaceId))
        .compose(
            locked -> client.preparedQuery(RECENT_TESTS).execute(Tuple.of(workspaceId, (long) max)))
        .map(rows -> rows.iterator().next().getInteger("tests"));
  }

  /** When the newest mail was queued. */
  static Future<Optional<Instant>> newest(SqlClient client) {
    return client
        .query(NEWEST)
        .execute()
        .map(rows -> Rows.first(rows, row -> row.getOffsetDateTime("created_at").toInstant()));
  }

  /**
   * Deletes some mails that are done and older than this.
   *
   * @param after an id: only those after it are looked at
   * @return the last id that was looked at; 0 if the others are not so old
   */
  static Future<Long> deleteOld(SqlClient client, long after, int days) {
    return client
        .preparedQuery(DELETE_OLD)
        .execute(Tuple.of(after, days, BATCH))
        .map(rows -> rows.iterator().next().getLong("last"));
  }

  private static Future<Integer> changed(SqlClient client, String sql, Tuple parameters) {
    return client.preparedQuery(sql).execute(parameters).map(rows -> rows.rowCount());
  }
}
