package dev.shopwire.testing;

import dev.shopwire.common.postgres.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Queries the database directly, independently of the service. */
public final class Sql {
  private final Postgres postgres;

  public Sql(String uri) {
    this.postgres = new Postgres(uri);
  }

  /** The single number returned by {@code query}. */
  public long number(String query, Object... parameters) {
    return Long.parseLong(text(query, parameters));
  }

  /** The single value returned by {@code query}, as text. */
  public String text(String query, Object... parameters) {
    try (Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        PreparedStatement statement = connection.prepareStatement(query)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return String.valueOf(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(query, e);
    }
  }

  /** Executes {@code statements}, separated by semicolons. */
  public void run(String statements) {
    try (Connection connection =
            DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
        Statement statement = connection.createStatement()) {
      statement.execute(statements);
    } catch (SQLException e) {
      throw new IllegalStateException(statements, e);
    }
  }

  /** The number of events of an app. */
  public long events(String appId) {
    return number("select count(*) from usage_events where app_id = ?", Integer.parseInt(appId));
  }
}
