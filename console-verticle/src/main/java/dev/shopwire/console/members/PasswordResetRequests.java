package dev.shopwire.console.members;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.console.account.RecoveryCodes;
import dev.shopwire.console.people.Memberships;
import dev.shopwire.console.people.PasswordResets;
import dev.shopwire.console.people.UserIds;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.people.Users.User;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets users in again who lost their password or their authenticator app (docs/api/users.md). Not
 * thread-safe; use from one event loop.
 */
public final class PasswordResetRequests {
  private final Pool pool;
  private final Links links;

  public PasswordResetRequests(Pool pool, Links links) {
    this.pool = pool;
    this.links = links;
  }

  /** What is reset. */
  private record Wanted(boolean password, boolean totp) {
    static Wanted of(byte[] body) {
      JsonInput input = JsonInput.strict(body);
      boolean password = Boolean.TRUE.equals(input.optionalBoolean("password").value());
      boolean totp = Boolean.TRUE.equals(input.optionalBoolean("totp").value());
      if (!password && !totp && input.errors().isEmpty()) {
        input.addError("password", "required", "or totp must be true");
      }
      input.throwIfInvalid();
      return new Wanted(password, totp);
    }
  }

  /**
   * Removes a member's TOTP, or makes a link to choose a new password, or both.
   *
   * @return the link, null if none was wanted; fails with 409 if the member also belongs to
   *     workspaces of others
   */
  public Future<Map<String, @Nullable Object>> reset(
      Caller caller, long workspaceId, long userId, byte[] body) {
    Wanted wanted = Wanted.of(body);
    String token = Links.newToken();
    return Transactions.run(
            pool,
            connection ->
                Users.lock(connection, userId)
                    .map(found -> found.orElseThrow(PasswordResetRequests::unknownUser))
                    .compose(
                        user ->
                            requireMember(connection, workspaceId, userId)
                                .compose(member -> requireOwnerOfAll(connection, caller, user))
                                .compose(
                                    allowed ->
                                        reset(
                                            connection,
                                            caller.in(workspaceId),
                                            user,
                                            wanted,
                                            token))))
        .map(
            done -> {
              Map<String, @Nullable Object> response = new LinkedHashMap<>();
              response.put("link", wanted.password() ? links.passwordReset(token) : null);
              return response;
            });
  }

  private static Future<Void> reset(
      SqlConnection connection, Caller caller, User user, Wanted wanted, String token) {
    boolean removesTotp = wanted.totp() && user.totpSecret() != null;
    if (!wanted.password() && !removesTotp) {
      return Future.succeededFuture();
    }
    Future<Void> linked =
        wanted.password()
            ? PasswordResets.insert(connection, user.id(), ApiKey.hash(token))
            : Future.succeededFuture();
    return linked
        .compose(done -> removesTotp ? removeTotp(connection, user.id()) : Future.succeededFuture())
        .compose(
            done ->
                AuditLog.write(
                    connection,
                    caller,
                    AuditEntry.of(
                        "user.reset",
                        object(user),
                        Map.of("linkCreated", wanted.password(), "totpRemoved", removesTotp))));
  }

  private static Future<Void> removeTotp(SqlConnection connection, long userId) {
    return Users.setTotp(connection, userId, null, null, false, 0)
        .compose(removed -> RecoveryCodes.deleteAll(connection, userId))
        .compose(deleted -> PasswordResetAcceptance.endSessions(connection, userId));
  }

  private static Future<Void> requireMember(
      SqlConnection connection, long workspaceId, long userId) {
    return Memberships.lockRole(connection, workspaceId, userId)
        .map(role -> role.orElseThrow(PasswordResetRequests::unknownUser))
        .mapEmpty();
  }

  /** Who resets a user could sign in as them everywhere. Operators own all workspaces. */
  private static Future<Void> requireOwnerOfAll(
      SqlConnection connection, Caller caller, User user) {
    if (caller.level().includes(AccessLevel.OPERATOR)) {
      return Future.succeededFuture();
    }
    if (user.operator()) {
      return Future.failedFuture(otherWorkspaces());
    }
    return Memberships.ownsAllOf(connection, UserIds.signedIn(caller), user.id())
        .compose(owns -> owns ? Future.succeededFuture() : Future.failedFuture(otherWorkspaces()));
  }

  static AuditObject object(User user) {
    return new AuditObject("user", Long.toString(user.id()), user.name());
  }

  private static Failure unknownUser() {
    return Failure.notFound("user");
  }

  private static Failure otherWorkspaces() {
    return Failure.of(
        Code.CONFLICT,
        "other_workspaces",
        "The user belongs to workspaces that you don't own; an operator can reset them");
  }
}
