package dev.shopwire.app.cluster;

import dev.shopwire.app.cluster.tls.ClusterTls;
import dev.shopwire.common.config.Settings;
import io.vertx.core.eventbus.EventBusOptions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Where this process takes messages of the others.
 *
 * @param host that it listens on
 * @param port that it listens on; 0: a free one, which the others learn from the cluster
 * @param publicHost how the others reach it, if not by {@code host}
 * @param publicPort how the others reach it, if not by {@code port}; 0: the same
 * @param tls empty: messages travel in the clear, and whoever reaches the port can send them
 */
record BusConfig(
    String host, int port, Optional<String> publicHost, int publicPort, Optional<ClusterTls> tls) {
  /*
   * A peer that is gone without a word (its host cut off, its process frozen) is given up after three
   * seconds; connecting again may take one. Otherwise messages would go into a dead connection for
   * as long as TCP retransmits, which is longer than the cut.
   */
  private static final int PING_MILLIS = 1_000;
  private static final int PONG_MILLIS = 2_000;
  private static final int CONNECT_MILLIS = 1_000;

  static BusConfig of(Settings settings, String clusterHost, Optional<ClusterTls> tls) {
    return new BusConfig(
        settings.text("cluster.bus.host").orElse(clusterHost),
        settings.port("cluster.bus.port", 0),
        settings.text("cluster.bus.public.host"),
        settings.port("cluster.bus.public.port", 0),
        tls);
  }

  EventBusOptions options() {
    EventBusOptions options =
        new EventBusOptions()
            .setHost(host)
            .setPort(port)
            .setClusterPublicHost(publicHost.orElse(host))
            .setClusterPingInterval(PING_MILLIS)
            .setClusterPingReplyInterval(PONG_MILLIS)
            .setConnectTimeout(CONNECT_MILLIS)
            .setTcpNoDelay(true);
    if (publicPort > 0) {
      options.setClusterPublicPort(publicPort);
    }
    tls.ifPresent(
        members -> {
          members.secure(options);
          options
              .setSslHandshakeTimeout(CONNECT_MILLIS)
              .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
        });
    return options;
  }
}
