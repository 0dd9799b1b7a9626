package dev.shopwire.app.tracing;

import io.vertx.core.spi.VertxTracerFactory;
import java.util.Optional;

/** Traces, if they are wanted. */
public final class Tracing {
  private Tracing() {}

  /** Empty while no endpoint is set: no class of OpenTelemetry is loaded then. */
  public static Optional<VertxTracerFactory> factory(TracingConfig config) {
    return config
        .endpoint()
        .map(endpoint -> Exporting.factory(endpoint.toString(), config.ratio(), config.service()));
  }
}
