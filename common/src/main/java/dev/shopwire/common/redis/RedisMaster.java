package dev.shopwire.common.redis;

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
 * One server that has all keys: the only one, or the master among several, which sentinels know or
 * the servers themselves. Every probe asks the next one, so that none that hangs hides the others.
 */
final class RedisMaster implements RedisLink {
  private final RedisClients dial;
  private final RedisServer server;
  private final RedisMetrics metrics;
  private int turn;

  RedisMaster(Vertx vertx, RedisClients dial, Duration timeout, RedisMetrics metrics) {
    this.dial = dial;
    this.metrics = metrics;
    RedisServer.Way way =
        switch (dial.uri().kind()) {
          case SENTINEL -> this::bySentinel;
          case REPLICATION -> probe -> master(probe, next());
          case SERVER, CLUSTER -> this::only;
        };
    this.server = new RedisServer(vertx, "Redis", way, timeout);
  }

  private HostPort next() {
    return dial.hosts().get(Math.floorMod(turn++, dial.hosts().size()));
  }

  private Future<RedisConnection> only(RedisServer.Probe probe) {
    return probe
        .add(dial.server(next()))
        .connect()
        .compose(made -> made.send(Request.cmd(Command.PING)).map(pong -> made));
  }

  private Future<RedisConnection> bySentinel(RedisServer.Probe probe) {
    HostPort sentinel = next();
    Redis client = probe.add(dial.sentinel(sentinel));
    String name = dial.uri().masterName().orElseThrow();
    Request question = Request.cmd(Command.SENTINEL).arg("GET-MASTER-ADDR-BY-NAME").arg(name);
    return client
        .connect()
        .compose(made -> made.send(question))
        .compose(
            answer ->
                answer == null
                    ? Future.failedFuture("sentinel " + sentinel + " does not know " + name)
                    : master(
                        probe, new HostPort(answer.get(0).toString(), answer.get(1).toInteger())));
  }

  /** What sentinels say may be old, so the server is asked too. */
  private Future<RedisConnection> master(RedisServer.Probe probe, HostPort address) {
    return probe
        .add(dial.server(address))
        .connect()
        .compose(
            made ->
                made.send(Request.cmd(Command.ROLE))
                    .compose(
                        role ->
                            role != null && role.get(0).toString().equals("master")
                                ? Future.succeededFuture(made)
                                : Future.failedFuture(address + " is a replica")));
  }

  @Override
  public boolean isAway(RedisKeys keys) {
    return server.isAway();
  }

  @Override
  public Future<@Nullable Response> send(RedisKeys keys, Request request) {
    return metrics
        .counted(server.send(request))
        .onFailure(
            error -> {
              if (RedisErrors.is(error, "READONLY") && dial.hosts().size() > 1) {
                server.leave(error);
              }
            });
  }

  @Override
  public boolean isWhole() {
    return !server.isAway();
  }

  @Override
  public Future<Void> close() {
    return server.close();
  }
}
