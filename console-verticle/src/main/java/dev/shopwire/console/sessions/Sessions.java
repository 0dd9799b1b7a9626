package dev.shopwire.console.sessions;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The table of sessions. Methods run on the caller's event loop. */
public final class Sessions {
  private static final String INSERT =
      """
      with signed_in as (update console_users set last_sign_in_at = now() where id = $2)
      insert into console_sessions (token_hash, user_id, address, user_agent, expires_at)
      values ($1, $2, $3, $4, now() + make_interval(secs => $5))
      returning id, expires_at
      """;
  private static final String END_BY_HASH = "delete from console_sessions where token_hash = $1";
  private static final String END =
      "delete from console_sessions where id = $1 and user_id = $2 returning id";
  private static final String END_OTHERS =
      "delete from console_sessions where user_id = $1 and id <> $2";

  private static final String LIST =
      """
      select id, address, user_agent, created_at, last_used_at
      from console_sessions
      where user_id = $1 and id > $2 and expires_at > now()
        and last_used_at > now() - make_interval(secs => $3)
      order by id
      limit $4
      """;

  // API tokens too, so that one statement serves all requests of a second.
  private static final String RECORD_USE =
      """
      with tokens as (
        update console_api_tokens set last_used_at = now()
        where id = any($2) and (last_used_at is null or last_used_at < now() - interval '55 seconds'))
      update console_sessions set last_used_at = now() where id = any($1)
      """;
  private static final String DELETE_EXPIRED =
      """
      delete from console_sessions
      where expires_at < now() or last_used_at < now() - make_interval(secs => $1)
      """;
  private static final String COUNT =
      "select count(*) as sessions from console_sessions where expires_at > now()";

  private Sessions() {}

  /** A new session. */
  public record Opened(long id, OffsetDateTime expiresAt) {}

  /** A session as its user sees it. */
  public record Listed(
      long id,
      String address,
      String userAgent,
      OffsetDateTime createdAt,
      OffsetDateTime lastUsedAt) {}

  /** Also records that the user signed in. */
  static Future<Opened> insert(
      SqlConnection connection, Buffer hash, long userId, ClientInfo client, SessionTimes times) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(
                hash,
                userId,
                client.address(),
                client.userAgent(),
                (double) times.total().toSeconds()))
        .map(rows -> rows.iterator().next())
        .map(row -> new Opened(row.getLong("id"), row.getOffsetDateTime("expires_at")));
  }

  /** Ends the session of a cookie, if there is one. */
  static Future<Void> endByHash(SqlConnection connection, Buffer hash) {
    return connection.preparedQuery(END_BY_HASH).execute(Tuple.of(hash)).mapEmpty();
  }

  /** Ends a session of {@code userId}; false if there is none with this id. */
  public static Future<Boolean> end(SqlConnection connection, long id, long userId) {
    return connection.preparedQuery(END).execute(Tuple.of(id, userId)).map(rows -> rows.size() > 0);
  }

  /** Ends all sessions of {@code userId} but {@code kept}; returns how many. */
  public static Future<Integer> endOthers(SqlConnection connection, long userId, long kept) {
    return connection
        .preparedQuery(END_OTHERS)
        .execute(Tuple.of(userId, kept))
        .map(rows -> rows.rowCount());
  }

  /** Ends all sessions of {@code userId}; returns how many. */
  public static Future<Integer> endAll(SqlConnection connection, long userId) {
    return endOthers(connection, userId, 0);
  }

  /** Ordered by id, after the id {@code after}. */
  public static Future<List<Listed>> list(
      SqlClient client, long userId, SessionTimes times, long after, int limit) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(userId, after, (double) times.idle().toSeconds(), limit))
        .map(rows -> Rows.list(rows, Sessions::read));
  }

  /** The same as a complete list. */
  public static ExportSource.Rows export(
      long userId, SessionTimes times, Function<Listed, Map<String, @Nullable Object>> json) {
    return ExportSource.Rows.of(
        LIST,
        Tuple.of(userId, 0L, (double) times.idle().toSeconds(), Integer.MAX_VALUE),
        row -> json.apply(read(row)));
  }

  private static Listed read(Row row) {
    return new Listed(
        row.getLong("id"),
        row.getString("address"),
        row.getString("user_agent"),
        row.getOffsetDateTime("created_at"),
        row.getOffsetDateTime("last_used_at"));
  }

  /** Sets when sessions and API tokens were last used to now. */
  public static Future<Void> recordUse(
      SqlClient client, Collection<Long> sessions, Collection<Long> tokens) {
    return client
        .preparedQuery(RECORD_USE)
        .execute(
            Tuple.tuple()
                .addArrayOfLong(sessions.toArray(Long[]::new))
                .addArrayOfLong(tokens.toArray(Long[]::new)))
        .mapEmpty();
  }

  public static Future<Void> deleteExpired(SqlClient client, SessionTimes times) {
    return client
        .preparedQuery(DELETE_EXPIRED)
        .execute(Tuple.of((double) times.idle().toSeconds()))
        .mapEmpty();
  }

  public static Future<Long> count(SqlClient client) {
    return client
        .preparedQuery(COUNT)
        .execute()
        .map(rows -> Optional.ofNullable(rows.iterator().next().getLong("sessions")).orElse(0L));
  }
}
