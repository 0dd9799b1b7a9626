package dev.shopwire.automation.reports;

import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The table of mailboxes: which process reads one, and when it is read again. All times are
 * PostgreSQL's. A process whose lease is over may still read; what two of them read counts once.
 * Methods run on the caller's event loop.
 */
final class MailboxTable {
  private static final String REGISTER =
      """
      with gone as (
        delete from mail_mailboxes b where not exists (
          select from mail_senders s where s.id = b.sender_id and s.imap_host is not null)
      )
      insert into mail_mailboxes (sender_id)
      select s.id from mail_senders s where s.imap_host is not null
        and not exists (select from mail_mailboxes b where b.sender_id = s.id)
      on conflict (sender_id) do nothing
      """;
  private static final String ACQUIRE =
      """
      update mail_mailboxes b set owner = $1, until = clock_timestamp() + make_interval(secs => $2)
      from mail_senders s
      where s.id = b.sender_id and s.imap_host is not null and b.sender_id in (
        select sender_id from mail_mailboxes
        where next_at <= clock_timestamp() and (owner is null or until <= clock_timestamp())
        order by next_at limit $3 for update skip locked)
      returning s.workspace_id, b.sender_id, b.failures
      """;
  private static final String RELEASE =
      """
      update mail_mailboxes set owner = null, until = '-infinity',
        next_at = clock_timestamp() + make_interval(secs => $3), failures = $4,
        read_at = case when $5::text is null then clock_timestamp() else read_at end, problem = $5
      where sender_id = $1 and owner = $2
      """;
  private static final String FIND =
      "select read_at, problem from mail_mailboxes where sender_id = $1";
  private static final String FAILING =
      "select count(*) as mailboxes from mail_mailboxes where problem is not null";

  private MailboxTable() {}

  /**
   * A mailbox that this process may read.
   *
   * @param failures in a row
   */
  record Lease(long workspaceId, long senderId, int failures) {
    private static Lease read(Row row) {
      return new Lease(
          row.getLong("workspace_id"), row.getLong("sender_id"), row.getInteger("failures"));
    }
  }

  /** Adds what senders have been given, and removes what they have lost. */
  static Future<Void> register(SqlClient client) {
    return client.query(REGISTER).execute().mapEmpty();
  }

  /** Takes some mailboxes that are to be read. */
  static Future<List<Lease>> acquire(SqlClient client, UUID owner, Duration lease, int limit) {
    return client
        .preparedQuery(ACQUIRE)
        .execute(Tuple.of(owner, seconds(lease), limit))
        .map(rows -> Rows.list(rows, Lease::read));
  }

  /**
   * Lets a mailbox be read again after a while.
   *
   * @param problem empty if it could be read
   */
  static Future<Void> release(
      SqlClient client, Lease lease, UUID owner, Duration pause, Optional<String> problem) {
    return client
        .preparedQuery(RELEASE)
        .execute(
            Tuple.of(
                lease.senderId(),
                owner,
                seconds(pause),
                problem.isPresent() ? Math.min(lease.failures() + 1, 1_000) : 0,
                problem.orElse(null)))
        .mapEmpty();
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1_000.0;
  }

  /** How many mailboxes could not be read at last. */
  static Future<Long> failing(SqlClient client) {
    return client.query(FAILING).execute().map(rows -> rows.iterator().next().getLong("mailboxes"));
  }

  /** What the console shows of a sender's mailbox; empty if it has none, or was not read yet. */
  static Future<Optional<Map<String, @Nullable Object>>> read(SqlClient client, long senderId) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(senderId))
        .map(rows -> Rows.first(rows, MailboxTable::json));
  }

  private static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    OffsetDateTime readAt = row.getOffsetDateTime("read_at");
    json.put("readAt", readAt == null ? null : Times.format(readAt));
    json.put("problem", row.getString("problem"));
    return json;
  }
}
