package dev.shopwire.common.redis;

import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A link to a Redis Cluster with a connection to each master, so that an unavailable master affects
 * only its own slots. The slot map is read again when a node redirects a request, while a master is
 * unavailable, and periodically. Not thread-safe; use from one event loop.
 */
final class RedisCluster implements RedisLink {
  private static final Logger LOG = LoggerFactory.getLogger(RedisCluster.class);
  private static final long TICK_MILLIS = 250;
  private static final long MAX_MAP_AGE_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long MAP_TIMEOUT_MILLIS = 1_000;

  /** From the old owner to the new one, and again if the slot moves meanwhile. */
  private static final int MAX_REDIRECTS = 3;

  private final Vertx vertx;
  private final RedisClientFactory clients;
  private final Duration timeout;
  private final RedisMetrics metrics;
  private final long timer;
  private final BackgroundTaskLog mapReads =
      new BackgroundTaskLog(
          LOG,
          "Cannot reach the Redis cluster",
          "The Redis cluster is reachable again",
          RedisErrors::isOutage);
  private final Map<HostPort, RedisServer> servers = new HashMap<>();

  /** Servers that requests were redirected to since the map was read, which may lack them. */
  private final Set<HostPort> redirectedTo = new LinkedHashSet<>();

  private SlotMap slots = new SlotMap();
  private long readAt = System.nanoTime();
  private int nextIndex;
  private boolean readingMap;
  private boolean outdated = true;
  private boolean closed;
  private volatile boolean fullyConnected;

  RedisCluster(Vertx vertx, RedisClientFactory clients, Duration timeout, RedisMetrics metrics) {
    this.vertx = vertx;
    this.clients = clients;
    this.timeout = timeout;
    this.metrics = metrics;
    this.timer = vertx.setPeriodic(TICK_MILLIS, id -> tick());
    tick();
  }

  @Override
  public boolean isUnavailable(RedisKeys keys) {
    HostPort owner = slots.owner(keys.slot());
    return owner == null || server(owner).isUnavailable();
  }

  @Override
  public Future<@Nullable Response> send(RedisKeys keys, Request request) {
    HostPort owner = slots.owner(keys.slot());
    Future<@Nullable Response> reply =
        owner == null
            ? Future.failedFuture(Failure.unavailable("no known node serves the slot"))
            : follow(server(owner).send(request), owner, keys, request, MAX_REDIRECTS);
    return metrics.record(reply);
  }

  private Future<@Nullable Response> follow(
      Future<@Nullable Response> reply,
      HostPort sender,
      RedisKeys keys,
      Request request,
      int redirects) {
    return reply.recover(
        error -> {
          boolean moved = RedisErrors.hasCode(error, "MOVED");
          outdated |= moved || RedisErrors.hasCode(error, "CLUSTERDOWN");
          if (redirects == 0 || !(moved || RedisErrors.hasCode(error, "ASK"))) {
            return Future.failedFuture(error);
          }
          metrics.recordRedirect();
          // Format: MOVED or ASK, the slot, the node's address
          HostPort to = HostPort.of(String.valueOf(error.getMessage()).split(" ", -1)[2], sender);
          redirectedTo.add(to);
          if (moved) {
            slots.move(keys.slot(), to);
          }
          RedisServer target = server(to);
          return follow(
              target
                  .firstAttempt()
                  .compose(done -> moved ? target.send(request) : target.sendAsking(request)),
              to,
              keys,
              request,
              redirects - 1);
        });
  }

  private RedisServer server(HostPort address) {
    return servers.computeIfAbsent(
        address,
        at ->
            new RedisServer(
                vertx,
                "Redis at " + at,
                attempt ->
                    attempt
                        .add(clients.server(at))
                        .connect()
                        .compose(
                            connected ->
                                connected.send(Request.cmd(Command.PING)).map(pong -> connected)),
                timeout));
  }

  private void tick() {
    boolean masterUnavailable =
        slots.masters().stream().anyMatch(master -> server(master).isUnavailable());
    fullyConnected = !masterUnavailable && !slots.masters().isEmpty();
    boolean stale = System.nanoTime() - readAt > MAX_MAP_AGE_NANOS;
    if (!readingMap && !closed && (outdated || masterUnavailable || stale)) {
      readMap();
    }
  }

  /** Queries a different node each time, so that a hanging node does not hide the others. */
  private void readMap() {
    readingMap = true;
    HostPort node = next();
    Redis client = clients.server(node);
    Timeouts.within(
            vertx,
            MAP_TIMEOUT_MILLIS,
            client
                .connect()
                .compose(connected -> connected.send(Request.cmd(Command.CLUSTER).arg("SLOTS")))
                .map(ranges -> ranges == null ? new SlotMap() : SlotMap.of(ranges, node)),
            node + " did not respond in time")
        .onSuccess(this::adopt)
        .onFailure(this::mapReadFailed)
        .onComplete(
            result -> {
              readingMap = false;
              client.close();
            });
  }

  /** Another node is read next: only if none has ever responded is that worth a line. */
  private void mapReadFailed(Throwable error) {
    if (!closed && (slots.masters().isEmpty() || !RedisErrors.isOutage(error))) {
      mapReads.failed(error);
    }
  }

  private HostPort next() {
    Set<HostPort> known = new LinkedHashSet<>(slots.nodes());
    known.addAll(clients.hosts());
    List<HostPort> candidates = new ArrayList<>(known);
    return candidates.get(Math.floorMod(nextIndex++, candidates.size()));
  }

  private void adopt(SlotMap update) {
    if (update.masters().isEmpty() || closed) {
      return;
    }
    mapReads.succeeded();
    slots = update;
    readAt = System.nanoTime();
    outdated = false;
    Set<HostPort> needed = new LinkedHashSet<>(update.masters());
    needed.addAll(redirectedTo);
    redirectedTo.clear();
    servers
        .entrySet()
        .removeIf(
            entry -> {
              boolean unneeded = !needed.contains(entry.getKey());
              if (unneeded) {
                entry.getValue().close();
              }
              return unneeded;
            });
    update.masters().forEach(this::server);
  }

  @Override
  public boolean isFullyConnected() {
    return fullyConnected;
  }

  @Override
  public Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    List<Future<Void>> closing = servers.values().stream().map(RedisServer::close).toList();
    return Future.join(closing).mapEmpty();
  }
}
