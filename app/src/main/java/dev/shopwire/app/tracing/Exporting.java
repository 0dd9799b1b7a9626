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

/** Spans as they are sampled, collected and sent; what the collector doesn't take is dropped. */
final class Exporting {
  private static final Duration EXPORT_TIME = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private Exporting() {}

  /** Nobody is ever kept waiting: the queue of spans is bounded and sent by a thread of its own. */
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
   * By the trace's id, so that all processes decide alike. A caller may say that its trace isn't
   * wanted; that it is, wins nothing: else anybody could have everything traced.
   */
  private static Sampler sampler(double ratio) {
    Sampler byId = Sampler.traceIdRatioBased(ratio);
    return Sampler.parentBasedBuilder(byId).setRemoteParentSampled(byId).build();
  }
}
