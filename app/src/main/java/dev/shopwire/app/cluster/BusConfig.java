package dev.shopwire.app.cluster;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Where this process takes messages of the others.
 *
 * @param host that it listens on
 * @param port that it listens on; 0: a free one, which the others learn from the cluster
 * @param publicHost how the others reach it, if not by {@code host}
 * @param publicPort how the others reach it, if not by {@code port}; 0: the same
 * @param tls empty: messages travel in the clear
 */
record BusConfig(
    String host, int port, Optional<String> publicHost, int publicPort, Optional<Tls> tls) {
  /*
   * A peer that is gone without a word (its host cut off, its process frozen) is given up after three
   * seconds; connecting again may take one. Otherwise messages would go into a dead connection for
   * as long as TCP retransmits, which is longer than the cut.
   */
  private static final int PING_MILLIS = 1_000;
  private static final int PONG_MILLIS = 2_000;
  private static final int CONNECT_MILLIS = 1_000;

  /** PEM files: this node's certificate and key, and the authority that signed everybody's. */
  record Tls(Path certificate, Path key, Path authority) {}

  static BusConfig of(Settings settings, String clusterHost) {
    return new BusConfig(
        settings.text("cluster.bus.host").orElse(clusterHost),
        settings.port("cluster.bus.port", 0),
        settings.text("cluster.bus.public.host"),
        settings.port("cluster.bus.public.port", 0),
        tls(settings));
  }

  private static Optional<Tls> tls(Settings settings) {
    Optional<Path> certificate = file(settings, "cluster.bus.tls.certificate");
    Optional<Path> key = file(settings, "cluster.bus.tls.key");
    Optional<Path> authority = file(settings, "cluster.bus.tls.authority");
    if (Stream.of(certificate, key, authority).allMatch(Optional::isEmpty)) {
      return Optional.empty();
    }
    return Optional.of(
        new Tls(
            certificate.orElseThrow(() -> missing(settings, "cluster.bus.tls.certificate")),
            key.orElseThrow(() -> missing(settings, "cluster.bus.tls.key")),
            authority.orElseThrow(() -> missing(settings, "cluster.bus.tls.authority"))));
  }

  private static Optional<Path> file(Settings settings, String key) {
    Optional<Path> file = settings.text(key).map(Path::of);
    file.ifPresent(
        path -> {
          if (!Files.isReadable(path)) {
            throw settings.wrong(key, "a PEM file that can be read", path.toString());
          }
        });
    return file;
  }

  private static SettingException missing(Settings settings, String key) {
    return new SettingException(
        settings.nameOf(key)
            + ": expected a PEM file; TLS on the bus needs cluster.bus.tls.certificate,"
            + " cluster.bus.tls.key and cluster.bus.tls.authority");
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
        files ->
            options
                .setSsl(true)
                .setSslHandshakeTimeout(CONNECT_MILLIS)
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setKeyCertOptions(
                    new PemKeyCertOptions()
                        .setCertPath(files.certificate().toString())
                        .setKeyPath(files.key().toString()))
                .setTrustOptions(new PemTrustOptions().addCertPath(files.authority().toString()))
                // The default of Vert.x is to trust any server.
                .setTrustAll(false)
                .setClientAuth(ClientAuth.REQUIRED));
    return options;
  }
}
