package dev.shopwire.app.cluster;

import com.hazelcast.core.HazelcastException;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import com.hazelcast.spi.exception.RetryableException;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.failure.ConnectionErrors;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Manages this process's membership in the cluster; without a configuration the process stands
 * alone. Use from the main thread; {@link #members} and {@link #state} are thread-safe.
 */
public final class Cluster {
  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);
  private static final long REPAIR_MILLIS = 1_000;
  private static final Duration JOIN_TIME = Duration.ofSeconds(30);
  private static final Duration BUS_TIME = Duration.ofSeconds(10);
  private static final Duration WITHDRAW_TIME = Duration.ofMillis(500);

  private final BackgroundTaskLog repairs =
      new BackgroundTaskLog(
          LOG,
          "Check of the cluster's subscription list failed, will retry",
          "Check of the cluster's subscription list succeeded again",
          Cluster::isOutage);
  private final Optional<ClusterConfig> config;
  private final Runnable onLost;
  private @Nullable ClusterNode node;
  private volatile boolean withdrawing;
  private boolean repairing;

  /**
   * @param onLost called once, from its own thread, if this process can't rejoin without a restart
   */
  public Cluster(Optional<ClusterConfig> config, Runnable onLost) {
    this.config = config;
    this.onLost = onLost;
  }

  /** Adds the bus's options to those of Vert.x. */
  public VertxOptions options(VertxOptions options) {
    config.ifPresent(cluster -> options.setEventBusOptions(cluster.bus().options()));
    return options;
  }

  /**
   * Builds a Vert.x that is a member, once it has found the others or knows that there are none.
   *
   * @throws SettingException if this process can't become a member
   */
  public Vertx build(VertxBuilder builder) {
    if (config.isEmpty()) {
      return builder.build();
    }
    ClusterNode member = join(config.get());
    Vertx vertx = joined(builder.withClusterManager(member).buildClustered(), member);
    // Roles exchange only text; no peer may create objects of other classes here.
    vertx.eventBus().serializableChecker(name -> false).clusterSerializableChecker(name -> false);
    node = member;
    openBusConnections(vertx, member);
    vertx.setPeriodic(REPAIR_MILLIS, timer -> repair(vertx, member));
    LOG.info(
        "Joined cluster {}, {} members{}",
        config.get().name(),
        members(),
        config.get().tls().isPresent() ? "" : "; no secret is set, so any local user can join");
    return vertx;
  }

  private static ClusterNode join(ClusterConfig config) {
    try {
      return new ClusterNode(config);
    } catch (RuntimeException e) {
      throw joinFailure(config, e);
    }
  }

  private Vertx joined(Future<Vertx> joining, ClusterNode member) {
    try {
      return joining
          .toCompletionStage()
          .toCompletableFuture()
          .get(JOIN_TIME.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      member.abandon();
      throw joinFailure(config.orElseThrow(), e);
    } catch (TimeoutException e) {
      member.abandon();
      throw new SettingException("SHOPWIRE_CLUSTER: joining timed out after " + JOIN_TIME);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Blocking. A member that does not reply doesn't keep this one from starting. */
  private static void openBusConnections(Vertx vertx, ClusterNode member) {
    BusConnections connections = new BusConnections(vertx);
    String self = member.getNodeId();
    try {
      connections
          .accept(self)
          .compose(
              accepting ->
                  connections.open(
                      member.getNodes().stream().filter(id -> !id.equals(self)).toList()))
          .toCompletionStage()
          .toCompletableFuture()
          .get(BUS_TIME.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn(
          "Not all members replied to a ping; the first calls to them may time out: {}",
          e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static SettingException joinFailure(ClusterConfig config, Exception cause) {
    LOG.debug("Joining the cluster failed", cause);
    return new SettingException(
        "SHOPWIRE_CLUSTER: this process could not become a member on "
            + config.host()
            + ":"
            + config.port()
            + " (SHOPWIRE_CLUSTER_PORT) with the bus on "
            + config.bus().host()
            + ":"
            + config.bus().port()
            + " (SHOPWIRE_CLUSTER_BUS_PORT): "
            + cause.getMessage()
            + ". A port is in use, or the others reject it: check that the secret is the same");
  }

  private void repair(Vertx vertx, ClusterNode member) {
    if (repairing || withdrawing) {
      return;
    }
    if (!member.getHazelcastInstance().getLifecycleService().isRunning()) {
      withdrawing = true;
      LOG.error("Lost the cluster membership and cannot rejoin: shutting down");
      new Thread(onLost, "cluster-lost").start();
      return;
    }
    repairing = true;
    repairs
        .watch(vertx.executeBlocking(member::repair, false))
        .onSuccess(
            repair -> {
              if (!repair.isEmpty()) {
                LOG.info("Repaired the cluster's subscription list: {}", repair);
              }
            })
        .onComplete(done -> repairing = false);
  }

  /** Whether Hazelcast failed because of other members, or because this one is shutting down. */
  private static boolean isOutage(Throwable error) {
    return error instanceof HazelcastException
        || error instanceof HazelcastInstanceNotActiveException
        || error instanceof RetryableException
        || ConnectionErrors.matches(error);
  }

  /** The number of members that this node sees, including itself; 0 without a cluster. */
  public int members() {
    ClusterNode member = node;
    if (member == null) {
      return 0;
    }
    try {
      return member.getNodes().size();
    } catch (RuntimeException e) {
      return 0; // it is shut down
    }
  }

  /** The number of members as text for operators; empty without a cluster. */
  public String state() {
    return node == null ? "" : ", " + members() + " cluster members";
  }

  public void meter(MeterRegistry registry) {
    if (node != null) {
      registry.gauge("shopwire_cluster_members", this, Cluster::members);
    }
  }

  /**
   * Makes the others send nothing new, while requests in progress, and those that still arrive, are
   * still handled. Must be called before the roles stop.
   */
  public void withdraw(Vertx vertx) {
    ClusterNode member = node;
    if (member == null || withdrawing) {
      return;
    }
    withdrawing = true;
    try {
      vertx
          .executeBlocking(
              () -> {
                member.withdraw();
                return null;
              },
              false)
          .toCompletionStage()
          .toCompletableFuture()
          .get(WITHDRAW_TIME.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("Could not notify the other members of the shutdown: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
