package dev.shopwire.automation.sending;

import dev.shopwire.automation.mail.smtp.Reply;
import dev.shopwire.automation.suppressions.AddressHashes;
import dev.shopwire.automation.suppressions.HashKeys;
import dev.shopwire.automation.suppressions.Suppressions;
import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tables of tries and of sources, and with them the states of mails that are being sent.
 * Methods run on the caller's event loop.
 */
final class SendingLog {
  private static final String IS_EXPIRED =
      "r.state = 'deferred' and m.failing_since < r.at - make_interval(hours => $4)";

  /** Nothing of its content is stored any more. */
  private static final String IS_ERASED =
      "starts_with(%s.email_key, '" + AddressHashes.PREFIX + "')";

  private static final String MAY_BEGIN =
      """
      m.state in ('queued', 'deferred')
        and not exists (select from mail_holds h where h.workspace_id = m.workspace_id
          and h.bulk = m.bulk and h.group_id = m.group_id)
      """;

  private static final String MARK_REASON = Suppressions.reason("m.email_key", "k.email_hash");

  // The lock on the lane's row makes a process that takes it over wait for this statement, so that
  // it sees all marks. A result of a mark is recorded even if the lane is lost: the mail has been
  // sent or not, and no other process sends it.
  private static final String COMMIT =
      """
      with lane as materialized (
        select epoch from mail_lanes
        where sender_id = $1 and owner = $2 and epoch = $3 and until > clock_timestamp() for share
      ), result as (
        select * from unnest($5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::text[],
          $10::float8[], $11::timestamptz[], $12::boolean[], $13::integer[], $14::text[],
          $15::text[], $16::text[], $17::boolean[], $18::text[], $19::bytea[])
        as r (workspace_id, id, state, reason, detail, delay, at, marked, code, enhanced_code,
          reply, outcome, suppresses, subject, source)
      ), mark as (
        select * from unnest($20::bigint[], $21::bigint[], $22::text[], $23::bytea[], $24::text[])
        as k (workspace_id, id, subject, source, email_hash)
        where $25 or not exists (select from mail_hash_key)
      ), recorded as (
        update mail_messages m set
          state = case when %1$s then 'failed' else r.state end,
          reason = case when %1$s then 'expired' else r.reason end,
          detail = case when not %6$s then r.detail end,
          next_attempt_at = case when not coalesce(%1$s, false) and r.state in ('queued', 'deferred')
            then clock_timestamp() + make_interval(secs => r.delay) end,
          failing_since = case when r.delay > 0 then coalesce(m.failing_since, r.at)
            else m.failing_since end,
          sent_at = case when r.state = 'sent' then r.at else m.sent_at end,
          tries = m.tries + (r.outcome is not null)::integer,
          subject = case when not %6$s then coalesce(r.subject, m.subject) end
        from result r
        where m.workspace_id = r.workspace_id and m.id = r.id and case when r.marked
          then m.epoch = $3
            and (m.state = 'sending' or (m.state = 'unknown' and m.reason = 'process_lost'))
          else m.state in ('queued', 'deferred') and exists (select from lane) end
        returning m.workspace_id, m.id, m.email_key, m.state
      ), tried as (
        insert into mail_attempts
          (workspace_id, message_id, at, code, enhanced_code, reply, outcome)
        select r.workspace_id, r.id, r.at, r.code, r.enhanced_code,
          case when not %7$s then r.reply end, r.outcome
        from recorded c join result r using (workspace_id, id) where r.outcome is not null
      ), refused as (
        insert into mail_suppressions (workspace_id, email, topic_id, reason, message_id)
        select distinct on (c.workspace_id, c.email_key)
          c.workspace_id, c.email_key, 0, 'hard_bounce', c.id
        from recorded c join result r using (workspace_id, id) where r.suppresses
        order by c.workspace_id, c.email_key
        %5$s
      ), granted as (
        %4$s
      ), marked as (
        update mail_messages m set
          state = case when %3$s is null then 'sending' else 'suppressed' end,
          reason = %3$s, detail = null, next_attempt_at = null, epoch = $3, subject = k.subject
        from mark k cross join lane
        where m.workspace_id = k.workspace_id and m.id = k.id and %2$s
        returning m.workspace_id, m.id, m.state, k.source
      ), kept as (
        insert into mail_sources (workspace_id, message_id, source)
        select workspace_id, id, source from marked where state = 'sending'
        union all
        select r.workspace_id, r.id, r.source
        from recorded c join result r using (workspace_id, id) where r.source is not null
        on conflict (workspace_id, message_id) do update set source = excluded.source
      )
      select id, state from marked union all select id, state from recorded
      union all select 0, '' where not $25 and exists (select from mail_hash_key)
      """
          .formatted(
              "(" + IS_EXPIRED + ")",
              MAY_BEGIN,
              "coalesce(%s, %s)".formatted(MARK_REASON, FrequencyWindows.REASON),
              FrequencyWindows.grant(
                  "mark k cross join lane join mail_messages m using (workspace_id, id)",
                  MAY_BEGIN + " and " + MARK_REASON + " is null"),
              Suppressions.ON_CONFLICT,
              IS_ERASED.formatted("m"),
              IS_ERASED.formatted("c"));

  private static final String LOST =
      """
      with lost as (
        update mail_messages set state = 'unknown', reason = 'process_lost'
        where sender_id = $1 and state = 'sending' and epoch < $2
        returning workspace_id, id
      ), tried as (
        insert into mail_attempts (workspace_id, message_id, outcome)
        select workspace_id, id, 'unknown' from lost
      )
      select count(*) as mails from lost
      """;

  private static final String DELETE_SOURCES =
      "delete from mail_sources where workspace_id = $1 and message_id = any ($2)";
  private static final String ERASE_REPLIES =
      """
      update mail_attempts set reply = null
      where workspace_id = $1 and message_id = any ($2) and reply is not null
      """;

  private final SqlClient client;
  private final HashKeys hashKeys;
  private final int expireHours;

  /**
   * @param hashKeys what erased addresses are suppressed under
   */
  SendingLog(SqlClient client, HashKeys hashKeys, int expireHours) {
    this.client = client;
    this.hashKeys = hashKeys;
    this.expireHours = expireHours;
  }

  /** The state that a mail has got. */
  record Stored(long id, String state) {}

  /** Nothing was marked, since the hashes of erased addresses were not known yet. */
  private static final Stored NEEDS_HASHES = new Stored(0, "");

  /**
   * Records results, and marks mails as {@code sending} unless they are suppressed, held, cancelled
   * or more than the frequency cap allows. A mail that isn't returned has stayed as it was.
   */
  Future<List<Stored>> commit(
      long senderId, UUID owner, long epoch, List<Result> results, List<Mark> marks) {
    Tuple parameters = Tuple.of(senderId, owner, epoch, expireHours);
    addResults(parameters, results);
    Optional<AddressHashes> hashes = hashKeys.found();
    addMarks(parameters, marks, hashes);
    parameters.addBoolean(hashes.isPresent());
    return client
        .preparedQuery(COMMIT)
        .execute(parameters)
        .map(rows -> Rows.list(rows, row -> new Stored(row.getLong("id"), row.getString("state"))))
        .compose(
            stored ->
                stored.contains(NEEDS_HASHES)
                    ? hashKeys.find(client).map(found -> without(stored, NEEDS_HASHES))
                    : Future.succeededFuture(stored));
  }

  private static List<Stored> without(List<Stored> all, Stored one) {
    return all.stream().filter(each -> !each.equals(one)).toList();
  }

  private static void addResults(Tuple to, List<Result> results) {
    int count = results.size();
    to.addArrayOfLong(Columns.of(results, new Long[count], r -> r.mail().workspaceId()))
        .addArrayOfLong(Columns.of(results, new Long[count], r -> r.mail().id()))
        .addArrayOfString(texts(results, Result::state))
        .addArrayOfString(texts(results, r -> r.reason().orElse(null)))
        .addArrayOfString(texts(results, r -> r.detail().orElse(null)))
        .addArrayOfDouble(
            Columns.of(results, new Double[count], r -> r.delay().toMillis() / 1_000.0))
        .addArrayOfOffsetDateTime(
            Columns.of(results, new OffsetDateTime[count], r -> r.at().atOffset(ZoneOffset.UTC)))
        .addArrayOfBoolean(Columns.of(results, new Boolean[count], Result::wasMarked))
        .addArrayOfInteger(
            Columns.of(results, new Integer[count], r -> r.reply().map(Reply::code).orElse(null)))
        .addArrayOfString(texts(results, r -> r.reply().flatMap(Reply::enhancedCode).orElse(null)))
        .addArrayOfString(texts(results, r -> r.reply().map(Reply::text).orElse(null)))
        .addArrayOfString(texts(results, r -> r.outcome().orElse(null)))
        .addArrayOfBoolean(Columns.of(results, new Boolean[count], Result::suppresses))
        .addArrayOfString(texts(results, r -> r.subject().orElse(null)))
        .addArrayOfBuffer(Columns.of(results, new Buffer[count], Result::source));
  }

  private static void addMarks(Tuple to, List<Mark> marks, Optional<AddressHashes> hashes) {
    int count = marks.size();
    to.addArrayOfLong(Columns.of(marks, new Long[count], mark -> mark.mail().workspaceId()))
        .addArrayOfLong(Columns.of(marks, new Long[count], mark -> mark.mail().id()))
        .addArrayOfString(texts(marks, Mark::subject))
        .addArrayOfBuffer(Columns.of(marks, new Buffer[count], Mark::source))
        .addArrayOfString(
            texts(
                marks,
                mark ->
                    hashes
                        .map(all -> all.of(mark.mail().workspaceId(), mark.mail().emailKey()))
                        .orElse(null)));
  }

  /** Deletes the sources of mails, and what servers said about them. */
  static Future<Void> erase(SqlClient client, long workspaceId, List<Long> ids) {
    Tuple mails = Tuple.of(workspaceId).addArrayOfLong(ids.toArray(Long[]::new));
    return client
        .preparedQuery(DELETE_SOURCES)
        .execute(mails)
        .compose(deleted -> client.preparedQuery(ERASE_REPLIES).execute(mails))
        .mapEmpty();
  }

  private static <T> String[] texts(List<T> rows, Function<T, @Nullable String> value) {
    return Columns.of(rows, new String[rows.size()], value);
  }

  /** Makes the mails that earlier owners of the lane were sending {@code unknown}. */
  Future<Long> markLost(long senderId, long epoch) {
    return client
        .preparedQuery(LOST)
        .execute(Tuple.of(senderId, epoch))
        .map(rows -> rows.iterator().next().getLong("mails"));
  }
}
