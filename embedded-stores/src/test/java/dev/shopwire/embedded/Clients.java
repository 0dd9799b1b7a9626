package dev.shopwire.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.StringJoiner;

/** What a test says to the stores, given their URIs. */
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

  /** The one value of a query, as text. */
  static String value(String uri, String query) throws SQLException {
    try (Connection connection = connect(uri);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  /** Redis's reply to an inline command: a line, a text, or the elements of an array. */
  static String redis(String uri, String command) throws IOException {
    return redis(URI.create(uri).getPort(), URI.create(uri).getUserInfo().substring(1), command);
  }

  static String redis(int port, String password, String command) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(FreePort.loopback(port));
      socket.setSoTimeout(5_000);
      String request = (password.isEmpty() ? "" : "AUTH " + password + "\r\n") + command + "\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      BufferedReader replies =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      if (!password.isEmpty()) {
        String auth = String.valueOf(replies.readLine());
        if (!auth.equals("+OK")) {
          return auth;
        }
      }
      return reply(replies);
    }
  }

  private static String reply(BufferedReader replies) throws IOException {
    String first = String.valueOf(replies.readLine());
    if (first.startsWith("$") && !first.equals("$-1")) {
      return String.valueOf(replies.readLine());
    }
    if (!first.startsWith("*")) {
      return first;
    }
    StringJoiner elements = new StringJoiner(" ");
    for (int left = Integer.parseInt(first.substring(1)); left > 0; left--) {
      elements.add(reply(replies));
    }
    return elements.toString();
  }
}
