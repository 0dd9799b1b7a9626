package dev.shopwire.app;

import dev.shopwire.app.logs.LogConfig;
import dev.shopwire.app.metrics.EventLoopLag;
import dev.shopwire.app.metrics.StoreMetrics;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.DiskSpaceMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.EnumSet;
import java.util.stream.Collectors;

/** Creates and registers the process's meters. */
final class Metrics {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();

  private final LogConfig logs;

  Metrics(LogConfig logs) {
    this.logs = logs;
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

  /** Of Vert.x's own metrics includes only pools and PostgreSQL calls. */
  VertxMetricsFactory factory() {
    return new StoreMetrics(new MicrometerMetricsFactory(registry), registry, logs.slowStatement());
  }

  /** Must be called before anything is deployed. */
  void install(Vertx vertx, AppConfig app, Health health) {
    new Telemetry(registry, logs.access()).install(vertx);
    EventLoopLag.measure(vertx, registry);
    new DiskSpaceMetrics(app.dataDirectory().toAbsolutePath().toFile()).bindTo(registry);
    Gauge.builder("shopwire.ready", health, state -> state.isReady() ? 1 : 0)
        .description("1 if this process is ready")
        .register(registry);
    Gauge.builder("shopwire.postgres.up", health, state -> state.postgresResponds() ? 1 : 0)
        .description("1 if PostgreSQL responded to the last probe")
        .register(registry);
    for (Role role : app.roles()) {
      Gauge.builder("shopwire.role", () -> 1)
          .description("1 for each role that this process runs")
          .tag("role", role.id())
          .register(registry);
    }
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
            // No files are served, so no file cache is needed.
            new FileSystemOptions()
                .setFileCachingEnabled(false)
                .setClassPathResolvingEnabled(false));
  }

  void close() {
    gc.close();
  }
}
