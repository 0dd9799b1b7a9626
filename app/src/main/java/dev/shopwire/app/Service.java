package dev.shopwire.app;

import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.app.cluster.Cluster;
import dev.shopwire.app.logs.Logs;
import dev.shopwire.app.tracing.Tracing;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.failure.OutOfMemory;
import dev.shopwire.common.lifecycle.ShutdownState;
import dev.shopwire.common.load.ProcessLoad;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.redis.RedisMetrics;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.stores.SharedStores;
import dev.shopwire.embedded.Progress;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.spi.VertxTracerFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one process of Shopwire. Blocking; for the main thread. */
final class Service implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

  /** After the grace; the embedded stores have the rest of {@link #STOP_TIMEOUT}. */
  private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(4);

  private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(1_500);

  /** From the end of the grace; the process is halted if it takes longer. */
  static final Duration STOP_TIMEOUT = Duration.ofMillis(7_800);

  private final AppConfig app;
  private final RoleConfigs configs;
  private final Cluster cluster;
  private final AllowedHosts managementHosts;
  private final Heap heap;
  private final Health health;
  private final Listeners listeners;
  private final Metrics metrics;
  private final Stores stores;
  private Postgres postgres;
  private final Vertx vertx;
  private final Deployments deployments;

  /**
   * Starts everything that {@code settings} require and returns when it is ready.
   *
   * @throws dev.shopwire.common.config.SettingException naming what is wrong
   * @throws dev.shopwire.embedded.StoreException if an embedded store doesn't start
   */
  Service(Settings settings, Progress progress) {
    ProcessConfig config = ProcessConfig.of(settings);
    Logs.apply(config.logs());
    config.warnings().forEach(warning -> LOG.warn("{}", warning));
    LOG.info("Settings: {}", settings.effective());
    app = config.app();
    configs = config.roles();
    managementHosts = config.managementHosts();
    metrics = new Metrics(config.logs());
    cluster = new Cluster(config.cluster(), this::stopAfterLostCluster);
    heap = new Heap();
    health = new Health(cluster::state, heap);
    Ports.of(settings, app, configs, config.cluster()).check();
    EncryptionWarning.of(settings, app.postgres(), configs.attribution().installSource())
        .ifPresent(warning -> LOG.warn("{}", warning));
    PoolSizes pools = PoolSizes.of(app, configs);
    LOG.info("{}", pools);
    stores = new Stores(app, progress);
    postgres = stores.postgres();
    vertx = vertx(Tracing.factory(config.tracing()));
    deployments = new Deployments(vertx);
    ProcessLoad load = ProcessLoad.install(vertx, config.load());
    LoadMetrics.bind(load, metrics.registry());
    listeners = new Listeners(load);
    health.setPortCheck(listeners::areAccepting);
    metrics.install(vertx, app, health);
    try {
      start(pools, progress);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private Vertx vertx(Optional<VertxTracerFactory> tracing) {
    try {
      VertxBuilder builder =
          Vertx.builder().with(cluster.options(metrics.options())).withMetrics(metrics.factory());
      tracing.ifPresent(builder::withTracer);
      return cluster.build(builder).exceptionHandler(Service::unexpected);
    } catch (RuntimeException e) {
      stores.close();
      throw e;
    }
  }

  /** Handles exceptions that no context handler caught. */
  private static void unexpected(Throwable error) {
    OutOfMemory.exitIfExhausted(error);
    LOG.error("Unexpected error", error);
  }

  private void start(PoolSizes pools, Progress progress) {
    cluster.meter(metrics.registry());
    await(deployments.deploy(Stage.MANAGEMENT, this::management, 1));
    postgres = Schema.prepare(postgres, pools, progress);
    Bootstrap.Result bootstrap =
        await(new Bootstrap(app.bootstrapApiKey(), app.runs(Role.CONSOLE)).run(vertx, postgres));
    await(deployRoles(bootstrap.installation()));
    health.markDeployed();
    new StartupMessage(app, configs.ingest().port(), configs.console())
        .lines(bootstrap.created())
        .forEach(progress::report);
  }

  /** Completes when the verticles of all roles of this process are ready. */
  private Future<?> deployRoles(UUID installation) {
    RoleDeployment.Resources resources =
        new RoleDeployment.Resources(
            new SharedStores(
                postgres,
                app.redisUri(),
                new RedisMetrics(metrics.registry()),
                installation,
                health.epoch(),
                app.exportConnections()),
            metrics.registry());
    List<Future<?>> deployed = new ArrayList<>();
    for (Role role : app.roles()) {
      deployed.add(RoleDeployment.of(role, app, configs).deploy(deployments, resources));
    }
    return Future.all(deployed);
  }

  private static <T> T await(Future<T> future) {
    return BlockingWait.await(future, START_TIMEOUT);
  }

  private Deployable management() {
    return new ManagementVerticle(
        app.managementHost(),
        app.managementPort(),
        managementHosts,
        postgres,
        health,
        metrics.registry(),
        app.roles());
  }

  /** How long ports stay usable after SIGTERM. */
  Duration grace() {
    return app.grace();
  }

  /**
   * Shuts down gracefully for load balancers and other processes: first turns not ready, removes
   * its bus addresses and hands over background work; keeps responding for the grace, then drains
   * and stops the embedded stores; within 10 s at the grace's default.
   */
  void stop() {
    LOG.info("Shutting down: no longer ready");
    health.markStopping();
    listeners.close();
    ShutdownState.of(vertx).begin();
    cluster.withdraw(vertx);
    Future<?> background = deployments.stop(Stage.BACKGROUND);
    LockSupport.parkNanos(app.grace().toNanos());
    long until = System.nanoTime() + DRAIN_TIMEOUT.toNanos();
    deployments.stopWhenIdle(Stage.CONSOLE, until);
    deployments.stopWhenIdle(Stage.INGEST, until);
    Deployments.awaitQuietly(Stage.BACKGROUND, background, until);
    close();
  }

  /** Exits with status 1, so that a supervisor restarts this process. */
  private void stopAfterLostCluster() {
    try {
      stop();
    } finally {
      Runtime.getRuntime().halt(1);
    }
  }

  @Override
  public void close() {
    listeners.close();
    heap.close();
    long until = System.nanoTime() + DRAIN_TIMEOUT.toNanos();
    for (Stage stage : Stage.values()) {
      deployments.stopWhenIdle(stage, until);
    }
    deployments.close();
    Deployments.awaitQuietly("Vert.x", vertx.close(), System.nanoTime() + CLOSE_TIMEOUT.toNanos());
    metrics.close();
    stores.close();
    LOG.info("Shutdown complete");
  }
}
