package dev.shopwire.console.auth;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.console.sessions.SessionTimes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads, in one statement per request, whose a credential is and what they may do in the workspace
 * of the request's resource. Methods run on the caller's event loop.
 */
final class CredentialReads {
  private static final String NO_RESOURCE = "select null::bigint where %s::bigint is not null";

  // The limits of a session are in seconds: $2 idle, $3 until its last use is recorded again.
  private static final String SESSION =
      """
      select s.id, s.expires_at, s.last_used_at < now() - make_interval(secs => $3) as stale,
        null::text as token_name, null::text as token_role, null::bigint as token_workspace_id,
        u.id as user_id, u.name, u.operator, u.totp_confirmed,
        r.workspace_id, m.role, coalesce(w.require_totp, false) as require_totp
      from console_sessions s
      join console_users u on u.id = s.user_id
      cross join (select (%s) as workspace_id) r
      left join console_memberships m on m.user_id = u.id and m.workspace_id = r.workspace_id
      left join console_workspace_settings w on w.workspace_id = r.workspace_id
      where s.token_hash = $1 and s.expires_at > now()
        and s.last_used_at > now() - make_interval(secs => $2) and not u.disabled
      """;
  private static final String TOKEN =
      """
      select t.id, t.expires_at,
        coalesce(t.last_used_at < now() - interval '1 minute', true) as stale,
        t.name as token_name, t.role as token_role, t.workspace_id as token_workspace_id,
        u.id as user_id, u.name, u.operator, u.totp_confirmed,
        r.workspace_id, m.role, coalesce(w.require_totp, false) as require_totp
      from console_api_tokens t
      join console_users u on u.id = t.user_id
      join console_memberships m on m.user_id = t.user_id and m.workspace_id = t.workspace_id
      cross join (select (%s) as workspace_id) r
      left join console_workspace_settings w on w.workspace_id = t.workspace_id
      where t.token_hash = $1 and (t.expires_at is null or t.expires_at > now())
        and not u.disabled
      """;

  private final SqlClient client;
  private final SessionTimes times;

  CredentialReads(SqlClient client, SessionTimes times) {
    this.client = client;
    this.times = times;
  }

  /**
   * Whose a valid credential is.
   *
   * @param id of the session or API token
   * @param stale whether its last use must be recorded
   * @param tokenName null for a session, as are the other two of a token
   * @param workspaceId of the request's resource; null if it has none, or an unknown one
   * @param role of the user: of a session in that workspace, of a token in the token's
   */
  record Found(
      long id,
      @Nullable OffsetDateTime expiresAt,
      boolean stale,
      @Nullable String tokenName,
      @Nullable String tokenRole,
      @Nullable Long tokenWorkspaceId,
      long userId,
      String userName,
      boolean operator,
      boolean totp,
      @Nullable Long workspaceId,
      Optional<AccessLevel> role,
      boolean requiresTotp) {

    /** What the user may do: an operator anything, others what their role says. */
    Optional<AccessLevel> level() {
      return operator ? Optional.of(AccessLevel.OPERATOR) : role;
    }
  }

  /** Empty if there is no such session, it has ended, or its user is disabled. */
  Future<Optional<Found>> session(
      Buffer hash, Optional<Resource> resource, @Nullable Object resourceId) {
    return client
        .preparedQuery(SESSION.formatted(workspaceSql(resource, "$4")))
        .execute(
            Tuple.of(
                    hash, (double) times.idle().toSeconds(), (double) times.staleness().toSeconds())
                .addValue(resourceId))
        .map(rows -> Rows.first(rows, CredentialReads::read));
  }

  /** Empty if there is no such API token, it has ended, or its user is disabled. */
  Future<Optional<Found>> token(
      Buffer hash, Optional<Resource> resource, @Nullable Object resourceId) {
    return client
        .preparedQuery(TOKEN.formatted(workspaceSql(resource, "$2")))
        .execute(Tuple.of(hash).addValue(resourceId))
        .map(rows -> Rows.first(rows, CredentialReads::read));
  }

  /** The workspace of a resource; 0 if there is no such resource. */
  Future<Long> workspace(Resource resource, @Nullable Object resourceId) {
    return client
        .preparedQuery("select (" + resource.workspaceSql("$1") + ") as workspace_id")
        .execute(Tuple.tuple().addValue(resourceId))
        .map(rows -> Optional.ofNullable(rows.iterator().next().getLong("workspace_id")))
        .map(found -> found.orElse(0L));
  }

  private static String workspaceSql(Optional<Resource> resource, String parameter) {
    return resource
        .map(kind -> kind.workspaceSql(parameter))
        .orElseGet(() -> NO_RESOURCE.formatted(parameter));
  }

  private static Found read(Row row) {
    return new Found(
        row.getLong("id"),
        row.getOffsetDateTime("expires_at"),
        row.getBoolean("stale"),
        row.getString("token_name"),
        row.getString("token_role"),
        row.getLong("token_workspace_id"),
        row.getLong("user_id"),
        row.getString("name"),
        row.getBoolean("operator"),
        row.getBoolean("totp_confirmed"),
        row.getLong("workspace_id"),
        Optional.ofNullable(row.getString("role")).map(AccessLevel::of),
        row.getBoolean("require_totp"));
  }
}
