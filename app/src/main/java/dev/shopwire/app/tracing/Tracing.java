package dev.shopwire.app.tracing;

import io.vertx.core.spi.VertxTracerFactory;
import java.util.Optional;

/** Enables tracing if it is configured. */
public final class Tracing {
  private Tracing() {}

  /** Empty if no endpoint is set; no class of OpenTelemetry is loaded then. */
  public static Optional<VertxTracerFactory> factory(TracingConfig config) {
    return config
        .endpoint()
        .map(endpoint -> SpanExport.factory(endpoint.toString(), config.ratio(), config.service()));
  }
}
