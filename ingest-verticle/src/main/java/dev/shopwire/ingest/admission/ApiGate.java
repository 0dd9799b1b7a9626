package dev.shopwire.ingest.admission;

import dev.shopwire.ingest.auth.ApiKeyGrant;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.function.BiFunction;

/** Admits requests that carry no events: checks the API key, then the rate limit. */
public final class ApiGate {
  private final Authentication authentication;
  private final AuthenticatedBodies bodies;
  private final Admission admission;

  public ApiGate(Authentication authentication, AuthenticatedBodies bodies, Admission admission) {
    this.authentication = authentication;
    this.bodies = bodies;
    this.admission = admission;
  }

  /**
   * @return fails with 401 or 429; sets the response's rate limit headers
   */
  public Future<ApiKeyGrant> enter(RoutingContext context) {
    return authentication.authenticate(context, grant -> admit(context, grant));
  }

  /** Same for a request with a body, which is read while the rate limit is checked. */
  public <T> Future<T> enterWithBody(
      RoutingContext context, BiFunction<ApiKeyGrant, byte[], Future<T>> next) {
    return bodies.read(
        context,
        (grant, body) ->
            admit(context, grant)
                .compose(admitted -> body)
                .compose(bytes -> next.apply(grant, bytes)));
  }

  private Future<ApiKeyGrant> admit(RoutingContext context, ApiKeyGrant grant) {
    return admission
        .admit(grant, 0, Optional.empty())
        .compose(
            decision -> {
              LimitHeaders.set(context.response(), grant, decision);
              return decision.outcome() == AdmissionDecision.Outcome.LIMITED
                  ? Future.failedFuture(decision.toFailure())
                  : Future.succeededFuture(grant);
            });
  }
}
