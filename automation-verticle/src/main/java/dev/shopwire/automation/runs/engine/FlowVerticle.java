package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.language.StoredDefinition;
import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.common.background.BackgroundTaskLog;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs flows, once per process; ready at once. */
public final class FlowVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(FlowVerticle.class);
  private static final long MEASURE_MILLIS = Duration.ofSeconds(2).toMillis();

  private final FlowsConfig config;
  private final Postgres postgres;
  private final long fallbackSender;
  private final FlowMetrics metrics;
  private final BackgroundTaskLog measurements = new BackgroundTaskLog(LOG, "Measurement of flows");
  private Pool pool;
  private Engine engine;
  private StepRequestSender requests;
  private RunPurge purge;
  private boolean closed;

  /**
   * @param fallbackSender of workspaces whose settings name none
   */
  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public FlowVerticle(
      FlowsConfig config, Postgres postgres, long fallbackSender, FlowMetrics metrics) {
    this.config = config;
    this.postgres = postgres;
    this.fallbackSender = fallbackSender;
    this.metrics = metrics;
  }

  /** Reads a stored definition. */
  public static FlowDefinition read(String stored) {
    return StoredDefinition.parse(stored).definition();
  }

  @Override
  public Future<?> start() {
    pool = postgres.poolForLongStatements(vertx, config.connections(), SessionSettings.BACKGROUND);
    requests = new StepRequestSender(vertx, pool, () -> engine.look());
    engine =
        new Engine(
            vertx,
            pool,
            config.connections(),
            new Plans(FlowVerticle::read),
            fallbackSender,
            metrics,
            requests::look);
    Context context = vertx.getOrCreateContext();
    engine.look();
    requests.look();
    purge = new RunPurge(vertx, pool, config.retentionDays());
    purge.start();
    measure();
    return FlowWakes.onWake(vertx, () -> context.runOnContext(woken -> engine.look()));
  }

  private void measure() {
    if (!closed) {
      measurements
          .watch(metrics.measure(pool, config.stuckSeconds()))
          .onComplete(done -> vertx.setTimer(MEASURE_MILLIS, passed -> measure()));
    }
  }

  /** Transactions in progress are finished. */
  @Override
  public Future<?> stop() {
    closed = true;
    purge.close();
    return Future.join(engine.close(), requests.close()).eventually(pool::close);
  }
}
