package dev.shopwire.app.cluster;

import dev.shopwire.common.config.SettingException;
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
 * This process's place among the others, if it has any: without a configuration everything here is
 * about a process that stands alone. For the main thread; {@link #members} and {@link #state} for
 * any.
 */
public final class Cluster {
  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);
  private static final long REPAIR_MILLIS = 1_000;
  private static final Duration JOIN_TIME = Duration.ofSeconds(30);
  private static final Duration WITHDRAW_TIME = Duration.ofMillis(500);

  private final Optional<ClusterConfig> config;
  private final Runnable lost;
  private @Nullable ClusterNode node;
  private volatile boolean leaving;
  private boolean repairing;

  /**
   * @param lost called once, from a thread of its own, if this process can't be a member again
   *     without a restart
   */
  public Cluster(Optional<ClusterConfig> config, Runnable lost) {
    this.config = config;
    this.lost = lost;
  }

  /** The options of Vert.x with those of the bus. */
  public VertxOptions options(VertxOptions options) {
    config.ifPresent(cluster -> options.setEventBusOptions(cluster.bus().options()));
    return options;
  }

  /**
   * A Vert.x that is a member, once it has found the others or knows that there are none.
   *
   * @throws SettingException if this node's port can't be had
   */
  public Vertx build(VertxBuilder builder) {
    if (config.isEmpty()) {
      return builder.build();
    }
    ClusterNode member = join(config.get());
    Vertx vertx = joined(builder.withClusterManager(member).buildClustered(), member);
    // Roles send each other text and nothing else; nobody is to make objects of other classes here.
    vertx.eventBus().serializableChecker(name -> false).clusterSerializableChecker(name -> false);
    node = member;
    vertx.setPeriodic(REPAIR_MILLIS, timer -> repair(vertx, member));
    LOG.info(
        "Member of cluster {}, {} in all{}",
        config.get().name(),
        members(),
        config.get().tls().isPresent() ? "" : "; without a secret, so any local user could join");
    return vertx;
  }

  private static ClusterNode join(ClusterConfig config) {
    try {
      return new ClusterNode(config);
    } catch (RuntimeException e) {
      throw noMember(config, e);
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
      throw noMember(config.orElseThrow(), e);
    } catch (TimeoutException e) {
      member.abandon();
      throw new SettingException("SHOPWIRE_CLUSTER: the cluster was not joined in " + JOIN_TIME);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static SettingException noMember(ClusterConfig config, Exception why) {
    LOG.debug("Joining failed", why);
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
            + why.getMessage()
            + ". A port is taken, or the others don't believe it: is the secret the same?");
  }

  private void repair(Vertx vertx, ClusterNode member) {
    if (repairing || leaving) {
      return;
    }
    if (!member.getHazelcastInstance().getLifecycleService().isRunning()) {
      leaving = true;
      LOG.error("No longer a member of the cluster, and it can't be joined again: stopping");
      new Thread(lost, "cluster-lost").start();
      return;
    }
    repairing = true;
    vertx
        .executeBlocking(member::repair, false)
        .onSuccess(
            repair -> {
              if (!repair.isEmpty()) {
                LOG.info("What the cluster knew of who listens where was put right: {}", repair);
              }
            })
        .onFailure(error -> LOG.debug("Who listens where can't be looked at now", error))
        .onComplete(done -> repairing = false);
  }

  /** How many members this node sees, itself among them; 0 without a cluster. */
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

  /** For operators: what is known of the others; empty without a cluster. */
  public String state() {
    return node == null ? "" : ", " + members() + " cluster members";
  }

  public void meter(MeterRegistry registry) {
    if (node != null) {
      registry.gauge("shopwire_cluster_members", this, Cluster::members);
    }
  }

  /**
   * Tells the others to send nothing new, while what is under way and what comes in spite of it is
   * still answered. To be called before the roles stop.
   */
  public void withdraw(Vertx vertx) {
    ClusterNode member = node;
    if (member == null || leaving) {
      return;
    }
    leaving = true;
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
      LOG.warn("The others could not be told of the leaving: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
