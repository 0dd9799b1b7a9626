package dev.shopwire.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.util.PasswordUtil;

/** The superuser and the role {@code shopwire}, which owns the database of the same name. */
final class PostgresAccounts {
  static final String SUPERUSER = "postgres";
  static final String ROLE = "shopwire";
  private static final int CONNECT_SECONDS = 5;
  private static final int SOCKET_TIMEOUT_SECONDS = 30;
  private static final String FIND_ROLE = "SELECT 1 FROM pg_roles WHERE rolname = ?";
  private static final String FIND_DATABASE = "SELECT 1 FROM pg_database WHERE datname = ?";
  private static final String CREATE_ROLE = "CREATE ROLE shopwire LOGIN";
  private static final String SET_PASSWORD = "ALTER ROLE shopwire PASSWORD '%s'";
  private static final String CREATE_DATABASE = "CREATE DATABASE shopwire OWNER shopwire";

  /**
   * Iterations protect passwords that can be guessed; these are random. Clients repeat them for
   * every connection, which takes a JVM without its second compiler a tenth of a second at 4,096.
   */
  private static final int ITERATIONS = 1;

  private static final int SALT_BYTES = 16;

  private final Map<String, String> passwords;

  private PostgresAccounts(Map<String, String> passwords) {
    this.passwords = passwords;
  }

  /** Accounts with the passwords in the file, which is created if missing. */
  static PostgresAccounts loadOrCreate(Path secretFile) throws IOException {
    return new PostgresAccounts(Secrets.readOrCreate(secretFile, List.of(SUPERUSER, ROLE)));
  }

  String password(String user) {
    return passwords.getOrDefault(user, "");
  }

  /** Opens and closes a connection as the role that the service uses. */
  void check(int port) throws SQLException {
    connect(port, ROLE, ROLE).close();
  }

  /** Creates the role, its password and the database as needed. */
  void establish(int port) throws SQLException {
    try (Connection connection = connect(port, SUPERUSER, SUPERUSER);
        Statement statement = connection.createStatement()) {
      if (!exists(connection, FIND_ROLE)) {
        statement.execute(CREATE_ROLE);
      }
      statement.execute(SET_PASSWORD.formatted(verifier()));
      if (!exists(connection, FIND_DATABASE)) {
        statement.execute(CREATE_DATABASE);
      }
    }
  }

  /** A SCRAM verifier: the password itself never appears in a statement or a log. */
  private String verifier() {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return PasswordUtil.encodeScramSha256(password(ROLE).toCharArray(), ITERATIONS, salt);
  }

  private static boolean exists(Connection connection, String query) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, ROLE);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  private Connection connect(int port, String user, String database) throws SQLException {
    // Not DriverManager, which finds no driver if the jars' service files were not merged.
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {"127.0.0.1"});
    source.setPortNumbers(new int[] {port});
    source.setDatabaseName(database);
    source.setSslMode("disable");
    source.setConnectTimeout(CONNECT_SECONDS);
    source.setSocketTimeout(SOCKET_TIMEOUT_SECONDS);
    return source.getConnection(user, password(user));
  }
}
