package dev.shopwire.common.redis;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import java.util.List;

/**
 * Creates clients for single servers, each with one connection. This package does its own server
 * discovery because the client's cluster and sentinel modes don't follow a redirected batch, keep
 * broken connections indefinitely, and require every node to be available before they use any.
 */
final class RedisClientFactory {
  private static final int CONNECT_MILLIS = 1_000;
  private static final int MAX_WAITING = 2_048;

  private final Vertx vertx;
  private final RedisUri uri;
  private final RedisConfig config;

  RedisClientFactory(Vertx vertx, RedisUri uri, RedisConfig config) {
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

  /** A client for a data node. */
  Redis server(HostPort address) {
    RedisOptions options = options(address.endpoint(uri.tls()) + database());
    uri.user().ifPresent(options::setUser);
    uri.password().ifPresent(options::setPassword);
    return Redis.createClient(vertx, options);
  }

  private String database() {
    return uri.database() == 0 ? "" : "/" + uri.database();
  }

  /** Without a user: sentinels without a password accept any for the user "default". */
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
