package dev.shopwire.app;

import dev.shopwire.common.bus.InFlightRequests;
import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.net.BindException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tracks this process's deployments and undeploys them in order. Thread-safe. */
final class Deployments {
  private static final Logger LOG = LoggerFactory.getLogger(Deployments.class);

  /** How long the start of a verticle is tried again. */
  private static final Duration START_LIMIT = Duration.ofSeconds(20);

  private static final long RETRY_MILLIS = 500;

  /** In shutdown order: callers stop before the roles that they call. */
  enum Stage {
    /** Work that no caller waits for: it stops at once, and other processes take it over. */
    BACKGROUND(Duration.ofSeconds(4)),
    /** Calls all roles. */
    CONSOLE(Duration.ofSeconds(4)),
    /** Calls the roles behind it, is called by the console. */
    INGEST(Duration.ofSeconds(4)),
    BEHIND(Duration.ofMillis(1_500)),
    /** Reports until the end that the process isn't ready. */
    MANAGEMENT(Duration.ofMillis(500));

    private final Duration timeout;

    Stage(Duration timeout) {
      this.timeout = timeout;
    }
  }

  private final Vertx vertx;
  private final Map<Stage, List<String>> deployed = new EnumMap<>(Stage.class);
  private final AtomicBoolean isClosing = new AtomicBoolean();

  Deployments(Vertx vertx) {
    this.vertx = vertx;
  }

  /**
   * Tries again while a verticle does not start because a store or a busy machine is slow, so that
   * a process whose first statements take long starts late instead of exiting.
   */
  Future<String> deploy(Stage stage, Supplier<Deployable> verticle, int instances) {
    return deploy(verticle, instances, System.nanoTime() + START_LIMIT.toNanos())
        .onSuccess(id -> add(stage, id));
  }

  private Future<String> deploy(Supplier<Deployable> verticle, int instances, long until) {
    return vertx
        .deployVerticle(
            () -> new Starting(verticle.get(), isClosing),
            new DeploymentOptions().setInstances(instances))
        .recover(
            error -> {
              if (!isRetriable(error) || System.nanoTime() - until > 0) {
                return Future.failedFuture(error);
              }
              LOG.warn("A verticle did not start, will retry: {}", String.valueOf(error));
              return vertx
                  .timer(RETRY_MILLIS)
                  .compose(elapsed -> deploy(verticle, instances, until));
            });
  }

  /**
   * A verticle whose start counts no longer once Vert.x is about to be closed. Vert.x ends the
   * deployments of verticles that are still starting then, and throws if their start ends later.
   */
  private record Starting(Deployable verticle, AtomicBoolean isClosing) implements Deployable {
    @Override
    public Future<?> deploy(Context context) throws Exception {
      Promise<Object> started = Promise.promise();
      verticle
          .deploy(context)
          .onComplete(
              result -> {
                if (!isClosing.get()) {
                  started.handle(result.mapEmpty());
                }
              });
      return started.future();
    }

    @Override
    public Future<?> undeploy(Context context) throws Exception {
      return verticle.undeploy(context);
    }
  }

  /** To be called before Vert.x is closed: starts that end later are ignored. */
  void close() {
    isClosing.set(true);
  }

  /** A port in use stays in use. */
  private static boolean isRetriable(Throwable error) {
    return PostgresFailures.isOutage(error) && !(error instanceof BindException);
  }

  private synchronized void add(Stage stage, String id) {
    deployed.computeIfAbsent(stage, key -> new ArrayList<>()).add(id);
  }

  private synchronized List<String> removeIds(Stage stage) {
    List<String> ids = deployed.remove(stage);
    return ids == null ? List.of() : ids;
  }

  /** Starts to undeploy {@code stage}, once, without waiting for its requests. */
  Future<?> stop(Stage stage) {
    return Future.join(removeIds(stage).stream().map(vertx::undeploy).toList());
  }

  /**
   * Undeploys {@code stage} once it has no requests of other processes in progress. Blocking.
   *
   * @param until the latest time, as of {@link System#nanoTime}
   */
  void stopWhenIdle(Stage stage, long until) {
    List<String> ids = removeIds(stage);
    if (ids.isEmpty()) {
      return;
    }
    long stageEnd = Math.min(until, System.nanoTime() + stage.timeout.toNanos());
    for (String id : ids) {
      if (!InFlightRequests.of(vertx).awaitIdle(id, remaining(stageEnd))) {
        LOG.warn("Aborting requests of other processes ({})", stage);
      }
    }
    awaitQuietly(stage, Future.join(ids.stream().map(vertx::undeploy).toList()), stageEnd);
  }

  /** Waits for {@code stopped}, and logs if it takes too long. Blocking. */
  static void awaitQuietly(Object what, Future<?> stopped, long until) {
    try {
      BlockingWait.await(stopped, remaining(until));
    } catch (RuntimeException e) {
      LOG.warn("{} did not stop in time: {}", what, String.valueOf(e.getMessage()));
    }
  }

  private static Duration remaining(long until) {
    return Duration.ofNanos(Math.max(1_000_000, until - System.nanoTime()));
  }
}
