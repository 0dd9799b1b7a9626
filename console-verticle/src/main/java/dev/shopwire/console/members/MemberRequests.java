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
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.people.Invitations;
import dev.shopwire.console.people.Memberships;
import dev.shopwire.console.people.Memberships.Member;
import dev.shopwire.console.people.RoleInput;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists, changes and removes the users of a workspace (docs/api/users.md). A workspace always keeps
 * an owner: changes of its owners wait for each other. Not thread-safe; use from one event loop.
 */
public final class MemberRequests {
  private final Pool pool;

  public MemberRequests(Pool pool) {
    this.pool = pool;
  }

  public Future<Map<String, @Nullable Object>> list(long workspaceId, PageParameters page) {
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(exists -> Memberships.list(pool, workspaceId, page.afterId(), page.queryLimit()))
        .map(
            members ->
                page.toResponse(
                    "users",
                    members.stream().map(Member::json).toList(),
                    last -> String.valueOf(last.get("id"))));
  }

  /** Changes the role of a member. */
  public Future<Map<String, @Nullable Object>> change(
      Caller caller, long workspaceId, long userId, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    AccessLevel role = RoleInput.required(input);
    input.throwIfInvalid();
    return Transactions.run(
            pool,
            connection ->
                Memberships.lockWithOwners(connection, workspaceId, userId)
                    .compose(
                        locked -> {
                          Member member = member(locked, userId);
                          RoleInput.requireGrantable(caller, member.role());
                          RoleInput.requireGrantable(caller, role);
                          return member.role() == role
                              ? Future.succeededFuture(member)
                              : setRole(connection, caller.in(workspaceId), locked, member, role);
                        }))
        .map(member -> Map.of("user", member.json()));
  }

  private static Future<Member> setRole(
      SqlConnection connection,
      Caller caller,
      List<Member> locked,
      Member member,
      AccessLevel role) {
    requireOtherOwner(locked, member);
    Member changed = member.withRole(role);
    return Memberships.setRole(connection, caller.workspaceId(), member.id(), role)
        .compose(
            set ->
                AuditLog.write(
                    connection,
                    caller,
                    AuditEntry.changed(
                        "user.changed", object(member), fields(member), fields(changed))))
        .map(logged -> changed);
  }

  /** Ends a membership, not the user. */
  public Future<Void> remove(Caller caller, long workspaceId, long userId) {
    return Transactions.run(
        pool,
        connection ->
            Memberships.lockWithOwners(connection, workspaceId, userId)
                .compose(
                    locked -> {
                      Member member = member(locked, userId);
                      RoleInput.requireGrantable(caller, member.role());
                      requireOtherOwner(locked, member);
                      return remove(connection, caller.in(workspaceId), member);
                    }));
  }

  private static Future<Void> remove(SqlConnection connection, Caller caller, Member member) {
    long workspaceId = caller.workspaceId();
    return Memberships.delete(connection, workspaceId, member.id())
        // An unused link would let the user in again.
        .compose(ended -> Invitations.deleteOf(connection, workspaceId, member.email()))
        .compose(
            deleted ->
                AuditLog.write(
                    connection,
                    caller,
                    AuditEntry.deleted("user.removed", object(member), fields(member))));
  }

  private static Member member(List<Member> locked, long userId) {
    return locked.stream()
        .filter(member -> member.id() == userId)
        .findFirst()
        .orElseThrow(() -> Failure.notFound("user"));
  }

  private static void requireOtherOwner(List<Member> locked, Member member) {
    boolean hasOther =
        locked.stream()
            .anyMatch(
                other ->
                    other.role() == AccessLevel.OWNER
                        && !other.disabled()
                        && other.id() != member.id());
    if (member.role() == AccessLevel.OWNER && !hasOther) {
      throw Failure.of(
          Code.CONFLICT,
          "last_owner",
          "A workspace needs an owner; make another user its owner first");
    }
  }

  private static AuditObject object(Member member) {
    return new AuditObject("user", Long.toString(member.id()), member.name());
  }

  private static Map<String, @Nullable Object> fields(Member member) {
    return Map.of("role", member.role());
  }
}
