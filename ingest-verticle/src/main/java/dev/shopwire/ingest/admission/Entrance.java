package dev.shopwire.ingest.admission;

import dev.shopwire.ingest.auth.Grant;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.function.BiFunction;

/** Lets in a call that carries no events: its key is looked at, then its rate. */
public final class Entrance {
  private final Authentication authentication;
  private final KeyedBodies bodies;
  private final Admission admission;

  public Entrance(Authentication authentication, KeyedBodies bodies, Admission admission) {
    this.authentication = authentication;
    this.bodies = bodies;
    this.admission = admission;
  }

  /**
   * @return fails with 401 or 429; the answer's headers tell the limits
   */
  public Future<Grant> enter(RoutingContext context) {
    return authentication.with(context, grant -> admit(context, grant));
  }

  /** The same with a body, which comes while the rate is looked at; {@code next} gets both. */
  public <T> Future<T> enterWithBody(
      RoutingContext context, BiFunction<Grant, byte[], Future<T>> next) {
    return bodies.read(
        context,
        (grant, body) ->
            admit(context, grant)
                .compose(admitted -> body)
                .compose(bytes -> next.apply(grant, bytes)));
  }

  private Future<Grant> admit(RoutingContext context, Grant grant) {
    return admission
        .admit(grant, 0, Optional.empty())
        .compose(
            decision -> {
              LimitHeaders.tell(context.response(), grant, decision);
              return decision.outcome() == Decision.Outcome.LIMITED
                  ? Future.failedFuture(decision.refusal())
                  : Future.succeededFuture(grant);
            });
  }
}
