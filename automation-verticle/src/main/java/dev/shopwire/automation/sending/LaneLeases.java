package dev.shopwire.automation.sending;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The table of lanes: which process sends for a sender, and until when a sender is paused because
 * its server can't be used. All times are PostgreSQL's. Not thread-safe; use from one event loop.
 */
final class LaneLeases {
  private static final String ADD =
      "insert into mail_lanes (sender_id) values ($1) on conflict (sender_id) do nothing";
  private static final String ACQUIRE =
      """
      update mail_lanes
      set owner = $1, epoch = epoch + 1, until = clock_timestamp() + make_interval(secs => $2)
      where sender_id in (
        select l.sender_id from mail_lanes l
        where (l.owner is null or l.until <= clock_timestamp()) and l.sender_id <> all($3)
          and ((l.paused_until <= clock_timestamp() and exists (
              select from mail_messages m where m.sender_id = l.sender_id
                and m.state in ('queued', 'deferred') and m.next_attempt_at <= clock_timestamp()))
            or exists (select from mail_messages m
              where m.sender_id = l.sender_id and m.state = 'sending'))
        limit $4 for update skip locked)
      returning sender_id, epoch, failures, paused_until > clock_timestamp() as is_paused,
        failing_since <= clock_timestamp() - make_interval(hours => $5) as is_expired
      """;
  private static final String RENEW =
      """
      update mail_lanes l set until = clock_timestamp() + make_interval(secs => $2)
      from unnest($3::bigint[], $4::bigint[]) as held (sender_id, epoch)
      where l.sender_id = held.sender_id and l.owner = $1 and l.epoch = held.epoch
      returning l.sender_id
      """;
  private static final String RELEASE =
      """
      update mail_lanes set owner = null, until = '-infinity'
      where sender_id = $1 and owner = $2 and epoch = $3
      """;
  private static final String PAUSE =
      """
      update mail_lanes
      set failures = $4, paused_until = clock_timestamp() + make_interval(secs => $5),
        failing_since = coalesce(failing_since, clock_timestamp()), last_reply = $6
      where sender_id = $1 and owner = $2 and epoch = $3
      """;
  private static final String RESUME =
      """
      update mail_lanes
      set failures = 0, paused_until = '-infinity', failing_since = null, last_reply = null
      where sender_id = $1 and owner = $2 and epoch = $3
      """;

  private static final String FORGET_REPLIES =
      """
      update mail_lanes set last_reply = null
      where position($2 in lower(last_reply)) > 0
        and (sender_id <= 0 or exists (
          select from mail_senders s where s.workspace_id = $1 and s.id = mail_lanes.sender_id))
      """;

  private final SqlClient client;
  private final UUID owner;
  private final double leaseSeconds;

  LaneLeases(SqlClient client, UUID owner, Duration lease) {
    this.client = client;
    this.owner = owner;
    this.leaseSeconds = lease.toMillis() / 1_000.0;
  }

  /**
   * A lane that a process holds.
   *
   * @param epoch proves it to PostgreSQL
   * @param failures how often in a row the server could not be used
   * @param isPaused whether the sender is still paused
   * @param isExpired whether that has been so for as long as mails are tried
   */
  record Lease(long senderId, long epoch, int failures, boolean isPaused, boolean isExpired) {
    private static Lease read(Row row) {
      return new Lease(
          row.getLong("sender_id"),
          row.getLong("epoch"),
          row.getInteger("failures"),
          row.getBoolean("is_paused"),
          Boolean.TRUE.equals(row.getBoolean("is_expired")));
    }
  }

  /** Adds the lane of a sender, if there is none. */
  static Future<Void> add(SqlClient client, long senderId) {
    return client.preparedQuery(ADD).execute(Tuple.of(senderId)).mapEmpty();
  }

  /**
   * Forgets what the servers of a workspace's senders said that contains an address; returns how
   * many did.
   */
  static Future<Integer> forgetReplies(SqlClient client, long workspaceId, String email) {
    return client
        .preparedQuery(FORGET_REPLIES)
        .execute(Tuple.of(workspaceId, email))
        .map(rows -> rows.rowCount());
  }

  UUID owner() {
    return owner;
  }

  /**
   * Takes some lanes that no process holds and that have something to do: mails to send, or mails
   * that an earlier owner was sending, even if the sender is paused.
   */
  Future<List<Lease>> acquire(Collection<Long> without, int limit, int expireHours) {
    return client
        .preparedQuery(ACQUIRE)
        .execute(
            Tuple.of(owner, leaseSeconds)
                .addArrayOfLong(without.toArray(Long[]::new))
                .addInteger(limit)
                .addInteger(expireHours))
        .map(rows -> Rows.list(rows, Lease::read));
  }

  /** Renews leases; returns the senders of those that are still held. */
  Future<Set<Long>> renew(List<Lease> held) {
    return client
        .preparedQuery(RENEW)
        .execute(
            Tuple.of(owner, leaseSeconds)
                .addArrayOfLong(Columns.of(held, new Long[held.size()], Lease::senderId))
                .addArrayOfLong(Columns.of(held, new Long[held.size()], Lease::epoch)))
        .map(
            rows ->
                Rows.list(rows, row -> row.getLong("sender_id")).stream()
                    .collect(Collectors.toSet()));
  }

  /** Lets other processes take the lane at once. */
  Future<Void> release(Lease lease) {
    return run(RELEASE, of(lease));
  }

  /** Sends no mails of the sender for a while. */
  Future<Void> pause(Lease lease, int failures, Duration pause, String reply) {
    return run(
        PAUSE,
        of(lease).addInteger(failures).addDouble(pause.toMillis() / 1_000.0).addString(reply));
  }

  /** The server works again. */
  Future<Void> resume(Lease lease) {
    return run(RESUME, of(lease));
  }

  private Tuple of(Lease lease) {
    return Tuple.of(lease.senderId(), owner, lease.epoch());
  }

  private Future<Void> run(String sql, Tuple parameters) {
    return client.preparedQuery(sql).execute(parameters).mapEmpty();
  }
}
