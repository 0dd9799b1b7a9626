package dev.shopwire.common.telemetry;

import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.spi.VertxServiceProvider;

/** Has every Vert.x instance make room for a {@link RequestScope}, before it makes contexts. */
public final class RequestScopeRegistration implements VertxServiceProvider {
  @Override
  public void init(VertxBootstrap builder) {
    RequestScope.register();
  }
}
