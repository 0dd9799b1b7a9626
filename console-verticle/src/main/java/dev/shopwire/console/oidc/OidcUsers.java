package dev.shopwire.console.oidc;

import dev.shopwire.common.access.Actor;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.console.people.Invitations;
import dev.shopwire.console.people.Invitations.Invitation;
import dev.shopwire.console.people.Memberships;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.people.Users.User;
import dev.shopwire.console.sessions.ClientInfo;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Finds the user of an identity: the one bound to it; at the first sign-in the one with its
 * verified e-mail address, who is bound to it from then on; or a new one, if the address was
 * invited. Methods run in the open transaction of their connection.
 */
final class OidcUsers {
  private OidcUsers() {}

  /** The user's id; fails with 401 if there is none who may sign in. */
  static Future<Long> find(SqlConnection connection, ClientInfo client, OidcIdentity identity) {
    return Users.findByOidc(connection, identity.issuer(), identity.subject())
        .compose(
            bound ->
                bound.isPresent()
                    ? requireEnabled(bound.get())
                    : findByEmail(connection, client, identity));
  }

  private static Future<Long> requireEnabled(User user) {
    return user.disabled()
        ? Future.failedFuture(OidcRefusals.unknownUser())
        : Future.succeededFuture(user.id());
  }

  private static Future<Long> findByEmail(
      SqlConnection connection, ClientInfo client, OidcIdentity identity) {
    String email = identity.email().orElseThrow(OidcRefusals::unknownUser);
    return Users.findByEmail(connection, email)
        .compose(
            found ->
                found.isPresent()
                    ? bind(connection, client, found.get().id(), identity)
                    : join(connection, client, email, identity));
  }

  private static Future<Long> bind(
      SqlConnection connection, ClientInfo client, long id, OidcIdentity identity) {
    return Users.lock(connection, id)
        .compose(
            locked -> {
              User user = locked.orElseThrow(OidcRefusals::unknownUser);
              boolean same =
                  Objects.equals(user.oidcIssuer(), identity.issuer())
                      && Objects.equals(user.oidcSubject(), identity.subject());
              if (user.oidcIssuer() != null && !same) {
                throw OidcRefusals.unknownUser();
              }
              Future<?> bound =
                  same || user.disabled()
                      ? Future.succeededFuture()
                      : bindAndRecord(connection, client, user, identity);
              return bound.compose(done -> requireEnabled(user));
            });
  }

  private static Future<Void> bindAndRecord(
      SqlConnection connection, ClientInfo client, User user, OidcIdentity identity) {
    String id = Long.toString(user.id());
    return Users.bindOidc(connection, user.id(), identity.issuer(), identity.subject())
        .compose(
            bound ->
                AuditLog.write(
                    connection,
                    client.caller(new Actor(Actor.Type.USER, id, user.name())),
                    AuditEntry.of(
                        "user.changed",
                        new AuditObject("user", id, user.name()),
                        Map.of("oidcIssuer", identity.issuer()))));
  }

  /** Creates a user with the memberships of all invitations to this address. */
  private static Future<Long> join(
      SqlConnection connection, ClientInfo client, String email, OidcIdentity identity) {
    return Invitations.takeOf(connection, email)
        .compose(
            invitations -> {
              if (invitations.isEmpty()) {
                throw OidcRefusals.unknownUser();
              }
              return Users.insert(connection, email, identity.name(), null, false)
                  .map(created -> created.orElseThrow(OidcRefusals::unknownUser))
                  .compose(
                      user ->
                          Users.bindOidc(
                                  connection, user.id(), identity.issuer(), identity.subject())
                              .compose(bound -> join(connection, client, user, invitations))
                              .map(user.id()));
            });
  }

  private static Future<Void> join(
      SqlConnection connection, ClientInfo client, User user, List<Invitation> invitations) {
    String id = Long.toString(user.id());
    Actor actor = new Actor(Actor.Type.USER, id, user.name());
    Future<Void> joined = Future.succeededFuture();
    for (Invitation invitation : invitations) {
      joined =
          joined
              .compose(
                  done ->
                      Memberships.insert(
                          connection, invitation.workspaceId(), user.id(), invitation.role()))
              .compose(
                  done ->
                      AuditLog.write(
                          connection,
                          client.caller(actor).in(invitation.workspaceId()),
                          AuditEntry.created(
                              "user.joined",
                              new AuditObject("user", id, user.name()),
                              Map.of("email", user.email(), "role", invitation.role()))));
    }
    return joined;
  }
}
