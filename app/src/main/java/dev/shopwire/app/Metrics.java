package dev.shopwire.app;

import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.EnumSet;
import java.util.stream.Collectors;

/** The process's meters. */
final class Metrics {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();

  Metrics() {
    gc.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
  }

  PrometheusMeterRegistry registry() {
    return registry;
  }

  /** Of Vert.x's own meters only its pools: the others cost time on the hot path. */
  MicrometerMetricsFactory factory() {
    return new MicrometerMetricsFactory(registry);
  }

  VertxOptions options() {
    MicrometerMetricsOptions pools =
        new MicrometerMetricsOptions()
            .setEnabled(true)
            .setDisabledMetricsCategories(
                EnumSet.complementOf(EnumSet.of(MetricsDomain.NAMED_POOLS)).stream()
                    .map(MetricsDomain::toCategory)
                    .collect(Collectors.toSet()));
    return new VertxOptions()
        .setMetricsOptions(pools)
        .setFileSystemOptions(
            // Nothing is served from files, so nothing needs to be cached in some.
            new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false));
  }

  void close() {
    gc.close();
  }
}
