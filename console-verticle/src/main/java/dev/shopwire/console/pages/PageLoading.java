package dev.shopwire.console.pages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Actor;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.http.RequestIds;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.pages.Visitor.Membership;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.sessions.SignedInUser;
import dev.shopwire.console.sessions.UserSession;
import dev.shopwire.console.tenants.WorkspaceRequests;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Loads what every page shows: its visitor and its workspace. */
final class PageLoading {
  private final Pool pool;
  private final WorkspaceRequests workspaces;

  PageLoading(Pool pool, WorkspaceRequests workspaces) {
    this.pool = pool;
    this.workspaces = workspaces;
  }

  /** Fails with 404 if there is no such workspace. */
  Future<PageRequest> load(RoutingContext context, Caller caller, FormData form) {
    Future<Optional<Visitor>> visitor =
        Callers.session(context)
            .map(session -> visitor(session, caller))
            .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    Future<Optional<PageWorkspace>> workspace =
        caller.workspaceId() == 0
            ? Future.succeededFuture(Optional.empty())
            : workspaces
                .show(caller.workspaceId())
                .map(shown -> Optional.of(workspace(Json.MAPPER.valueToTree(shown), caller)));
    return Future.all(visitor, workspace)
        .map(
            loaded ->
                new PageRequest(
                    context,
                    caller,
                    visitor.result(),
                    workspace.result(),
                    FormData.of(context.queryParams()),
                    form));
  }

  /** A request of which nothing is known but its address: a store may be unavailable. */
  PageRequest unknown(RoutingContext context) {
    Caller anyone = new Caller(Actor.SYSTEM, AccessLevel.NONE, 0, "", RequestIds.of(context));
    return new PageRequest(
        context, anyone, Optional.empty(), addressed(context), FormData.EMPTY, FormData.EMPTY);
  }

  /** The workspace that the address names, so that the navigation leads back to it. */
  private static Optional<PageWorkspace> addressed(RoutingContext context) {
    return Optional.ofNullable(context.pathParam(ConsolePage.WORKSPACE_PARAMETER))
        .flatMap(NumericId::parse)
        .map(id -> new PageWorkspace(id, "", Optional.empty(), false, AccessLevel.ANALYST));
  }

  private static PageWorkspace workspace(JsonNode shown, Caller caller) {
    JsonNode workspace = shown.path("workspace");
    return new PageWorkspace(
        caller.workspaceId(),
        workspace.path("name").asText(),
        Optional.ofNullable(workspace.path("timezone").textValue()),
        workspace.path("requireTotp").asBoolean(),
        caller.level());
  }

  private Future<Optional<Visitor>> visitor(UserSession session, Caller caller) {
    return SignedInUser.find(pool, session.userId())
        .compose(
            found ->
                found
                    .map(
                        user ->
                            memberships(user, caller)
                                .map(all -> Optional.of(visitor(user, session, all))))
                    .orElseGet(() -> Future.succeededFuture(Optional.empty())));
  }

  /** Operators are owners of all workspaces. */
  private Future<List<Membership>> memberships(SignedInUser user, Caller caller) {
    if (!user.operator()) {
      return Future.succeededFuture(
          user.memberships().stream().map(PageLoading::membership).toList());
    }
    return workspaces
        .list(caller, new PageParameters(PageSize.MAX, Optional.empty()))
        .map(listed -> Json.MAPPER.<JsonNode>valueToTree(listed).path("workspaces"))
        .map(
            all ->
                StreamSupport.stream(all.spliterator(), false)
                    .map(
                        each ->
                            new Membership(
                                each.path("id").asText(),
                                each.path("name").asText(),
                                AccessLevel.OWNER))
                    .toList());
  }

  private static Membership membership(SignedInUser.Membership membership) {
    return new Membership(
        membership.workspace().id(),
        membership.workspace().name(),
        AccessLevel.of(membership.role()));
  }

  private static Visitor visitor(
      SignedInUser user, UserSession session, List<Membership> memberships) {
    return new Visitor(
        user.id(),
        user.email(),
        user.name(),
        user.operator(),
        user.totp(),
        Optional.ofNullable(user.timezone()),
        user.theme(),
        user.shortcuts(),
        memberships,
        session.csrfToken());
  }
}
