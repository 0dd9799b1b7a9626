package dev.shopwire.console;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.query.Query;
import dev.shopwire.console.audit.AuditRequests;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.members.InvitationRequests;
import dev.shopwire.console.members.MemberRequests;
import dev.shopwire.console.tokens.TokenRequests;
import dev.shopwire.console.views.ViewRequests;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;

/**
 * Connects the operations about users, invitations, API tokens, the audit log and saved views with
 * their calls. Not thread-safe; use from one event loop.
 */
final class PeopleOperations {
  private final ConsoleHandlers handlers;
  private final MemberRequests members;
  private final InvitationRequests invitations;
  private final TokenRequests tokens;
  private final AuditRequests audit;
  private final ViewRequests views;

  PeopleOperations(ConsoleHandlers handlers, PeopleRequests requests) {
    this.handlers = handlers;
    members = requests.members();
    invitations = requests.invitations();
    tokens = requests.tokens();
    audit = requests.audit();
    views = requests.views();
  }

  void addTo(ConsoleOperations operations) {
    addMembers(operations);
    addInvitations(operations);
    addTokens(operations);
    addViews(operations);
    operations
        .on(
            "listAuditLog",
            handlers.readLocally(
                context ->
                    audit.ofWorkspace(workspace(context), Query.first(context.queryParams()))))
        .on(
            "listAllAuditLog",
            handlers.readLocally(context -> audit.all(Query.first(context.queryParams()))));
  }

  private void addMembers(ConsoleOperations operations) {
    operations
        .on(
            "listWorkspaceUsers",
            handlers.readLocally(context -> members.list(workspace(context), page(context))))
        .on(
            "changeWorkspaceUser",
            handlers.writeLocally(
                (context, body) ->
                    members.change(Callers.of(context), workspace(context), user(context), body)))
        .on(
            "removeWorkspaceUser",
            handlers.readLocally(
                context ->
                    success(
                        members.remove(Callers.of(context), workspace(context), user(context)))));
  }

  private void addInvitations(ConsoleOperations operations) {
    operations
        .on(
            "createInvitation",
            handlers.writeLocally(
                (context, body) ->
                    invitations.create(Callers.of(context), workspace(context), body)))
        .on(
            "listInvitations",
            handlers.readLocally(context -> invitations.list(workspace(context), page(context))))
        .on(
            "deleteInvitation",
            handlers.readLocally(
                context ->
                    success(
                        invitations.delete(
                            Callers.of(context), PathIds.of(context, "id", "invitation")))));
  }

  private void addTokens(ConsoleOperations operations) {
    operations
        .on(
            "createToken",
            handlers.writeLocally((context, body) -> tokens.create(Callers.of(context), body)))
        .on(
            "listTokens",
            handlers.readLocally(context -> tokens.ofUser(Callers.of(context), page(context))))
        .on(
            "endToken",
            handlers.readLocally(
                context ->
                    success(
                        tokens.endOwn(Callers.of(context), PathIds.of(context, "id", "token")))))
        .on(
            "listWorkspaceTokens",
            handlers.readLocally(context -> tokens.ofWorkspace(workspace(context), page(context))))
        .on(
            "endWorkspaceToken",
            handlers.readLocally(
                context ->
                    success(
                        tokens.endOfWorkspace(
                            Callers.of(context),
                            workspace(context),
                            PathIds.of(context, "tokenId", "token")))));
  }

  private void addViews(ConsoleOperations operations) {
    operations
        .on(
            "listSavedViews",
            handlers.readLocally(
                context -> views.list(Callers.of(context), workspace(context), page(context))))
        .on(
            "createSavedView",
            handlers.writeLocally(
                (context, body) -> views.create(Callers.of(context), workspace(context), body)))
        .on(
            "changeSavedView",
            handlers.writeLocally(
                (context, body) -> views.change(Callers.of(context), view(context), body)))
        .on(
            "deleteSavedView",
            handlers.readLocally(
                context -> success(views.delete(Callers.of(context), view(context)))));
  }

  private static Future<JsonResponse> success(Future<Void> done) {
    return done.map(ignored -> JsonResponse.success());
  }

  private static PageParameters page(RoutingContext context) {
    return PageParameters.of(context.request());
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
