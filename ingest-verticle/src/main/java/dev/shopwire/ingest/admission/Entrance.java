package dev.shopwire.ingest.admission;

import dev.shopwire.common.http.Callers;
import dev.shopwire.ingest.auth.Grant;
import dev.shopwire.ingest.auth.KeyRing;
import dev.shopwire.ingest.compat.VendorNames;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** Lets in a call that carries no events: its key is looked at, then its rate. */
public final class Entrance {
  private final KeyRing keys;
  private final Admission admission;

  public Entrance(KeyRing keys, Admission admission) {
    this.keys = keys;
    this.admission = admission;
  }

  /**
   * @return fails with 401 or 429; the answer's headers tell the limits
   */
  public Future<Grant> enter(RoutingContext context) {
    return keys.grant(VendorNames.apiKey(context.request()))
        .compose(
            grant -> {
              Callers.told(context, grant.keyId(), grant.workspaceId());
              return admission
                  .admit(grant, 0, Optional.empty())
                  .compose(
                      decision -> {
                        LimitHeaders.tell(context.response(), grant, decision);
                        return decision.outcome() == Decision.Outcome.LIMITED
                            ? Future.failedFuture(decision.refusal())
                            : Future.succeededFuture(grant);
                      });
            });
  }
}
