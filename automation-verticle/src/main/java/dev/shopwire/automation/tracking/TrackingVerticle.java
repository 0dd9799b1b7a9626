package dev.shopwire.automation.tracking;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;

/** Keeps the members of tracked segments, once per process; ready at once. */
public final class TrackingVerticle extends VerticleBase {
  private final TrackingConfig config;
  private final Postgres postgres;
  private final BuildStarts starts;
  private final TrackingMetrics metrics;
  private Pool evaluations;
  private Pool builds;
  private Rounds rounds;
  private CatchUps catchUps;
  private Builds build;
  private DriftRepair checks;
  private Housekeeping housekeeping;
  private TransitionPurge purge;

  /**
   * @param starts lets the calls of this process wait for builds
   */
  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public TrackingVerticle(
      TrackingConfig config, Postgres postgres, BuildStarts starts, TrackingMetrics metrics) {
    this.config = config;
    this.postgres = postgres;
    this.starts = starts;
    this.metrics = metrics;
  }

  @Override
  public Future<?> start() {
    evaluations =
        postgres.poolForLongStatements(vertx, config.connections(), SessionSettings.BACKGROUND);
    builds =
        postgres.pool(
            vertx, TrackingConfig.BUILDS + 1, SessionSettings.withStatementTimeout(config.build()));
    Definitions definitions = new Definitions();
    rounds = new Rounds(vertx, evaluations, definitions, metrics, config);
    catchUps = new CatchUps(vertx, evaluations, definitions, metrics, config);
    build = new Builds(vertx, builds, starts, metrics, config);
    checks = new DriftRepair(vertx, builds, metrics, config);
    housekeeping = new Housekeeping(vertx, evaluations, metrics, config);
    purge = new TransitionPurge(vertx, evaluations);
    purge.start();
    rounds.start();
    catchUps.start();
    build.start();
    checks.start();
    housekeeping.start();
    return Future.succeededFuture();
  }

  /** Builds and checks are aborted: another process starts them again. */
  @Override
  public Future<?> stop() {
    housekeeping.close();
    purge.close();
    Future<Void> built = build.close();
    Future<Void> checked = checks.close();
    return Future.join(rounds.close(), catchUps.close())
        .eventually(evaluations::close)
        .eventually(builds::close)
        .eventually(() -> Future.join(built, checked).otherwiseEmpty());
  }
}
