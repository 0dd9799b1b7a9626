package dev.shopwire.app.metrics;

import dev.shopwire.sources.fence.DatabaseUri;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.core.spi.metrics.ClientMetrics;
import io.vertx.core.spi.metrics.PoolMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.time.Duration;

/**
 * Of what Vert.x can measure, selects its pools (by Micrometer's adapter) and the calls to
 * PostgreSQL. HTTP, the bus and Redis are measured where their routes, addresses and outcomes are
 * known.
 *
 * <p>Omits Redis pools: each new client has its own pool with its own name, and a new client is
 * created twice a second while Redis is unavailable.
 */
public final class StoreMetrics implements VertxMetricsFactory {
  private final VertxMetricsFactory pools;
  private final StoreRequests postgres;

  /**
   * @param pools Micrometer's adapter
   * @param slowStatement statements that take longer are logged; zero for none
   */
  public StoreMetrics(VertxMetricsFactory pools, MeterRegistry registry, Duration slowStatement) {
    this.pools = pools;
    this.postgres = new StoreRequests(registry, "postgres", "Statements", slowStatement.toNanos());
  }

  @Override
  public VertxMetrics metrics(VertxOptions options) {
    VertxMetrics adapter = pools.metrics(options);
    return new VertxMetrics() {
      @Override
      public void vertxCreated(Vertx vertx) {
        adapter.vertxCreated(vertx);
      }

      @Override
      @SuppressWarnings("NullAway") // the interface returns null for "not measured"
      public PoolMetrics<?, ?> createPoolMetrics(String type, String name, int maxSize) {
        return type.equals("redis") ? null : adapter.createPoolMetrics(type, name, maxSize);
      }

      @Override
      @SuppressWarnings("NullAway") // as above
      public ClientMetrics<?, ?, ?> createClientMetrics(
          SocketAddress address, String type, String namespace) {
        return type.equals("sql") && !DatabaseUri.METRICS_NAME.equals(namespace) ? postgres : null;
      }

      @Override
      public boolean isMetricsEnabled() {
        return true;
      }

      @Override
      public void close() {
        adapter.close();
      }
    };
  }
}
