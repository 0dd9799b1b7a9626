package dev.shopwire.app;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.embedded.Progress;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Migrates the schema while processes of the previous version run on it. Of processes that start at
 * once one migrates and the others wait (Flyway's advisory lock). Migrations of a newer version are
 * ignored. Blocking.
 */
final class Migrations {
  private static final int ATTEMPTS = 30;
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** A transaction that waits for a lock blocks all later ones behind it. */
  private static final String BEFORE_EACH = "set local lock_timeout = '1s'";

  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String DEADLOCK = "40P01";

  private Migrations() {}

  /**
   * @throws FlywayException if a migration fails, or cannot acquire its locks within a minute
   */
  static void apply(Postgres postgres, Progress progress) {
    apply(configured(postgres).load(), progress);
  }

  /** Configures all migrations of this version for {@code postgres}. */
  static FluentConfiguration configured(Postgres postgres) {
    return Flyway.configure()
        .dataSource(
            postgres.jdbcUrl(SessionSettings.MIGRATIONS), postgres.user(), postgres.password())
        .locations("classpath:db/migration")
        .ignoreMigrationPatterns("*:future")
        .callbacks(new ShortWaits());
  }

  static void apply(Flyway flyway, Progress progress) {
    int attempt = 1;
    while (!isApplied(flyway, attempt)) {
      if (attempt++ == 1) {
        progress.report("Waiting for long transactions to end before migrating the schema");
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static boolean isApplied(Flyway flyway, int attempt) {
    try {
      flyway.migrate();
      return true;
    } catch (FlywayException e) {
      boolean isTransient = hasState(e, LOCK_NOT_AVAILABLE) || hasState(e, DEADLOCK);
      if (!isTransient || attempt == ATTEMPTS || Thread.currentThread().isInterrupted()) {
        throw e;
      }
      return false;
    }
  }

  private static boolean hasState(Throwable error, String state) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e && state.equals(e.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  /** Set within each migration's transaction, as a session setting may not last with a pooler. */
  private static final class ShortWaits implements Callback {
    @Override
    public boolean supports(Event event, Context context) {
      return event == Event.BEFORE_EACH_MIGRATE;
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
      return true;
    }

    @Override
    public void handle(Event event, Context context) {
      try (Statement statement = context.getConnection().createStatement()) {
        statement.execute(BEFORE_EACH);
      } catch (SQLException e) {
        throw new FlywayException("Cannot set the lock timeout", e);
      }
    }

    @Override
    public String getCallbackName() {
      return "short-waits";
    }
  }
}
