package dev.shopwire.app;

import dev.shopwire.common.bus.InFlightRequests;
import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this process has deployed, and the order in which it ends. Thread-safe. */
final class Deployments {
  private static final Logger LOG = LoggerFactory.getLogger(Deployments.class);

  /** In the order of the end: who asks ends before who is asked. */
  enum Stage {
    /** What nobody waits for: it ends at once, and other processes take it over. */
    BACKGROUND(Duration.ofSeconds(4)),
    /** Asks all roles. */
    CONSOLE(Duration.ofSeconds(4)),
    /** Asks the roles behind it, is asked by the console. */
    INGEST(Duration.ofSeconds(4)),
    BEHIND(Duration.ofMillis(1_500)),
    /** Tells that the process isn't ready until the end. */
    MANAGEMENT(Duration.ofMillis(500));

    private final Duration patience;

    Stage(Duration patience) {
      this.patience = patience;
    }
  }

  private final Vertx vertx;
  private final Map<Stage, List<String>> deployed = new EnumMap<>(Stage.class);

  Deployments(Vertx vertx) {
    this.vertx = vertx;
  }

  Future<String> deploy(Stage stage, Supplier<Deployable> verticle, int instances) {
    return vertx
        .deployVerticle(verticle, new DeploymentOptions().setInstances(instances))
        .onSuccess(id -> add(stage, id));
  }

  private synchronized void add(Stage stage, String id) {
    deployed.computeIfAbsent(stage, key -> new ArrayList<>()).add(id);
  }

  private synchronized List<String> take(Stage stage) {
    List<String> ids = deployed.remove(stage);
    return ids == null ? List.of() : ids;
  }

  /** Begins to end what is deployed of {@code stage}, once; without waiting. */
  Future<?> end(Stage stage) {
    return Future.join(take(stage).stream().map(vertx::undeploy).toList());
  }

  /**
   * Ends what is deployed of {@code stage} when nothing that others asked it is under way.
   * Blocking.
   *
   * @param until on the nano clock: at the latest
   */
  void endInOrder(Stage stage, long until) {
    List<String> ids = take(stage);
    if (ids.isEmpty()) {
      return;
    }
    long stageEnd = Math.min(until, System.nanoTime() + stage.patience.toNanos());
    for (String id : ids) {
      if (!InFlightRequests.of(vertx).awaitIdle(id, left(stageEnd))) {
        LOG.warn("Requests of other processes are cut off ({})", stage);
      }
    }
    awaitQuietly(stage, Future.join(ids.stream().map(vertx::undeploy).toList()), stageEnd);
  }

  /** Waits for {@code end}, and says if it takes too long. Blocking. */
  static void awaitQuietly(Object what, Future<?> end, long until) {
    try {
      BlockingWait.await(end, left(until));
    } catch (RuntimeException e) {
      LOG.warn("{} did not end in time: {}", what, String.valueOf(e.getMessage()));
    }
  }

  private static Duration left(long until) {
    return Duration.ofNanos(Math.max(1_000_000, until - System.nanoTime()));
  }
}
