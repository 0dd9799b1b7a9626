package dev.shopwire.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the settings and the access control of a running PostgreSQL. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresSetupIT {
  private Path path;
  private DataDirectory data;
  private EmbeddedPostgres postgres;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    path = TestData.unpacked(directory);
    data = DataDirectory.open(path);
    postgres = EmbeddedPostgres.start(data, line -> {});
  }

  @AfterAll
  void stop() {
    postgres.close();
    assertFalse(Files.exists(path.resolve("postgres.uri")));
    data.close();
    TestData.assertNothingRunsIn(path);
  }

  @Test
  void isDurableAndSetUpAsDocumented() throws SQLException {
    Map<String, String> expected =
        Map.of(
            "fsync", "on",
            "synchronous_commit", "on",
            "full_page_writes", "on",
            "data_checksums", "on",
            "listen_addresses", "127.0.0.1",
            "server_encoding", "UTF8",
            "log_timezone", "UTC",
            "shared_buffers", "512MB",
            "max_wal_size", "4GB");
    for (Map.Entry<String, String> setting : expected.entrySet()) {
      String query = "SELECT current_setting('" + setting.getKey() + "')";
      assertEquals(setting.getValue(), Clients.value(postgres.uri(), query), setting.getKey());
    }
    String version = Clients.value(postgres.uri(), "SELECT current_setting('server_version')");
    assertTrue(version.startsWith(PostgresProgram.ARCHIVE.version()), version);
  }

  @Test
  void givesTheServiceARoleThatOwnsItsDatabaseAndIsNotASuperuser() throws SQLException {
    String query =
        """
          SELECT r.rolname || ' ' || r.rolsuper || ' ' || r.rolcreaterole || ' ' || d.datname
          FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba
          WHERE d.datname = current_database() AND r.rolname = current_user
          """;
    assertEquals("shopwire false false shopwire", Clients.value(postgres.uri(), query));
    Clients.execute(postgres.uri(), "CREATE SCHEMA s", "CREATE EXTENSION pg_trgm");
  }

  /** Many would cost every new connection processor time, and protect no random password. */
  @Test
  void derivesKeysFromThePasswordWithOneIteration() throws SQLException, IOException {
    String superuser =
        Files.readAllLines(path.resolve("postgres.secret")).stream()
            .filter(line -> line.startsWith("postgres="))
            .map(line -> line.substring(line.indexOf('=') + 1))
            .findFirst()
            .orElseThrow();
    try (Connection connection = Clients.connect(postgres.uri(), "postgres", superuser);
        ResultSet rows =
            connection
                .createStatement()
                .executeQuery("SELECT rolpassword FROM pg_authid WHERE rolname = 'shopwire'")) {
      rows.next();
      assertTrue(rows.getString(1).startsWith("SCRAM-SHA-256$1:"), rows.getString(1));
    }
  }

  @Test
  void rejectsAMissingOrWrongPassword() {
    for (String user : List.of("shopwire", "postgres", "root")) {
      for (String password : List.of("", "wrong", user)) {
        assertThrows(
            SQLException.class,
            () -> Clients.connect(postgres.uri(), user, password).close(),
            user + "/" + password);
      }
    }
  }

  @Test
  void requiresAPasswordForEveryConnection() throws IOException {
    List<String> methods =
        Files.readAllLines(path.resolve("postgres/pg_hba.conf")).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(line -> line.substring(line.lastIndexOf(' ') + 1))
            .distinct()
            .toList();
    assertEquals(List.of("scram-sha-256"), methods);
  }

  @Test
  void listensOnLoopbackOnly() throws IOException {
    assertEquals(List.of(Listening.LOOPBACK), Listening.addresses(postgres.port()));
  }

  @Test
  void runsInItsOwnSessionSoThatCtrlCDoesNotReachIt() throws IOException {
    String stat = Files.readString(Path.of("/proc/" + postgres.pid() + "/stat"));
    // After the program's name in parentheses: state, parent, process group, session.
    String session = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)).get(3);
    assertEquals(Long.toString(postgres.pid()), session);
  }

  @Test
  void writesItsUriForTheOwnerOnlyWhileItRuns() throws IOException {
    Path uriFile = path.resolve("postgres.uri");
    assertEquals(postgres.uri(), Files.readString(uriFile).strip());
    assertTrue(
        postgres.uri().matches("postgresql://shopwire:[0-9a-f]{48}@127\\.0\\.0\\.1:\\d+/shopwire"));
    for (String file : List.of("postgres.uri", "postgres.secret", "postgres.log", "lock")) {
      assertEquals("rw-------", TestData.mode(path.resolve(file)), file);
    }
    for (String inside : List.of("", "bin", "postgres")) {
      assertEquals("rwx------", TestData.mode(path.resolve(inside)), inside);
    }
    String arguments = String.join(" ", Proc.arguments(postgres.pid()));
    for (String line : Files.readAllLines(path.resolve("postgres.secret"))) {
      String secret = line.substring(line.indexOf('=') + 1);
      assertFalse(arguments.contains(secret));
      assertFalse(Files.readString(path.resolve("postgres.log")).contains(secret));
    }
  }
}
