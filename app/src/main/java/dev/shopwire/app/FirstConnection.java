package dev.shopwire.app;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.postgres.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to PostgreSQL at startup. Retries for 30 s while the server is not up, and logs so after
 * the first attempt, which is short; fails at once if the server rejects the login. Blocking.
 */
final class FirstConnection {
  private static final Logger LOG = LoggerFactory.getLogger(FirstConnection.class);
  private static final Duration TIME_LIMIT = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** A wrong address must be reported within 5 s of the process's start. */
  private static final int FIRST_SECONDS = 2;

  private static final int LATER_SECONDS = 5;

  private final Postgres postgres;
  private final String setting;

  /**
   * @param setting the setting that contains the address of {@code postgres}
   */
  FirstConnection(Postgres postgres, String setting) {
    this.postgres = postgres;
    this.setting = setting;
  }

  /**
   * @param url the JDBC URL of this PostgreSQL
   * @throws SettingException if it can't be reached or rejects the connection
   * @throws SQLException if a pooler rejects the settings in {@code url}
   */
  Connection open(String url) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", postgres.user());
    properties.setProperty("password", postgres.password());
    properties.setProperty("loginTimeout", Integer.toString(FIRST_SECONDS));
    long until = System.nanoTime() + TIME_LIMIT.toNanos();
    boolean logged = false;
    while (true) {
      try {
        return DriverManager.getConnection(url, properties);
      } catch (SQLException e) {
        if (RoleSettings.areRejected(e)) {
          throw e;
        }
        if (!isTransient(e)) {
          throw unusable("rejected the connection: " + e.getMessage());
        }
        if (System.nanoTime() - until > 0) {
          throw unusable(
              "did not respond for %d s: %s".formatted(TIME_LIMIT.toSeconds(), reason(e)));
        }
        if (!logged) {
          logged = true;
          LOG.warn(
              "Waiting for PostgreSQL at {}, at most {} s: {}",
              postgres.address(),
              TIME_LIMIT.toSeconds(),
              reason(e));
        }
        properties.setProperty("loginTimeout", Integer.toString(LATER_SECONDS));
        LockSupport.parkNanos(PAUSE.toNanos());
        if (Thread.currentThread().isInterrupted()) {
          throw unusable("is not available yet, and the start was interrupted");
        }
      }
    }
  }

  /** Classes: connection, operator intervention (such as a server start), resources. */
  private static boolean isTransient(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("08") || state.startsWith("57") || state.startsWith("53");
  }

  /** The driver reports only a failure; its cause says whether the name or the port is wrong. */
  private static String reason(SQLException e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.equals(e)
        ? String.valueOf(e.getMessage())
        : "%s (%s: %s)"
            .formatted(e.getMessage(), cause.getClass().getSimpleName(), cause.getMessage());
  }

  /** The error for a server that can't be used. */
  SettingException unusable(String reason) {
    return new SettingException(setting + ": PostgreSQL at " + postgres.address() + " " + reason);
  }
}
