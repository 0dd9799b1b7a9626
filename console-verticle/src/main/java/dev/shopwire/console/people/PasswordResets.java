package dev.shopwire.console.people;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/** The table of links to choose a new password. Methods run on the caller's event loop. */
public final class PasswordResets {
  private static final String DELETE_OF = "delete from console_password_resets where user_id = $1";
  private static final String INSERT =
      """
      insert into console_password_resets (token_hash, user_id, expires_at)
      values ($1, $2, now() + interval '24 hours')
      """;
  private static final String FIND =
      "select user_id from console_password_resets where token_hash = $1 and expires_at > now()";
  private static final String TAKE =
      """
      delete from console_password_resets where token_hash = $1 and expires_at > now()
      returning user_id
      """;
  private static final String DELETE_EXPIRED =
      "delete from console_password_resets where expires_at <= now()";

  private PasswordResets() {}

  /**
   * Replaces earlier links of the user.
   *
   * @param tokenHash SHA-256 of the token in the link
   */
  public static Future<Void> insert(SqlClient connection, long userId, byte[] tokenHash) {
    return deleteOf(connection, userId)
        .compose(
            deleted ->
                connection
                    .preparedQuery(INSERT)
                    .execute(Tuple.of(Buffer.buffer(tokenHash), userId)))
        .mapEmpty();
  }

  /** The id of the user whose link has this token. */
  public static Future<Optional<Long>> find(SqlClient client, byte[] tokenHash) {
    return user(client, FIND, tokenHash);
  }

  /** Deletes the link and returns its user's id, to one of all concurrent callers. */
  public static Future<Optional<Long>> take(SqlClient connection, byte[] tokenHash) {
    return user(connection, TAKE, tokenHash);
  }

  /** To be called when the user's password changes by other means. */
  public static Future<Void> deleteOf(SqlClient connection, long userId) {
    return connection.preparedQuery(DELETE_OF).execute(Tuple.of(userId)).mapEmpty();
  }

  /** Returns how many there were. */
  public static Future<Integer> deleteExpired(SqlClient client) {
    return client.preparedQuery(DELETE_EXPIRED).execute().map(deleted -> deleted.rowCount());
  }

  private static Future<Optional<Long>> user(SqlClient client, String sql, byte[] tokenHash) {
    return client
        .preparedQuery(sql)
        .execute(Tuple.of(Buffer.buffer(tokenHash)))
        .map(rows -> Rows.first(rows, row -> row.getLong("user_id")));
  }
}
