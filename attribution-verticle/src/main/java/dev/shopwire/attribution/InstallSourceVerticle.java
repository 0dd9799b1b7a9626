package dev.shopwire.attribution;

import dev.shopwire.attribution.installs.InstallSourceConfig;
import dev.shopwire.attribution.installs.InstallSourceRun;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.tenancy.ShopDomain;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;

/** Reads the install source periodically; one instance per process. */
public final class InstallSourceVerticle extends VerticleBase {
  private final InstallSourceConfig config;
  private final ShopDomain domains;
  private final Postgres postgres;
  private Pool pool;
  private boolean stopped;

  @SuppressWarnings("NullAway.Init") // start() sets the other fields
  public InstallSourceVerticle(InstallSourceConfig config, ShopDomain domains, Postgres postgres) {
    this.config = config;
    this.domains = domains;
    this.postgres = postgres;
  }

  /** Doesn't wait for the source, which may be unavailable. */
  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, config.connections(), SessionSettings.BACKGROUND);
    run();
    return Future.succeededFuture();
  }

  private void run() {
    InstallSourceRun.run(vertx, pool, postgres, config, domains)
        .onComplete(
            done -> {
              if (!stopped) {
                vertx.setTimer(config.interval().toMillis(), id -> run());
              }
            });
  }

  /** Interrupts a run in progress; the next process continues it. */
  @Override
  public Future<?> stop() {
    stopped = true;
    return pool.close();
  }
}
