package dev.shopwire.attribution;

import dev.shopwire.common.role.Role;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/**
 * Affiliates, codes and first touch: so far it answers for its state and nothing else. Ready when
 * the bus knows that.
 */
public final class AttributionVerticle extends VerticleBase {
  @Override
  public Future<?> start() {
    return Role.ATTRIBUTION.serveStatus(vertx);
  }
}
