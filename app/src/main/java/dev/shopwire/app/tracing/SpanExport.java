package dev.shopwire.app.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.vertx.core.spi.VertxTracerFactory;
import java.time.Duration;

/** Samples, collects and exports spans; those that the collector doesn't accept are dropped. */
final class SpanExport {
  private static final Duration EXPORT_TIME = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private SpanExport() {}

  /** Never blocks callers: the queue of spans is bounded and sent by its own thread. */
  static VertxTracerFactory factory(String endpoint, double ratio, String service) {
    SpanContexts.register();
    SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .setSampler(sampler(ratio))
            .setResource(
                Resource.create(Attributes.of(AttributeKey.stringKey("service.name"), service)))
            .addSpanProcessor(
                BatchSpanProcessor.builder(
                        OtlpHttpSpanExporter.builder()
                            .setEndpoint(endpoint)
                            .setTimeout(EXPORT_TIME)
                            .build())
                    .setScheduleDelay(PAUSE)
                    .build())
            .build();
    return options -> new SpanTracer(provider);
  }

  /**
   * Samples by trace id, so that all processes decide alike. A caller may opt out of sampling but
   * not in: otherwise any client could have everything traced.
   */
  private static Sampler sampler(double ratio) {
    Sampler byId = Sampler.traceIdRatioBased(ratio);
    return Sampler.parentBasedBuilder(byId).setRemoteParentSampled(byId).build();
  }
}
