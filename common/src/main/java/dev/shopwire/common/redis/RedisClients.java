package dev.shopwire.common.redis;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import java.util.List;

/**
 * Makes clients of single servers, each with one connection. Which server that is, this package
 * finds out by itself: the client's own modes for clusters and sentinels don't follow a redirected
 * batch, keep broken connections for ever, and want every node there before they use any.
 */
final class RedisClients {
  private static final int CONNECT_MILLIS = 1_000;
  private static final int MAX_WAITING = 2_048;

  private final Vertx vertx;
  private final RedisUri uri;
  private final RedisConfig config;

  RedisClients(Vertx vertx, RedisUri uri, RedisConfig config) {
    this.vertx = vertx;
    this.uri = uri;
    this.config = config;
  }

  RedisUri uri() {
    return uri;
  }

  List<HostPort> hosts() {
    return uri.hosts();
  }

  /** A client of a server with data. */
  Redis server(HostPort address) {
    RedisOptions options = options(address.endpoint(uri.tls()) + database());
    uri.user().ifPresent(options::setUser);
    uri.password().ifPresent(options::setPassword);
    return Redis.createClient(vertx, options);
  }

  private String database() {
    return uri.database() == 0 ? "" : "/" + uri.database();
  }

  /** Without a user: sentinels that know no password take any for the user "default". */
  Redis sentinel(HostPort address) {
    RedisOptions options = options(address.endpoint(uri.tls()));
    config.sentinelPassword().or(uri::password).ifPresent(options::setPassword);
    return Redis.createClient(vertx, options);
  }

  private RedisOptions options(String endpoint) {
    return new RedisOptions()
        .setConnectionString(endpoint)
        .setMaxPoolSize(1)
        .setMaxPoolWaiting(1)
        .setMaxWaitingHandlers(MAX_WAITING)
        .setNetClientOptions(net());
  }

  private NetClientOptions net() {
    NetClientOptions net = new NetClientOptions().setConnectTimeout(CONNECT_MILLIS);
    net.setTcpKeepAlive(true).setTcpNoDelay(true);
    if (uri.tls()) {
      net.setSsl(true).setHostnameVerificationAlgorithm("HTTPS");
      config
          .authority()
          .ifPresent(
              file -> net.setTrustOptions(new PemTrustOptions().addCertPath(file.toString())));
      config
          .certificate()
          .ifPresent(
              file ->
                  net.setKeyCertOptions(
                      new PemKeyCertOptions()
                          .addCertPath(file.toString())
                          .addKeyPath(config.key().orElseThrow().toString())));
    }
    return net;
  }
}
