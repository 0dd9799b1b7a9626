package dev.shopwire.testing;

import dev.shopwire.common.postgres.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Deque;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Queries the database directly, independently of the service. Reuses connections, since opening
 * one costs more than most queries; callers in several threads get one each. Thread-safe.
 */
public final class Sql {
  private static final Map<String, Deque<Connection>> IDLE = new ConcurrentHashMap<>();
  private static final int VALIDATION_SECONDS = 2;

  private final Postgres postgres;
  private final Deque<Connection> idle;

  public Sql(String uri) {
    this.postgres = new Postgres(uri);
    this.idle = IDLE.computeIfAbsent(uri, key -> new ConcurrentLinkedDeque<>());
  }

  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** The single number returned by {@code query}. */
  public long number(String query, Object... parameters) {
    return Long.parseLong(text(query, parameters));
  }

  /** The single value returned by {@code query}, as text. */
  public String text(String query, Object... parameters) {
    return execute(
        query,
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
              statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
              rows.next();
              return String.valueOf(rows.getString(1));
            }
          }
        });
  }

  /** Executes {@code statements}, separated by semicolons. */
  public void run(String statements) {
    execute(
        statements,
        connection -> {
          try (Statement statement = connection.createStatement()) {
            return statement.execute(statements);
          }
        });
  }

  /** The number of events of an app. */
  public long events(String appId) {
    return number("select count(*) from usage_events where app_id = ?", Long.parseLong(appId));
  }

  /** Closes the connections that no caller uses, for tests that need the database to be unused. */
  public void close() {
    for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
      close(connection);
    }
  }

  private <T> T execute(String sql, Work<T> work) {
    Connection connection = null;
    try {
      connection = borrow();
      T result = work.on(connection);
      idle.push(connection);
      return result;
    } catch (SQLException e) {
      if (connection != null) {
        close(connection);
      }
      throw new IllegalStateException(sql, e);
    }
  }

  private Connection borrow() throws SQLException {
    for (Connection used = idle.poll(); used != null; used = idle.poll()) {
      if (used.isValid(VALIDATION_SECONDS)) {
        return used;
      }
      close(used);
    }
    Properties properties = new Properties();
    properties.setProperty("user", postgres.user());
    properties.setProperty("password", postgres.password());
    // Tests change tables, which a statement prepared on the server doesn't survive.
    properties.setProperty("prepareThreshold", "0");
    return DriverManager.getConnection(postgres.jdbcUrl(), properties);
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // already closed
    }
  }
}
