package dev.shopwire.automation.campaigns.freezing;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.time.Duration;

/** Makes the mails of campaigns that are started, once per process; ready at once. */
public final class CampaignVerticle extends VerticleBase {
  /** To PostgreSQL. */
  public static final int CONNECTIONS = 1;

  private final Postgres postgres;
  private final Duration statement;
  private final long fallbackSender;
  private Pool pool;
  private Freezes freezes;

  /**
   * @param statement how long a statement may take that reads an audience
   * @param fallbackSender of workspaces whose settings name none
   */
  @SuppressWarnings("NullAway.Init") // start() sets the rest
  public CampaignVerticle(Postgres postgres, Duration statement, long fallbackSender) {
    this.postgres = postgres;
    this.statement = statement;
    this.fallbackSender = fallbackSender;
  }

  @Override
  public Future<?> start() {
    pool = postgres.pool(vertx, CONNECTIONS, SessionSettings.withStatementTimeout(statement));
    freezes = new Freezes(vertx, pool, fallbackSender);
    return freezes.start();
  }

  /** What is being made is aborted: another process starts it again. */
  @Override
  public Future<?> stop() {
    Future<Void> ended = freezes.close();
    return pool.close().eventually(() -> ended.otherwiseEmpty());
  }
}
