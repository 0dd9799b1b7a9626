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
 * Brings the schema up to date while processes of the version before run on it. Of processes that
 * start at once one does it and the others wait (Flyway's advisory lock). Migrations that this
 * version doesn't know, of a newer one, are left alone. Blocking.
 */
final class Migrations {
  private static final int ATTEMPTS = 30;
  private static final Duration PAUSE = Duration.ofSeconds(2);

  /** Whoever waits for a lock makes all wait who come after it. */
  private static final String BEFORE_EACH = "set local lock_timeout = '1s'";

  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String DEADLOCK = "40P01";

  private Migrations() {}

  /**
   * @throws FlywayException if a migration fails, or finds no moment for its locks within a minute
   */
  static void apply(Postgres postgres, Progress progress) {
    apply(configured(postgres).load(), progress);
  }

  /** All migrations of this version, for that server. */
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
        progress.say("A migration waits for a moment without long transactions");
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static boolean isApplied(Flyway flyway, int attempt) {
    try {
      flyway.migrate();
      return true;
    } catch (FlywayException e) {
      boolean passes = hasState(e, LOCK_NOT_AVAILABLE) || hasState(e, DEADLOCK);
      if (!passes || attempt == ATTEMPTS || Thread.currentThread().isInterrupted()) {
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

  /** Within each migration's transaction: a setting of the session might not be ours for long. */
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
        throw new FlywayException("The time to wait for locks can't be set", e);
      }
    }

    @Override
    public String getCallbackName() {
      return "short-waits";
    }
  }
}
