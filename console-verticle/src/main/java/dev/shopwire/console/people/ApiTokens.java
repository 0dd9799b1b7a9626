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
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of users' API tokens. Methods run on the caller's event loop. */
public final class ApiTokens {
  /** The maximum number of tokens of a user. */
  public static final int MAX = 100;

  private static final String SELECT =
      """
      select t.id, t.user_id, u.name as user_name, t.workspace_id, w.name as workspace_name,
        t.prefix, t.name, t.role, t.created_at, t.last_used_at, t.expires_at
      from %s t
      join console_users u on u.id = t.user_id
      join tenancy_workspaces w on w.id = t.workspace_id
      """;
  private static final String TABLE = SELECT.formatted("console_api_tokens");
  private static final String OF_USER =
      TABLE + " where t.user_id = $1 and t.id > $2 order by t.id limit $3";
  private static final String OF_WORKSPACE =
      TABLE + " where t.workspace_id = $1 and t.id > $2 order by t.id limit $3";
  private static final String INSERT =
      """
      with changed as (
        insert into console_api_tokens
          (token_hash, prefix, user_id, workspace_id, name, role, expires_at)
        select $1, $2, $3, $4, $5, $6, $7
        where (select count(*) from console_api_tokens where user_id = $3) < $8
        returning *
      )
      """
          + SELECT.formatted("changed");
  private static final String DELETE_OF_USER =
      """
      with changed as (
        delete from console_api_tokens where id = $2 and user_id = $1 returning *
      )
      """
          + SELECT.formatted("changed");
  private static final String DELETE_OF_WORKSPACE =
      """
      with changed as (
        delete from console_api_tokens where id = $2 and workspace_id = $1 returning *
      )
      """
          + SELECT.formatted("changed");
  private static final String DELETE_ALL = "delete from console_api_tokens where user_id = $1";
  private static final String USER_OF = "select user_id from console_api_tokens where id = $1";

  private ApiTokens() {}

  /**
   * A token without its secret.
   *
   * @param prefix the part of the secret that identifies it
   * @param role the most that it allows
   */
  public record ApiToken(
      long id,
      long userId,
      String userName,
      long workspaceId,
      String workspaceName,
      String prefix,
      String name,
      AccessLevel role,
      OffsetDateTime createdAt,
      @Nullable OffsetDateTime lastUsedAt,
      @Nullable OffsetDateTime expiresAt) {

    /** As its user sees it. */
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("id", Long.toString(id));
      json.put("name", name);
      json.put("prefix", prefix);
      json.put("role", role);
      json.put("workspace", party(workspaceId, workspaceName));
      json.put("createdAt", Times.format(createdAt));
      json.put("lastUsedAt", lastUsedAt == null ? null : Times.format(lastUsedAt));
      json.put("expiresAt", expiresAt == null ? null : Times.format(expiresAt));
      return json;
    }

    /** As the admins of its workspace see it. */
    public Map<String, @Nullable Object> jsonWithUser() {
      Map<String, @Nullable Object> json = json();
      json.put("user", party(userId, userName));
      return json;
    }

    private static Map<String, Object> party(long id, String name) {
      return Map.of("id", Long.toString(id), "name", name);
    }
  }

  /**
   * What a new token is.
   *
   * @param hash SHA-256 of the secret
   */
  public record NewToken(
      Buffer hash,
      String prefix,
      long userId,
      long workspaceId,
      String name,
      AccessLevel role,
      Optional<Instant> expiresAt) {}

  /** The new token; empty if the user has {@link #MAX}. The user must be a member. */
  public static Future<Optional<ApiToken>> insert(SqlClient client, NewToken token) {
    return one(
        client,
        INSERT,
        Tuple.tuple()
            .addBuffer(token.hash())
            .addString(token.prefix())
            .addLong(token.userId())
            .addLong(token.workspaceId())
            .addString(token.name())
            .addString(token.role().id())
            .addOffsetDateTime(
                token.expiresAt().map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null))
            .addLong((long) MAX));
  }

  /** The tokens of a user in the order of ids, after the id {@code after}. */
  public static Future<List<ApiToken>> ofUser(
      SqlClient client, long userId, long after, int limit) {
    return list(client, OF_USER, Tuple.of(userId, after, limit));
  }

  /** The same as a complete list. */
  public static ExportSource.Rows exportOfUser(long userId) {
    return ExportSource.Rows.of(
        OF_USER, Tuple.of(userId, 0L, Integer.MAX_VALUE), row -> read(row).json());
  }

  /** The tokens for a workspace in the order of ids, after the id {@code after}. */
  public static Future<List<ApiToken>> ofWorkspace(
      SqlClient client, long workspaceId, long after, int limit) {
    return list(client, OF_WORKSPACE, Tuple.of(workspaceId, after, limit));
  }

  /** The same as a complete list. */
  public static ExportSource.Rows exportOfWorkspace(long workspaceId) {
    return ExportSource.Rows.of(
        OF_WORKSPACE,
        Tuple.of(workspaceId, 0L, Integer.MAX_VALUE),
        row -> read(row).jsonWithUser());
  }

  /** Deletes a user's token and returns it. */
  public static Future<Optional<ApiToken>> deleteOfUser(
      SqlClient connection, long userId, long id) {
    return one(connection, DELETE_OF_USER, Tuple.of(userId, id));
  }

  /** Deletes a token for a workspace and returns it. */
  public static Future<Optional<ApiToken>> deleteOfWorkspace(
      SqlClient connection, long workspaceId, long id) {
    return one(connection, DELETE_OF_WORKSPACE, Tuple.of(workspaceId, id));
  }

  /** Deletes all tokens of a user. */
  public static Future<Void> deleteAll(SqlClient connection, long userId) {
    return connection.preparedQuery(DELETE_ALL).execute(Tuple.of(userId)).mapEmpty();
  }

  /** The user whose token this is. */
  public static Future<Optional<Long>> userOf(SqlClient client, long id) {
    return client
        .preparedQuery(USER_OF)
        .execute(Tuple.of(id))
        .map(rows -> Rows.first(rows, row -> row.getLong("user_id")));
  }

  private static Future<List<ApiToken>> list(SqlClient client, String sql, Tuple parameters) {
    return client
        .preparedQuery(sql)
        .execute(parameters)
        .map(rows -> Rows.list(rows, ApiTokens::read));
  }

  private static Future<Optional<ApiToken>> one(SqlClient client, String sql, Tuple parameters) {
    return client
        .preparedQuery(sql)
        .execute(parameters)
        .map(rows -> Rows.first(rows, ApiTokens::read));
  }

  private static ApiToken read(Row row) {
    return new ApiToken(
        row.getLong("id"),
        row.getLong("user_id"),
        row.getString("user_name"),
        row.getLong("workspace_id"),
        row.getString("workspace_name"),
        row.getString("prefix"),
        row.getString("name"),
        AccessLevel.of(row.getString("role")),
        row.getOffsetDateTime("created_at"),
        row.getOffsetDateTime("last_used_at"),
        row.getOffsetDateTime("expires_at"));
  }
}
