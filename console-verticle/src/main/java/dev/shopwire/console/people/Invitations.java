package dev.shopwire.console.people;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The table of invitations. Expired rows count as if they were deleted. Methods run on the caller's
 * event loop.
 */
public final class Invitations {
  /** The maximum number of open invitations of a workspace. */
  public static final int MAX = 1_000;

  private static final String COLUMNS = "id, workspace_id, email, role, expires_at";
  private static final String INSERT =
      """
      insert into console_invitations (workspace_id, email, role, token_hash, expires_at)
      select $1, $2, $3, $4, now() + interval '7 days'
      where (select count(*) from console_invitations where workspace_id = $1) < $5
      returning %s
      """
          .formatted(COLUMNS);
  private static final String DELETE_EXPIRED_OF =
      "delete from console_invitations where workspace_id = $1 and expires_at <= now()";
  private static final String DELETE_EXPIRED =
      "delete from console_invitations where expires_at <= now()";
  private static final String LIST =
      """
      select %s from console_invitations
      where workspace_id = $1 and expires_at > now() and id > $2 order by id limit $3
      """
          .formatted(COLUMNS);
  private static final String FIND_BY_TOKEN =
      """
      select %s from console_invitations where token_hash = $1 and expires_at > now()
      """
          .formatted(COLUMNS);
  private static final String TAKE =
      """
      delete from console_invitations where token_hash = $1 and expires_at > now() returning %s
      """
          .formatted(COLUMNS);
  private static final String DELETE =
      """
      delete from console_invitations where id = $1 and expires_at > now() returning %s
      """
          .formatted(COLUMNS);
  private static final String TAKE_OF =
      """
      delete from console_invitations
      where id in (
        select id from console_invitations
        where lower(email) = lower($1) and expires_at > now() limit 1000)
      returning %s
      """
          .formatted(COLUMNS);
  private static final String DELETE_OF =
      "delete from console_invitations where workspace_id = $1 and lower(email) = lower($2)";

  private Invitations() {}

  public record Invitation(
      long id, long workspaceId, String email, AccessLevel role, OffsetDateTime expiresAt) {

    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("id", Long.toString(id));
      json.put("email", email);
      json.put("role", role);
      json.put("expiresAt", Times.format(expiresAt));
      return json;
    }
  }

  /**
   * The new invitation; empty if the workspace has {@link #MAX}.
   *
   * @param tokenHash SHA-256 of the token in its link
   */
  public static Future<Optional<Invitation>> insert(
      SqlClient connection, long workspaceId, String email, AccessLevel role, byte[] tokenHash) {
    return connection
        .preparedQuery(DELETE_EXPIRED_OF)
        .execute(Tuple.of(workspaceId))
        .compose(
            deleted ->
                one(
                    connection,
                    INSERT,
                    Tuple.of(workspaceId, email, role.id(), Buffer.buffer(tokenHash), (long) MAX)));
  }

  /** The open invitations of a workspace in the order of ids, after the id {@code after}. */
  public static Future<List<Invitation>> list(
      SqlClient client, long workspaceId, long after, int limit) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(workspaceId, after, limit))
        .map(rows -> Rows.list(rows, Invitations::read));
  }

  /** The same as a complete list. */
  public static ExportSource.Rows export(long workspaceId) {
    return ExportSource.Rows.of(
        LIST, Tuple.of(workspaceId, 0L, Integer.MAX_VALUE), row -> read(row).json());
  }

  public static Future<Optional<Invitation>> findByToken(SqlClient client, byte[] tokenHash) {
    return one(client, FIND_BY_TOKEN, Tuple.of(Buffer.buffer(tokenHash)));
  }

  /** Deletes the invitation with this token and returns it, to one of all concurrent callers. */
  public static Future<Optional<Invitation>> take(SqlClient connection, byte[] tokenHash) {
    return one(connection, TAKE, Tuple.of(Buffer.buffer(tokenHash)));
  }

  /** Deletes the invitations of an e-mail to any workspace, at most 1,000, and returns them. */
  public static Future<List<Invitation>> takeOf(SqlClient connection, String email) {
    return connection
        .preparedQuery(TAKE_OF)
        .execute(Tuple.of(email))
        .map(rows -> Rows.list(rows, Invitations::read));
  }

  /** Deletes an invitation and returns it. */
  public static Future<Optional<Invitation>> delete(SqlClient connection, long id) {
    return one(connection, DELETE, Tuple.of(id));
  }

  /** Deletes all invitations of an e-mail to a workspace. */
  public static Future<Void> deleteOf(SqlClient connection, long workspaceId, String email) {
    return connection.preparedQuery(DELETE_OF).execute(Tuple.of(workspaceId, email)).mapEmpty();
  }

  /** Returns how many there were. */
  public static Future<Integer> deleteExpired(SqlClient client) {
    return client.preparedQuery(DELETE_EXPIRED).execute().map(deleted -> deleted.rowCount());
  }

  private static Future<Optional<Invitation>> one(SqlClient client, String sql, Tuple parameters) {
    return client
        .preparedQuery(sql)
        .execute(parameters)
        .map(rows -> Rows.first(rows, Invitations::read));
  }

  private static Invitation read(Row row) {
    return new Invitation(
        row.getLong("id"),
        row.getLong("workspace_id"),
        row.getString("email"),
        AccessLevel.of(row.getString("role")),
        row.getOffsetDateTime("expires_at"));
  }
}
