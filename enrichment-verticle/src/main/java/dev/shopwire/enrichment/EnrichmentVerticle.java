package dev.shopwire.enrichment;

import dev.shopwire.common.role.Role;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/**
 * Customers, custom fields and staff: so far it answers for its state and nothing else. Ready when
 * the bus knows that.
 */
public final class EnrichmentVerticle extends VerticleBase {
  @Override
  public Future<?> start() {
    return Role.ENRICHMENT.serveStatus(vertx);
  }
}
