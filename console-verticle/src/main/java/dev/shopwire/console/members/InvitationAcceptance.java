package dev.shopwire.console.members;

import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.ApiKey;
import dev.shopwire.console.account.PasswordProof;
import dev.shopwire.console.account.Refusals;
import dev.shopwire.console.account.Waits;
import dev.shopwire.console.people.Invitations;
import dev.shopwire.console.people.Invitations.Invitation;
import dev.shopwire.console.people.Memberships;
import dev.shopwire.console.people.Users;
import dev.shopwire.console.people.Users.User;
import dev.shopwire.console.sessions.ClientInfo;
import dev.shopwire.console.sessions.OpenedSession;
import dev.shopwire.console.sessions.SessionOpening;
import dev.shopwire.console.sessions.SessionResponse;
import dev.shopwire.console.sessions.SignedInUser;
import dev.shopwire.console.sessions.UserSession;
import dev.shopwire.console.signin.Passwords;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Accepts invitations: creates the user, or adds the membership of a user who proves to be the
 * invited one. Each invitation is accepted once, by one of all concurrent callers. Not thread-safe;
 * use from one event loop.
 */
public final class InvitationAcceptance {
  private static final int NAME_LENGTH = 100;

  private final Pool pool;
  private final Passwords passwords;
  private final PasswordProof proof;
  private final SessionOpening opening;

  public InvitationAcceptance(
      Pool pool, Passwords passwords, PasswordProof proof, SessionOpening opening) {
    this.pool = pool;
    this.passwords = passwords;
    this.proof = proof;
    this.opening = opening;
  }

  /**
   * @param opened the session that was opened; empty for a user who was signed in
   */
  public record Accepted(SessionResponse response, Optional<OpenedSession> opened) {
    private static Accepted of(OpenedSession opened) {
      return new Accepted(opened.response(), Optional.of(opened));
    }
  }

  /** A request whose invitation exists. */
  private record Request(ClientInfo client, String token, JsonInput input) {
    /** Omits the token. */
    @Override
    public String toString() {
      return "Request";
    }
  }

  /**
   * @param session of the signed-in user
   * @param body {@code {token, name, password}}; a user who is signed in needs the token alone, and
   *     an existing one no name
   * @return fails with 404 if the invitation is unknown, expired or accepted, and with 401 if its
   *     user exists and the caller didn't prove to be them
   */
  public Future<Accepted> accept(ClientInfo client, Optional<UserSession> session, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    String token = input.requiredString("token", Links.MAX_TOKEN_LENGTH);
    input.optionalString("name", NAME_LENGTH);
    input.value("password");
    input.throwIfInvalid();
    Request request = new Request(client, token, input);
    return Waits.limit(
            Invitations.findByToken(pool, ApiKey.hash(token))
                .map(found -> found.orElseThrow(InvitationRequests::unknown)))
        .compose(
            invitation ->
                Waits.limit(Users.findByEmail(pool, invitation.email()))
                    .compose(
                        user ->
                            user.isPresent()
                                ? acceptKnown(request, user.get(), session)
                                : acceptNew(request, invitation.email())));
  }

  private Future<Accepted> acceptNew(Request request, String email) {
    String name = request.input().requiredString("name", NAME_LENGTH);
    String password = Passwords.read(request.input(), "password");
    request.input().throwIfInvalid();
    passwords.check(password, email);
    return passwords
        .hash(password)
        .compose(
            hash ->
                use(
                    request,
                    (connection, invitation) ->
                        Users.insert(connection, invitation.email(), name, hash, false)
                            .map(created -> created.orElseThrow(InvitationAcceptance::emailTaken))
                            .compose(user -> join(connection, request, invitation, user))
                            .compose(user -> open(connection, request, user))));
  }

  private Future<Accepted> acceptKnown(Request request, User user, Optional<UserSession> session) {
    Optional<UserSession> own = session.filter(each -> each.userId() == user.id());
    return own.isPresent()
        ? acceptSignedIn(request, user, own.get())
        : acceptWithPassword(request, user);
  }

  private Future<Accepted> acceptSignedIn(Request request, User user, UserSession session) {
    return use(
        request,
        (connection, invitation) ->
            join(connection, request, invitation, user)
                .compose(joined -> SignedInUser.find(connection, user.id()))
                .map(found -> found.orElseThrow(Refusals::wrongCredentials))
                .map(
                    shown ->
                        new Accepted(
                            SessionResponse.of(shown, session.csrfToken(), session.expiresAt()),
                            Optional.empty())));
  }

  private Future<Accepted> acceptWithPassword(Request request, User user) {
    String password = Passwords.read(request.input(), "password");
    request.input().throwIfInvalid();
    if (user.disabled()) {
      return Future.failedFuture(Refusals.wrongCredentials());
    }
    return proof
        .prove(user, request.client(), password)
        .compose(
            proved ->
                acceptProved(request, proved)
                    .recover(
                        error ->
                            proof
                                .withdraw(proved.attempt())
                                .transform(ignored -> Future.failedFuture(error))));
  }

  private Future<Accepted> acceptProved(Request request, PasswordProof.Proved proved) {
    if (proved.user().totpConfirmed()) {
      // The password alone doesn't sign this user in. With a session they need no password.
      return Future.failedFuture(Refusals.codeRequired());
    }
    return use(
        request,
        (connection, invitation) ->
            proof
                .use(connection, proved)
                .compose(user -> join(connection, request, invitation, user))
                .compose(user -> open(connection, request, user)));
  }

  /** Deletes the invitation and does {@code work} in one transaction. */
  private Future<Accepted> use(
      Request request, BiFunction<SqlConnection, Invitation, Future<Accepted>> work) {
    return Waits.limit(
        Transactions.run(
            pool,
            connection ->
                Invitations.take(connection, ApiKey.hash(request.token()))
                    .map(taken -> taken.orElseThrow(InvitationRequests::unknown))
                    .compose(invitation -> work.apply(connection, invitation))));
  }

  private static Future<User> join(
      SqlConnection connection, Request request, Invitation invitation, User user) {
    long workspaceId = invitation.workspaceId();
    return Invitations.deleteOf(connection, workspaceId, invitation.email())
        .compose(
            deleted -> Memberships.insert(connection, workspaceId, user.id(), invitation.role()))
        .compose(
            isNew ->
                isNew ? record(connection, request, invitation, user) : Future.succeededFuture())
        .map(user);
  }

  private static Future<Void> record(
      SqlConnection connection, Request request, Invitation invitation, User user) {
    return AuditLog.write(
        connection,
        request.client().caller(user.actor()).in(invitation.workspaceId()),
        AuditEntry.created(
            "user.joined",
            new AuditObject("user", Long.toString(user.id()), user.name()),
            Map.of("email", user.email(), "name", user.name(), "role", invitation.role())));
  }

  private Future<Accepted> open(SqlConnection connection, Request request, User user) {
    return opening.open(connection, user.id(), request.client()).map(Accepted::of);
  }

  /** Another invitation of the same e-mail was accepted at the same time. */
  private static Failure emailTaken() {
    return Failure.of(
        Code.CONFLICT, "email_taken", "A user with this e-mail was created just now; try again");
  }
}
