package dev.shopwire.common.telemetry;

import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.spi.VertxServiceProvider;

/** Registers {@link RequestScope} with every Vert.x instance before it creates contexts. */
public final class RequestScopeRegistration implements VertxServiceProvider {
  @Override
  public void init(VertxBootstrap builder) {
    RequestScope.register();
  }
}
