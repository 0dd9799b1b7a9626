package dev.shopwire.console.sessions;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * The table of browsers that users have signed in with. A known browser has its own limit of failed
 * sign-ins, so that others can't lock the user out of it. Methods run on the caller's event loop.
 */
public final class Devices {
  /** How long a browser is known after a sign-in. */
  static final int DAYS = 180;

  private static final String EXTEND =
      """
      update console_devices set expires_at = now() + make_interval(days => $3)
      where user_id = $1 and token_hash = any($2) and expires_at > now()
      returning token_hash
      """;
  private static final String INSERT =
      """
      insert into console_devices (token_hash, user_id, expires_at)
      values ($1, $2, now() + make_interval(days => $3))
      """;
  private static final String FIND =
      """
      select d.token_hash
      from console_users u join console_devices d on d.user_id = u.id
      where lower(u.email) = lower($1) and d.token_hash = any($2) and d.expires_at > now()
      limit 1
      """;
  private static final String END_ALL = "delete from console_devices where user_id = $1";
  private static final String DELETE_EXPIRED =
      "delete from console_devices where expires_at < now()";

  private Devices() {}

  /** Whether one of these browsers is known for the user; extends how long it is. */
  static Future<Boolean> extend(SqlConnection connection, long userId, List<CookieSecret> devices) {
    return devices.isEmpty()
        ? Future.succeededFuture(false)
        : connection
            .preparedQuery(EXTEND)
            .execute(Tuple.of(userId).addArrayOfBuffer(hashes(devices)).addInteger(DAYS))
            .map(rows -> rows.size() > 0);
  }

  static Future<Void> insert(SqlConnection connection, long userId, CookieSecret device) {
    return connection
        .preparedQuery(INSERT)
        .execute(Tuple.of(device.hash(), userId, DAYS))
        .mapEmpty();
  }

  /** The hash by which the browser is known for the user with this e-mail; empty if it isn't. */
  public static Future<Optional<Buffer>> find(
      SqlConnection connection, String email, List<CookieSecret> devices) {
    return devices.isEmpty()
        ? Future.succeededFuture(Optional.empty())
        : connection
            .preparedQuery(FIND)
            .execute(Tuple.of(email).addArrayOfBuffer(hashes(devices)))
            .map(rows -> Rows.first(rows, row -> row.getBuffer("token_hash")));
  }

  /** Ends all of a user, as a new password does. */
  public static Future<Void> endAll(SqlConnection connection, long userId) {
    return connection.preparedQuery(END_ALL).execute(Tuple.of(userId)).mapEmpty();
  }

  public static Future<Void> deleteExpired(SqlClient client) {
    return client.preparedQuery(DELETE_EXPIRED).execute().mapEmpty();
  }

  private static Buffer[] hashes(List<CookieSecret> devices) {
    return devices.stream().map(CookieSecret::hash).toArray(Buffer[]::new);
  }
}
