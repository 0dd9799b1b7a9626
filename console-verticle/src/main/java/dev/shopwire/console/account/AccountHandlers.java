package dev.shopwire.console.account;

import dev.shopwire.common.access.Actor;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.query.Query;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.auth.AdminAccess;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.sessions.ClientInfo;
import dev.shopwire.console.sessions.OpenedSession;
import dev.shopwire.console.sessions.SessionCookies;
import dev.shopwire.console.sessions.SessionResponse;
import dev.shopwire.console.sessions.SignedInUser;
import dev.shopwire.console.sessions.UserSession;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Handles the API's requests for set-up, sign-in and users' own accounts. Not thread-safe; use from
 * one event loop.
 */
public final class AccountHandlers {
  private static final int MAX_TOKEN = 200;
  private static final List<String> USER_FIELDS = List.of("email", "name", "password");

  private final Accounts accounts;
  private final AdminAccess adminToken;
  private final SessionCookies cookies;
  private final SqlClient client;

  public AccountHandlers(
      Accounts accounts, AdminAccess adminToken, SessionCookies cookies, SqlClient client) {
    this.accounts = accounts;
    this.adminToken = adminToken;
    this.cookies = cookies;
    this.client = client;
  }

  /** Creates the first user; a setup token alone is exchanged for an admin token. */
  public Future<?> setUp(RoutingContext context, byte[] body) {
    JsonInput input = JsonInput.strict(body);
    if (input.names().stream().anyMatch(USER_FIELDS::contains)) {
      return send(context, accounts.setUp().createOwner(client(context), body));
    }
    String token = input.requiredString("token", MAX_TOKEN);
    input.throwIfInvalid();
    return Waits.limit(adminToken.exchangeSetupToken(context.request(), token))
        .map(created -> Map.of("adminToken", created));
  }

  public Future<?> signIn(RoutingContext context, byte[] body) {
    return send(context, accounts.signIn().signIn(client(context), body));
  }

  private Future<SessionResponse> send(RoutingContext context, Future<OpenedSession> opened) {
    return opened.onSuccess(session -> cookies.set(context, session)).map(OpenedSession::response);
  }

  public Future<?> getSession(RoutingContext context) {
    if (Callers.of(context).actor().type() == Actor.Type.ADMIN_TOKEN) {
      return Future.succeededFuture(SessionResponse.OF_ADMIN_TOKEN);
    }
    UserSession session = Callers.requireSession(context);
    return SignedInUser.find(client, session.userId())
        .map(Optional::orElseThrow)
        .map(user -> SessionResponse.of(user, session.csrfToken(), session.expiresAt()));
  }

  public Future<?> signOut(RoutingContext context) {
    return accounts
        .signIn()
        .signOut(Callers.of(context), Callers.requireSession(context))
        .onSuccess(ended -> cookies.clear(context));
  }

  public Future<?> listSessions(RoutingContext context) {
    return accounts
        .sessions()
        .list(
            Callers.requireSession(context), PageParameters.of(Query.first(context.queryParams())));
  }

  public Future<?> endSession(RoutingContext context) {
    return accounts
        .sessions()
        .end(
            Callers.of(context),
            Callers.requireSession(context),
            String.valueOf(context.pathParam("id")));
  }

  public Future<?> endOtherSessions(RoutingContext context) {
    return accounts.sessions().endOthers(Callers.of(context), Callers.requireSession(context));
  }

  public Future<?> changeProfile(RoutingContext context, byte[] body) {
    return accounts
        .profile()
        .change(Callers.of(context), Callers.requireSession(context), body)
        .map(user -> Map.of("user", user));
  }

  public Future<?> changePassword(RoutingContext context, byte[] body) {
    return accounts
        .password()
        .change(Callers.of(context), Callers.requireSession(context), client(context), body)
        .onSuccess(devices -> cookies.setDevices(context, devices))
        .map(JsonResponse.success());
  }

  public Future<?> startTotp(RoutingContext context, byte[] body) {
    return accounts.totp().start(Callers.requireSession(context), client(context), body);
  }

  public Future<?> confirmTotp(RoutingContext context, byte[] body) {
    return accounts.totp().confirm(Callers.of(context), Callers.requireSession(context), body);
  }

  public Future<?> removeTotp(RoutingContext context, byte[] body) {
    return accounts
        .totp()
        .remove(Callers.of(context), Callers.requireSession(context), client(context), body);
  }

  private ClientInfo client(RoutingContext context) {
    return cookies.clientOf(context);
  }
}
