package dev.shopwire.console;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.query.Query;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.members.InvitationAcceptance;
import dev.shopwire.console.sessions.SessionCookies;
import dev.shopwire.console.sessions.SessionResponse;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;

/**
 * Connects the operations about users, invitations, API tokens, the audit log and saved views with
 * their calls. Not thread-safe; use from one event loop.
 */
final class PeopleOperations {
  private final ConsoleHandlers handlers;
  private final SessionCookies cookies;
  private final PeopleRequests requests;

  PeopleOperations(ConsoleHandlers handlers, SessionCookies cookies, PeopleRequests requests) {
    this.handlers = handlers;
    this.cookies = cookies;
    this.requests = requests;
  }

  void addTo(ConsoleOperations operations) {
    addUsers(operations);
    addMembers(operations);
    addInvitations(operations);
    addTokens(operations);
    addViews(operations);
    operations
        .on(
            "listAuditLog",
            handlers.readLocally(
                context ->
                    requests
                        .audit()
                        .ofWorkspace(workspace(context), Query.first(context.queryParams()))))
        .on(
            "listAllAuditLog",
            handlers.readLocally(
                context -> requests.audit().all(Query.first(context.queryParams()))));
  }

  private void addUsers(ConsoleOperations operations) {
    operations
        .on("listUsers", handlers.readLocally(context -> requests.users().list(page(context))))
        .on(
            "changeUser",
            handlers.writeLocally(
                (context, body) ->
                    requests
                        .users()
                        .change(Callers.of(context), PathIds.of(context, "id", "user"), body)))
        .on(
            "resetWorkspaceUser",
            handlers.writeLocally(
                (context, body) ->
                    requests
                        .resets()
                        .reset(Callers.of(context), workspace(context), user(context), body)))
        .on(
            "acceptPasswordReset",
            handlers.writeByAnyone(
                (context, body) ->
                    success(requests.resetAcceptance().accept(cookies.clientOf(context), body))));
  }

  private Future<SessionResponse> accept(RoutingContext context, byte[] body) {
    return requests
        .acceptance()
        .accept(cookies.clientOf(context), Callers.session(context), body)
        .onSuccess(accepted -> accepted.opened().ifPresent(opened -> cookies.set(context, opened)))
        .map(InvitationAcceptance.Accepted::response);
  }

  private void addMembers(ConsoleOperations operations) {
    operations
        .on(
            "listWorkspaceUsers",
            handlers.readLocally(
                context -> requests.members().list(workspace(context), page(context))))
        .on(
            "changeWorkspaceUser",
            handlers.writeLocally(
                (context, body) ->
                    requests
                        .members()
                        .change(Callers.of(context), workspace(context), user(context), body)))
        .on(
            "removeWorkspaceUser",
            handlers.readLocally(
                context ->
                    success(
                        requests
                            .members()
                            .remove(Callers.of(context), workspace(context), user(context)))));
  }

  private void addInvitations(ConsoleOperations operations) {
    operations
        .on("acceptInvitation", handlers.writeByAnyone(this::accept))
        .on(
            "createInvitation",
            handlers.writeLocally(
                (context, body) ->
                    requests.invitations().create(Callers.of(context), workspace(context), body)))
        .on(
            "listInvitations",
            handlers.readLocally(
                context -> requests.invitations().list(workspace(context), page(context))))
        .on(
            "deleteInvitation",
            handlers.readLocally(
                context ->
                    success(
                        requests
                            .invitations()
                            .delete(
                                Callers.of(context), PathIds.of(context, "id", "invitation")))));
  }

  private void addTokens(ConsoleOperations operations) {
    operations
        .on(
            "createToken",
            handlers.writeLocally(
                (context, body) -> requests.tokens().create(Callers.of(context), body)))
        .on(
            "listTokens",
            handlers.readLocally(
                context -> requests.tokens().ofUser(Callers.of(context), page(context))))
        .on(
            "endToken",
            handlers.readLocally(
                context ->
                    success(
                        requests
                            .tokens()
                            .endOwn(Callers.of(context), PathIds.of(context, "id", "token")))))
        .on(
            "listWorkspaceTokens",
            handlers.readLocally(
                context -> requests.tokens().ofWorkspace(workspace(context), page(context))))
        .on(
            "endWorkspaceToken",
            handlers.readLocally(
                context ->
                    success(
                        requests
                            .tokens()
                            .endOfWorkspace(
                                Callers.of(context),
                                workspace(context),
                                PathIds.of(context, "tokenId", "token")))));
  }

  private void addViews(ConsoleOperations operations) {
    operations
        .on(
            "listSavedViews",
            handlers.readLocally(
                context ->
                    requests.views().list(Callers.of(context), workspace(context), page(context))))
        .on(
            "createSavedView",
            handlers.writeLocally(
                (context, body) ->
                    requests.views().create(Callers.of(context), workspace(context), body)))
        .on(
            "changeSavedView",
            handlers.writeLocally(
                (context, body) ->
                    requests.views().change(Callers.of(context), view(context), body)))
        .on(
            "deleteSavedView",
            handlers.readLocally(
                context -> success(requests.views().delete(Callers.of(context), view(context)))));
  }

  private static Future<JsonResponse> success(Future<Void> done) {
    return done.map(ignored -> JsonResponse.success());
  }

  private static PageParameters page(RoutingContext context) {
    return PageParameters.of(Query.first(context.queryParams()));
  }

  private static long workspace(RoutingContext context) {
    return PathIds.of(context, "id", "workspace");
  }

  private static long user(RoutingContext context) {
    return PathIds.of(context, "userId", "user");
  }

  private static long view(RoutingContext context) {
    return PathIds.of(context, "id", "saved view");
  }
}
