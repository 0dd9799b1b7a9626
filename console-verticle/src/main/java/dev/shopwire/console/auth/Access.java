package dev.shopwire.console.auth;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Actor;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.addresses.Proxies;
import dev.shopwire.common.docs.ApiOperation;
import dev.shopwire.common.http.RequestIds;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;

/** Decides who makes a request and whether they may. Not thread-safe; use from one event loop. */
public final class Access {
  private final AdminAccess adminToken;
  private final Proxies proxies;

  /**
   * @param proxies resolve the address of a request's client
   */
  public Access(AdminAccess adminToken, Proxies proxies) {
    this.adminToken = adminToken;
    this.proxies = proxies;
  }

  /**
   * What an operation requires.
   *
   * @param least the least level
   */
  public record Rule(AccessLevel least) {
    /**
     * @throws IllegalStateException if the document names no role for the operation
     */
    public static Rule of(ApiOperation operation) {
      return new Rule(
          AccessLevel.find(operation.requiredRole())
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "The operation %s has no x-required-role in the OpenAPI document"
                              .formatted(operation.id()))));
    }
  }

  /** The caller of {@code context}, or a failure with 401, 403, 404 or 429. */
  public Future<Caller> authorize(RoutingContext context, Rule rule) {
    if (rule.least() == AccessLevel.NONE) {
      return Future.succeededFuture(caller(context, Actor.SYSTEM, AccessLevel.NONE));
    }
    return adminToken
        .check(context.request())
        .map(valid -> caller(context, Actor.ADMIN_TOKEN, AccessLevel.OPERATOR));
  }

  private Caller caller(RoutingContext context, Actor actor, AccessLevel level) {
    return new Caller(
        actor, level, 0, proxies.addressOf(context.request()), RequestIds.of(context));
  }
}
