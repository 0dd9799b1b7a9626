package dev.shopwire.app.cluster;

import dev.shopwire.app.cluster.tls.ClusterTls;
import dev.shopwire.common.config.Settings;
import io.vertx.core.eventbus.EventBusOptions;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Where this process receives messages from other members.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 for a free one, which the cluster announces
 * @param publicHost the host by which others reach it, if not {@code host}
 * @param publicPort the port by which others reach it, if not {@code port}; 0 for the same
 * @param tls empty for unencrypted messages, which any client that reaches the port can send
 */
record BusConfig(
    String host, int port, Optional<String> publicHost, int publicPort, Optional<ClusterTls> tls) {
  /*
   * A peer that fails silently (its host disconnected, its process frozen) is dropped after three
   * seconds; reconnecting may take one. Otherwise messages would go into a dead connection for as
   * long as TCP retransmits, which is longer than the outage.
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
