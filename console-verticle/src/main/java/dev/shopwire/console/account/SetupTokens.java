package dev.shopwire.console.account;

import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.SetupToken;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;

/**
 * The table of setup tokens, with one of which the first user is created. Methods run on the
 * caller's event loop.
 */
public final class SetupTokens {
  private static final String INSERT =
      """
      insert into console_setup_tokens (token_hash, expires_at)
      select $1::bytea, now() + make_interval(secs => $2) where not exists (select from console_users)
      """;
  private static final String IS_VALID =
      """
      select exists (
        select from console_setup_tokens where token_hash = $1 and expires_at > now()) as valid
      """;
  private static final String LOCK = "select pg_advisory_xact_lock(hashtext('shopwire setup'), 0)";
  private static final String END_ALL = "delete from console_setup_tokens";
  private static final String DELETE_EXPIRED =
      "delete from console_setup_tokens where expires_at < now()";

  private SetupTokens() {}

  /** Makes {@code token} valid for a day; false if there is a user already. */
  public static Future<Boolean> add(SqlClient client, String token) {
    return client
        .preparedQuery(INSERT)
        .execute(Tuple.of(hash(token), (double) SetupToken.LIFETIME.toSeconds()))
        .map(rows -> rows.rowCount() > 0);
  }

  static Future<Boolean> isValid(SqlClient client, String token) {
    return client
        .preparedQuery(IS_VALID)
        .execute(Tuple.of(hash(token)))
        .map(rows -> rows.iterator().next().getBoolean("valid"));
  }

  /** Makes other callers wait until the transaction of {@code connection} has ended. */
  static Future<Void> lock(SqlConnection connection) {
    return connection.preparedQuery(LOCK).execute().mapEmpty();
  }

  static Future<Void> endAll(SqlConnection connection) {
    return connection.preparedQuery(END_ALL).execute().mapEmpty();
  }

  public static Future<Void> deleteExpired(SqlClient client) {
    return client.preparedQuery(DELETE_EXPIRED).execute().mapEmpty();
  }

  private static Buffer hash(String token) {
    return Buffer.buffer(ApiKey.hash(token));
  }
}
