package dev.shopwire.ingest.admission;

import dev.shopwire.ingest.auth.ApiKeyGrant;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.function.BiFunction;

/** Lets in a call that carries no events: its key is looked at, then its rate. */
public final class ApiGate {
  private final Authentication authentication;
  private final KeyedBodies bodies;
  private final Admission admission;

  public ApiGate(Authentication authentication, KeyedBodies bodies, Admission admission) {
    this.authentication = authentication;
    this.bodies = bodies;
    this.admission = admission;
  }

  /**
   * @return fails with 401 or 429; the answer's headers tell the limits
   */
  public Future<ApiKeyGrant> enter(RoutingContext context) {
    return authentication.with(context, grant -> admit(context, grant));
  }

  /** The same with a body, which comes while the rate is looked at; {@code next} gets both. */
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
              LimitHeaders.tell(context.response(), grant, decision);
              return decision.outcome() == AdmissionDecision.Outcome.LIMITED
                  ? Future.failedFuture(decision.refusal())
                  : Future.succeededFuture(grant);
            });
  }
}
