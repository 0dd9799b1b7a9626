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
 * Connects to PostgreSQL at the start. A server that isn't up yet gets half a minute, and the log
 * says so after the first attempt, which is short; one that refuses us gets none. Blocking.
 */
final class FirstConnection {
  private static final Logger LOG = LoggerFactory.getLogger(FirstConnection.class);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** A wrong address is to be reported within 5 s of the process's start. */
  private static final int FIRST_SECONDS = 2;

  private static final int LATER_SECONDS = 5;

  private final Postgres postgres;
  private final String setting;

  /**
   * @param setting that says where {@code postgres} is
   */
  FirstConnection(Postgres postgres, String setting) {
    this.postgres = postgres;
    this.setting = setting;
  }

  /**
   * @param url of this PostgreSQL for JDBC
   * @throws SettingException if it can't be reached or refuses us
   * @throws SQLException if a pooler refuses the settings that {@code url} asks for
   */
  Connection open(String url) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", postgres.user());
    properties.setProperty("password", postgres.password());
    properties.setProperty("loginTimeout", Integer.toString(FIRST_SECONDS));
    long until = System.nanoTime() + PATIENCE.toNanos();
    boolean told = false;
    while (true) {
      try {
        return DriverManager.getConnection(url, properties);
      } catch (SQLException e) {
        if (RoleSettings.areRefused(e)) {
          throw e;
        }
        if (!mayCome(e)) {
          throw unusable("does not take us: " + e.getMessage());
        }
        if (System.nanoTime() - until > 0) {
          throw unusable("did not answer for %d s: %s".formatted(PATIENCE.toSeconds(), reason(e)));
        }
        if (!told) {
          told = true;
          LOG.warn(
              "Waiting for PostgreSQL at {}, {} s at most: {}",
              postgres.address(),
              PATIENCE.toSeconds(),
              reason(e));
        }
        properties.setProperty("loginTimeout", Integer.toString(LATER_SECONDS));
        LockSupport.parkNanos(PAUSE.toNanos());
        if (Thread.currentThread().isInterrupted()) {
          throw unusable("was not waited for: the start was told to end");
        }
      }
    }
  }

  /** Connection, operator intervention (as a start of the server), resources. */
  private static boolean mayCome(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("08") || state.startsWith("57") || state.startsWith("53");
  }

  /** The driver says only that it failed; the cause knows whether the name or the port is wrong. */
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
  SettingException unusable(String why) {
    return new SettingException(setting + ": PostgreSQL at " + postgres.address() + " " + why);
  }
}
