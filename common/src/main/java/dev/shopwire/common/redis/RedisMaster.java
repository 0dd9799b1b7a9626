package dev.shopwire.common.redis;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A link to the one server that has all keys: the only one, or the current master, found through
 * sentinels or the servers themselves. Each attempt queries the next host, so that a hanging host
 * does not hide the others.
 */
final class RedisMaster implements RedisLink {
  private final RedisClientFactory clients;
  private final RedisServer server;
  private final RedisMetrics metrics;
  private int nextIndex;

  RedisMaster(Vertx vertx, RedisClientFactory clients, Duration timeout, RedisMetrics metrics) {
    this.clients = clients;
    this.metrics = metrics;
    RedisServer.Connector connector =
        switch (clients.uri().kind()) {
          case SENTINEL -> this::bySentinel;
          case REPLICATION -> attempt -> master(attempt, next());
          case SERVER, CLUSTER -> this::single;
        };
    this.server = new RedisServer(vertx, "Redis", connector, timeout);
  }

  private HostPort next() {
    return clients.hosts().get(Math.floorMod(nextIndex++, clients.hosts().size()));
  }

  private Future<RedisConnection> single(RedisServer.Attempt attempt) {
    return attempt
        .add(clients.server(next()))
        .connect()
        .compose(connected -> connected.send(Request.cmd(Command.PING)).map(pong -> connected));
  }

  private Future<RedisConnection> bySentinel(RedisServer.Attempt attempt) {
    HostPort sentinel = next();
    Redis client = attempt.add(clients.sentinel(sentinel));
    String name = clients.uri().masterName().orElseThrow();
    Request query = Request.cmd(Command.SENTINEL).arg("GET-MASTER-ADDR-BY-NAME").arg(name);
    return client
        .connect()
        .compose(connected -> connected.send(query))
        .compose(
            reply ->
                reply == null
                    ? Future.failedFuture(
                        Failure.unavailable("sentinel " + sentinel + " does not know " + name))
                    : master(
                        attempt, new HostPort(reply.get(0).toString(), reply.get(1).toInteger())));
  }

  /** Sentinels may be out of date, so the role is also checked on the server. */
  private Future<RedisConnection> master(RedisServer.Attempt attempt, HostPort address) {
    return attempt
        .add(clients.server(address))
        .connect()
        .compose(
            connected ->
                connected
                    .send(Request.cmd(Command.ROLE))
                    .compose(
                        role ->
                            role != null && role.get(0).toString().equals("master")
                                ? Future.succeededFuture(connected)
                                : Future.failedFuture(
                                    Failure.unavailable(address + " is a replica"))));
  }

  @Override
  public boolean isUnavailable(RedisKeys keys) {
    return server.isUnavailable();
  }

  @Override
  public Future<@Nullable Response> send(RedisKeys keys, Request request) {
    return metrics
        .record(server.send(request))
        .onFailure(
            error -> {
              if (RedisErrors.hasCode(error, "READONLY") && clients.hosts().size() > 1) {
                server.disconnect(error);
              }
            });
  }

  @Override
  public boolean isFullyConnected() {
    return !server.isUnavailable();
  }

  @Override
  public Future<Void> close() {
    return server.close();
  }
}
