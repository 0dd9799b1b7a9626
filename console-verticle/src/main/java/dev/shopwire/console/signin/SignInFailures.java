package dev.shopwire.console.signin;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The table of failed attempts to sign in. An attempt is a failure from its start, and is removed
 * if it turns out right, so that many attempts at once are counted as well. Methods run on the
 * caller's event loop.
 */
final class SignInFailures {
  // Until the end of the transaction, so that concurrent attempts see each other's rows. Everyone
  // locks the e-mail before the address, so they can't deadlock.
  private static final String LOCK =
      "select pg_advisory_xact_lock($1::int, hashtext(encode($2::bytea, 'hex')))";
  private static final String LOCK_ADDRESS =
      "select pg_advisory_xact_lock($1::int, hashtext($2::text))";

  // Of each limit the failure that must expire before another attempt. Those of known browsers are
  // counted apart.
  private static final String LIMITING =
      """
      select greatest(
        (select at + interval '15 minutes' from console_sign_in_failures
         where email = $1 and at > now() - interval '15 minutes' and address = $2 and device is null
         order by at desc offset 9 limit 1),
        (select at + interval '15 minutes' from console_sign_in_failures
         where address = $2 and at > now() - interval '15 minutes' and device is null
         order by at desc offset 99 limit 1),
        (select at + interval '1 hour' from console_sign_in_failures
         where email = $1 and at > now() - interval '1 hour' and device is null
         order by at desc offset 99 limit 1)) as until, now() as now
      """;
  private static final String LIMITING_DEVICE =
      """
      select (
        select at + interval '15 minutes' from console_sign_in_failures
        where device = $1 and at > now() - interval '15 minutes'
        order by at desc offset 9 limit 1) as until, now() as now
      """;
  private static final String INSERT =
      """
      insert into console_sign_in_failures (email, address, device, at)
      values ($1, $2, $3, clock_timestamp())
      returning id
      """;
  private static final String DELETE = "delete from console_sign_in_failures where id = $1";
  private static final String DELETE_OLD =
      "delete from console_sign_in_failures where at < now() - interval '2 hours'";

  private static final int EMAILS = 0x5e01;
  private static final int ADDRESSES = 0x5e02;
  private static final int DEVICES = 0x5e03;

  private SignInFailures() {}

  /** How long attempts for this e-mail from this network must wait; empty if not at all. */
  static Future<Optional<Duration>> wait(SqlConnection connection, Buffer email, String network) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(EMAILS, email))
        .compose(
            locked -> connection.preparedQuery(LOCK_ADDRESS).execute(Tuple.of(ADDRESSES, network)))
        .compose(locked -> connection.preparedQuery(LIMITING).execute(Tuple.of(email, network)))
        .map(SignInFailures::wait);
  }

  /** How long attempts from a known browser must wait; empty if not at all. */
  static Future<Optional<Duration>> wait(SqlConnection connection, Buffer device) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(DEVICES, device))
        .compose(locked -> connection.preparedQuery(LIMITING_DEVICE).execute(Tuple.of(device)))
        .map(SignInFailures::wait);
  }

  private static Optional<Duration> wait(Iterable<Row> rows) {
    Row row = Rows.first(rows, each -> each).orElseThrow();
    OffsetDateTime until = row.getOffsetDateTime("until");
    return until == null
        ? Optional.empty()
        : Optional.of(Duration.between(row.getOffsetDateTime("now"), until));
  }

  /**
   * @param device the hash of a known browser; null for others
   */
  static Future<Long> insert(
      SqlConnection connection, Buffer email, String network, @Nullable Buffer device) {
    return connection
        .preparedQuery(INSERT)
        .execute(Tuple.of(email, network).addBuffer(device))
        .map(rows -> rows.iterator().next().getLong("id"));
  }

  static Future<Void> delete(SqlClient client, long id) {
    return client.preparedQuery(DELETE).execute(Tuple.of(id)).mapEmpty();
  }

  static Future<Void> deleteOld(SqlClient client) {
    return client.preparedQuery(DELETE_OLD).execute().mapEmpty();
  }
}
