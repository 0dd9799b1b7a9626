package dev.shopwire.console.people;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The table of memberships. Methods run on the caller's event loop. */
public final class Memberships {
  private static final String SELECT =
      """
      select u.id, u.email, u.name, m.role, u.totp_confirmed, u.disabled, u.last_sign_in_at
      from console_memberships m join console_users u on u.id = m.user_id
      where m.workspace_id = $1
      """;
  private static final String LIST = SELECT + " and m.user_id > $2 order by m.user_id limit $3";
  private static final String FIND = SELECT + " and m.user_id = $2";
  private static final String FIND_BY_EMAIL = SELECT + " and lower(u.email) = lower($2)";
  // In the order of ids, so that concurrent changes wait for each other and never deadlock.
  private static final String LOCK_WITH_OWNERS =
      SELECT + " and (m.user_id = $2 or m.role = 'owner') order by m.user_id for update of m";
  private static final String LOCK_ROLE =
      """
      select role from console_memberships where workspace_id = $1 and user_id = $2 for key share
      """;
  private static final String OWNS_ALL_OF =
      """
      select not exists (
        select from console_memberships m
        where m.user_id = $2 and not exists (
          select from console_memberships o
          where o.workspace_id = m.workspace_id and o.user_id = $1 and o.role = 'owner')) as owns
      """;
  private static final String INSERT =
      """
      insert into console_memberships (workspace_id, user_id, role) values ($1, $2, $3)
      on conflict do nothing
      """;
  private static final String SET_ROLE =
      "update console_memberships set role = $3 where workspace_id = $1 and user_id = $2";
  private static final String DELETE =
      "delete from console_memberships where workspace_id = $1 and user_id = $2";

  private Memberships() {}

  /**
   * A user of a workspace.
   *
   * @param totp whether sign-in requires a code
   */
  public record Member(
      long id,
      String email,
      String name,
      AccessLevel role,
      boolean totp,
      boolean disabled,
      @Nullable OffsetDateTime lastSignInAt) {

    public Member withRole(AccessLevel changed) {
      return new Member(id, email, name, changed, totp, disabled, lastSignInAt);
    }

    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("id", Long.toString(id));
      json.put("email", email);
      json.put("name", name);
      json.put("role", role);
      json.put("totp", totp);
      json.put("lastSignInAt", lastSignInAt == null ? null : Times.format(lastSignInAt));
      return json;
    }
  }

  /** The users of a workspace in the order of ids, after the id {@code after}. */
  public static Future<List<Member>> list(
      SqlClient client, long workspaceId, long after, int limit) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(workspaceId, after, limit))
        .map(rows -> Rows.list(rows, Memberships::readMember));
  }

  /** The same as a complete list. */
  public static ExportSource.Rows export(long workspaceId) {
    return ExportSource.Rows.of(
        LIST, Tuple.of(workspaceId, 0L, Integer.MAX_VALUE), row -> readMember(row).json());
  }

  public static Future<Optional<Member>> find(SqlClient client, long workspaceId, long userId) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, userId))
        .map(rows -> Rows.first(rows, Memberships::readMember));
  }

  /** Compares without case. */
  public static Future<Optional<Member>> findByEmail(
      SqlClient client, long workspaceId, String email) {
    return client
        .preparedQuery(FIND_BY_EMAIL)
        .execute(Tuple.of(workspaceId, email))
        .map(rows -> Rows.first(rows, Memberships::readMember));
  }

  /**
   * Locks the memberships of a user and of all owners until the end of the transaction, so that the
   * last owner can be distinguished from others.
   */
  public static Future<List<Member>> lockWithOwners(
      SqlClient connection, long workspaceId, long userId) {
    return connection
        .preparedQuery(LOCK_WITH_OWNERS)
        .execute(Tuple.of(workspaceId, userId))
        .map(rows -> Rows.list(rows, Memberships::readMember));
  }

  /** The role of a member, whose membership can't end before the transaction does. */
  public static Future<Optional<AccessLevel>> lockRole(
      SqlClient connection, long workspaceId, long userId) {
    return connection
        .preparedQuery(LOCK_ROLE)
        .execute(Tuple.of(workspaceId, userId))
        .map(rows -> Rows.first(rows, row -> AccessLevel.of(row.getString("role"))));
  }

  /** Whether {@code owner} is an owner of every workspace of {@code user}. */
  public static Future<Boolean> ownsAllOf(SqlClient client, long owner, long user) {
    return client
        .preparedQuery(OWNS_ALL_OF)
        .execute(Tuple.of(owner, user))
        .map(rows -> rows.iterator().next().getBoolean("owns"));
  }

  /** Adds a membership; false if the user already has one. */
  public static Future<Boolean> insert(
      SqlClient client, long workspaceId, long userId, AccessLevel role) {
    return client
        .preparedQuery(INSERT)
        .execute(Tuple.of(workspaceId, userId, role.id()))
        .map(inserted -> inserted.rowCount() == 1);
  }

  public static Future<Void> setRole(
      SqlClient client, long workspaceId, long userId, AccessLevel role) {
    return client
        .preparedQuery(SET_ROLE)
        .execute(Tuple.of(workspaceId, userId, role.id()))
        .mapEmpty();
  }

  /** Ends a membership, and with it the user's API tokens for the workspace. */
  public static Future<Void> delete(SqlClient client, long workspaceId, long userId) {
    return client.preparedQuery(DELETE).execute(Tuple.of(workspaceId, userId)).mapEmpty();
  }

  private static Member readMember(Row row) {
    return new Member(
        row.getLong("id"),
        row.getString("email"),
        row.getString("name"),
        AccessLevel.of(row.getString("role")),
        row.getBoolean("totp_confirmed"),
        row.getBoolean("disabled"),
        row.getOffsetDateTime("last_sign_in_at"));
  }
}
