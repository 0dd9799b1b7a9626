package dev.shopwire.webhook;

import dev.shopwire.common.role.Role;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/**
 * Endpoints, signing and delivery: so far it answers for its state and nothing else. Ready when the
 * bus knows that.
 */
public final class WebhookVerticle extends VerticleBase {
  @Override
  public Future<?> start() {
    return Role.WEBHOOK.serveStatus(vertx);
  }
}
