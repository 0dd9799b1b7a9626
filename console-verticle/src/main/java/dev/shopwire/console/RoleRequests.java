package dev.shopwire.console;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminItemRequest;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminPartRequest;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.contracts.LogQuery;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.role.Role;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Map;

/**
 * Sends requests of authorized callers to other roles. API and pages use the same ones, with the
 * same parameters, so that their responses can't differ. Not thread-safe; use from one event loop.
 */
public final class RoleRequests {
  private static final int MAX_TEXT_LENGTH = 1_000;

  private final Vertx vertx;

  public RoleRequests(Vertx vertx) {
    this.vertx = vertx;
  }

  /**
   * A read whose parameters the role parses.
   *
   * @param id from the path
   * @param parameters the first value of each query parameter
   */
  public Future<JsonResponse> query(
      Contract<AdminQuery, JsonResponse> contract,
      long id,
      Map<String, String> parameters,
      Caller caller) {
    return contract.call(vertx, new AdminQuery(id, parameters, caller));
  }

  /**
   * A page of a list; fails with 422 if its parameters are invalid.
   *
   * @param parameters {@code take}, {@code cursor} and {@code search}
   */
  public Future<JsonResponse> list(
      Contract<AdminListRequest, JsonResponse> contract,
      long id,
      Map<String, String> parameters,
      Caller caller) {
    PageParameters page = PageParameters.of(parameters);
    return contract.call(
        vertx,
        new AdminListRequest(id, page.take(), page.afterId(), text(parameters, "search"), caller));
  }

  /**
   * A request whose body the role parses.
   *
   * @param body JSON text, empty if the request has none
   */
  public Future<JsonResponse> send(
      Contract<AdminRequest, JsonResponse> contract, long id, String body, Caller caller) {
    return contract.call(vertx, new AdminRequest(id, body, caller));
  }

  /**
   * Same about part of a resource.
   *
   * @param part its id or name
   */
  public Future<JsonResponse> sendPart(
      Contract<AdminPartRequest, JsonResponse> contract,
      long id,
      String part,
      String body,
      Caller caller) {
    return contract.call(vertx, new AdminPartRequest(id, part, body, caller));
  }

  /** Same about a resource whose id is not a number. */
  public Future<JsonResponse> sendItem(
      Contract<AdminItemRequest, JsonResponse> contract, String id, String body, Caller caller) {
    return contract.call(vertx, new AdminItemRequest(id, body, caller));
  }

  /** A page of the attribution log of a workspace; fails with 422 as {@link #list} does. */
  public Future<JsonResponse> attributionLog(
      long workspaceId, Map<String, String> parameters, Caller caller) {
    PageParameters page = PageParameters.of(parameters);
    return AttributionContracts.LOG.call(
        vertx,
        new LogQuery(
            workspaceId,
            page.take(),
            page.afterId(),
            text(parameters, "app"),
            text(parameters, "shop"),
            text(parameters, "code"),
            caller));
  }

  /**
   * The reply to a request that may take long; fails with 503 as soon as it is known that no
   * process works on it.
   */
  public <T> Future<T> unlessSilent(Role role, Future<T> reply) {
    if (reply.isComplete()) {
      return reply;
    }
    Promise<T> result = Promise.promise();
    reply.onComplete(result::tryComplete, result::tryFail);
    status(role).recover(error -> status(role)).onFailure(result::tryFail);
    return result.future();
  }

  private Future<Role.Status> status(Role role) {
    return role.status().call(vertx, new Role.StatusRequest());
  }

  /**
   * A query parameter, trimmed; empty if absent.
   *
   * @throws Failure 422 if the value is too long or contains characters that cannot be stored
   */
  private static String text(Map<String, String> parameters, String name) {
    Query query = new Query(parameters);
    String text = query.trimmed(name, MAX_TEXT_LENGTH);
    query.throwIfInvalid();
    return text;
  }
}
