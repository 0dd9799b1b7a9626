package dev.shopwire.console.members;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.people.EmailInput;
import dev.shopwire.console.people.Invitations;
import dev.shopwire.console.people.Invitations.Invitation;
import dev.shopwire.console.people.Memberships;
import dev.shopwire.console.people.RoleInput;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates, lists and deletes invitations to a workspace (docs/api/users.md). Not thread-safe; use
 * from one event loop.
 */
public final class InvitationRequests {
  private final Pool pool;
  private final Links links;

  public InvitationRequests(Pool pool, Links links) {
    this.pool = pool;
    this.links = links;
  }

  /** Returns the invitation with its link, which nothing shows again. */
  public Future<Map<String, @Nullable Object>> create(
      Caller caller, long workspaceId, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String email = EmailInput.required(input);
    AccessLevel role = RoleInput.required(input);
    input.throwIfInvalid();
    RoleInput.requireGrantable(caller, role);
    String token = Links.newToken();
    return Transactions.run(
            pool,
            connection ->
                new Workspaces(connection)
                    .require(workspaceId)
                    .compose(exists -> requireNoMember(connection, workspaceId, email))
                    .compose(
                        isNone ->
                            Invitations.insert(
                                connection, workspaceId, email, role, ApiKey.hash(token)))
                    .map(created -> created.orElseThrow(InvitationRequests::limitReached))
                    .compose(
                        created ->
                            AuditLog.write(
                                    connection,
                                    caller.in(workspaceId),
                                    AuditEntry.created(
                                        "user.invited", object(created), fields(created)))
                                .map(logged -> created)))
        .map(created -> Map.of("invitation", created.json(), "link", links.invitation(token)));
  }

  public Future<Map<String, @Nullable Object>> list(long workspaceId, PageParameters page) {
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(exists -> Invitations.list(pool, workspaceId, page.afterId(), page.queryLimit()))
        .map(
            open ->
                page.toResponse(
                    "invitations",
                    open.stream().map(Invitation::json).toList(),
                    last -> String.valueOf(last.get("id"))));
  }

  /** Makes the link of an invitation useless. */
  public Future<Void> delete(Caller caller, long id) {
    return Transactions.run(
        pool,
        connection ->
            Invitations.delete(connection, id)
                .map(deleted -> deleted.orElseThrow(InvitationRequests::unknown))
                .compose(
                    deleted -> {
                      RoleInput.requireGrantable(caller, deleted.role());
                      return AuditLog.write(
                          connection,
                          caller.in(deleted.workspaceId()),
                          AuditEntry.deleted(
                              "invitation.deleted", object(deleted), fields(deleted)));
                    }));
  }

  static Failure unknown() {
    return Failure.notFound("invitation");
  }

  private static Future<Void> requireNoMember(
      SqlConnection connection, long workspaceId, String email) {
    return Memberships.findByEmail(connection, workspaceId, email)
        .map(
            member -> {
              if (member.isPresent()) {
                throw Failure.of(
                    Code.CONFLICT, "already_member", "The workspace already has this user");
              }
              return null;
            });
  }

  private static Failure limitReached() {
    return Failure.invalid(
        "",
        "invitation_limit_reached",
        "A workspace may have at most %d open invitations".formatted(Invitations.MAX));
  }

  private static AuditObject object(Invitation invitation) {
    return new AuditObject("invitation", Long.toString(invitation.id()), invitation.email());
  }

  private static Map<String, @Nullable Object> fields(Invitation invitation) {
    return Map.of(
        "email", invitation.email(),
        "role", invitation.role(),
        "expiresAt", Times.format(invitation.expiresAt()));
  }
}
