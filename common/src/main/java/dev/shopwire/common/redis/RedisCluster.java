package dev.shopwire.common.redis;

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
 * The masters of a Redis Cluster, each with a connection of its own, so that one that is away takes
 * only its own slots along. The map of slots is asked for again when a node redirects a call, as
 * long as a master is away, and now and then. For one event loop.
 */
final class RedisCluster implements RedisLink {
  private static final Logger LOG = LoggerFactory.getLogger(RedisCluster.class);
  private static final long TICK_MILLIS = 250;
  private static final long MAP_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long ASK_MILLIS = 1_000;

  /** From the old owner to the new one, and once more if it has moved meanwhile. */
  private static final int MAX_REDIRECTS = 3;

  private final Vertx vertx;
  private final RedisClients dial;
  private final Duration timeout;
  private final RedisMetrics metrics;
  private final long timer;
  private final Map<HostPort, RedisServer> servers = new HashMap<>();

  /** Servers that calls were sent on to since the map was read; it may not know them yet. */
  private final Set<HostPort> redirectedTo = new LinkedHashSet<>();

  private SlotMap slots = new SlotMap();
  private long readAt = System.nanoTime();
  private int turn;
  private boolean asking;
  private boolean outdated = true;
  private boolean saidUnknown;
  private boolean closed;
  private volatile boolean whole;

  RedisCluster(Vertx vertx, RedisClients dial, Duration timeout, RedisMetrics metrics) {
    this.vertx = vertx;
    this.dial = dial;
    this.timeout = timeout;
    this.metrics = metrics;
    this.timer = vertx.setPeriodic(TICK_MILLIS, id -> tick());
    tick();
  }

  @Override
  public boolean isAway(RedisKeys keys) {
    HostPort owner = slots.owner(keys.slot());
    return owner == null || server(owner).isAway();
  }

  @Override
  public Future<@Nullable Response> send(RedisKeys keys, Request request) {
    HostPort owner = slots.owner(keys.slot());
    Future<@Nullable Response> answer =
        owner == null
            ? Future.failedFuture("no node is known to have the slot")
            : follow(server(owner).send(request), owner, keys, request, MAX_REDIRECTS);
    return metrics.counted(answer);
  }

  private Future<@Nullable Response> follow(
      Future<@Nullable Response> answer,
      HostPort asked,
      RedisKeys keys,
      Request request,
      int left) {
    return answer.recover(
        error -> {
          boolean moved = RedisErrors.is(error, "MOVED");
          outdated |= moved || RedisErrors.is(error, "CLUSTERDOWN");
          if (left == 0 || !(moved || RedisErrors.is(error, "ASK"))) {
            return Future.failedFuture(error);
          }
          metrics.redirected();
          // MOVED or ASK, the slot, the node's address
          HostPort to = HostPort.of(String.valueOf(error.getMessage()).split(" ", -1)[2], asked);
          redirectedTo.add(to);
          if (moved) {
            slots.move(keys.slot(), to);
          }
          RedisServer target = server(to);
          return follow(
              target
                  .tried()
                  .compose(done -> moved ? target.send(request) : target.sendAsking(request)),
              to,
              keys,
              request,
              left - 1);
        });
  }

  private RedisServer server(HostPort address) {
    return servers.computeIfAbsent(
        address,
        at ->
            new RedisServer(
                vertx,
                "Redis at " + at,
                probe ->
                    probe
                        .add(dial.server(at))
                        .connect()
                        .compose(made -> made.send(Request.cmd(Command.PING)).map(pong -> made)),
                timeout));
  }

  private void tick() {
    boolean masterAway = slots.masters().stream().anyMatch(master -> server(master).isAway());
    whole = !masterAway && !slots.masters().isEmpty();
    boolean old = System.nanoTime() - readAt > MAP_NANOS;
    if (!asking && !closed && (outdated || masterAway || old)) {
      readMap();
    }
  }

  /** Asks one node after the other, one a time, so that none that hangs hides the others. */
  private void readMap() {
    asking = true;
    HostPort asked = next();
    Redis client = dial.server(asked);
    Timeouts.within(
            vertx,
            ASK_MILLIS,
            client
                .connect()
                .compose(made -> made.send(Request.cmd(Command.CLUSTER).arg("SLOTS")))
                .map(ranges -> ranges == null ? new SlotMap() : SlotMap.of(ranges, asked)),
            asked + " does not answer")
        .onSuccess(this::adopt)
        .onFailure(error -> say(asked, error))
        .onComplete(
            result -> {
              asking = false;
              client.close();
            });
  }

  private void say(HostPort asked, Throwable error) {
    if (!closed && !saidUnknown && slots.masters().isEmpty()) {
      saidUnknown = true;
      LOG.warn("No node of the Redis cluster was reached, first {}: {}", asked, error.getMessage());
    }
  }

  private HostPort next() {
    Set<HostPort> known = new LinkedHashSet<>(slots.nodes());
    known.addAll(dial.hosts());
    List<HostPort> candidates = new ArrayList<>(known);
    return candidates.get(Math.floorMod(turn++, candidates.size()));
  }

  private void adopt(SlotMap fresh) {
    if (fresh.masters().isEmpty() || closed) {
      return;
    }
    slots = fresh;
    readAt = System.nanoTime();
    outdated = false;
    Set<HostPort> needed = new LinkedHashSet<>(fresh.masters());
    needed.addAll(redirectedTo);
    redirectedTo.clear();
    servers
        .entrySet()
        .removeIf(
            entry -> {
              boolean over = !needed.contains(entry.getKey());
              if (over) {
                entry.getValue().close();
              }
              return over;
            });
    fresh.masters().forEach(this::server);
  }

  @Override
  public boolean isWhole() {
    return whole;
  }

  @Override
  public Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    List<Future<Void>> closing = servers.values().stream().map(RedisServer::close).toList();
    return Future.join(closing).mapEmpty();
  }
}
