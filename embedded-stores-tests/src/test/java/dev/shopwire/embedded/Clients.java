package dev.shopwire.embedded;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/** Executes SQL on PostgreSQL, given its URI. */
final class Clients {
  private Clients() {}

  static Connection connect(String uri) throws SQLException {
    List<String> userInfo = List.of(URI.create(uri).getUserInfo().split(":", 2));
    return connect(uri, userInfo.get(0), userInfo.get(1));
  }

  static Connection connect(String uri, String user, String password) throws SQLException {
    URI parsed = URI.create(uri);
    Properties properties = new Properties();
    properties.setProperty("user", user);
    if (!password.isEmpty()) {
      properties.setProperty("password", password);
    }
    properties.setProperty("connectTimeout", "5");
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + parsed.getPort() + parsed.getPath(), properties);
  }

  static void execute(String uri, String... statements) throws SQLException {
    try (Connection connection = connect(uri);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The single value returned by a query, as text. */
  static String value(String uri, String query) throws SQLException {
    try (Connection connection = connect(uri);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
